import type { Severity } from '../model/problem.ts';
import { claudeModel } from './claude-model.ts';

/** What a model is known to do. `unknown` for the placeholder, for another maker's model, and for what no source names. */
export type Answer = 'yes' | 'no' | 'unknown';

interface Model { readonly family: string; readonly version: number }

/** One gate: what the models do, and where that is known from. */
export interface Gate {
  readonly id: string;
  readonly what: string;
  readonly source: string;
  readonly date: string;
  readonly maker: 'claude' | 'gemini' | 'gpt' | 'deepseek' | 'kimi' | 'mimo';
  readonly answer: (model: Model) => Answer;
}

const yes = (holds: boolean): Answer => holds ? 'yes' : 'no';
const deep = (model: Model): boolean => model.family === 'fable' || model.family === 'mythos';

/** Model gates that rules ask (provider documentation and live notes; each with its source and the day it was read). */
export const GATES = {
  manualThinking: {
    id: 'manual-thinking', what: '`thinking: {type: "enabled"}` is accepted', maker: 'claude', date: '2026-07-01', source: 'anthropics/skills claude-api; vendor documentation; opencode live notes',
    answer: (m) => yes(!deep(m) && m.version >= 3.7 && m.version <= 4.6),
  },
  adaptiveThinking: {
    id: 'adaptive-thinking', what: '`thinking: {type: "adaptive"}` is accepted', maker: 'claude', date: '2026-07-01', source: 'opencode live notes',
    answer: (m) => yes(deep(m) || m.version >= 4.6),
  },
  blockBinding: {
    id: 'block-binding', what: '`thinking.block_binding` is accepted', maker: 'claude', date: '2026-11-30', source: 'pi-ai 1.6.0 source',
    answer: (m) => m.family === 'mythos' ? 'unknown' : yes(m.family === 'fable' || m.version >= 4.7),
  },
  disabledRejected: {
    id: 'thinking-disabled-rejected', what: '`thinking: {type: "disabled"}` is refused', maker: 'claude', date: '2026-11-30', source: 'vendor documentation',
    answer: (m) => deep(m) ? yes(m.version >= 5) : m.version > 5.5 ? 'unknown' : yes(m.family === 'opus' && m.version === 5.5),
  },
  prefillRejected: {
    id: 'prefill-rejected', what: 'a request that ends on an assistant message is refused', maker: 'claude', date: '2026-11-30', source: 'vendor documentation; many reports from 2026-02 on',
    answer: (m) => yes(deep(m) || m.version >= 4.6),
  },
  earlierThinkingStripped: {
    id: 'earlier-thinking-stripped', what: 'thinking of earlier turns is taken out by the API', maker: 'claude', date: '2026-09-23', source: 'vendor documentation as quoted in a live-probe log',
    answer: (m) => deep(m) || m.version >= 5 ? 'no' : m.family === 'opus' ? yes(m.version < 4.5) : m.family === 'sonnet' ? yes(m.version < 4.6) : 'unknown',
  },
  thinkingTextOmitted: {
    id: 'thinking-text-omitted', what: 'thinking text is empty by default: the signature is the content', maker: 'claude', date: '2026-07-01', source: 'anthropics/skills claude-api',
    answer: (m) => m.version > 5.5 ? 'unknown' : yes(m.family === 'opus' ? m.version >= 4.7 : m.version >= 5),
  },
  readabilityCheck: {
    id: 'readability-check', what: 'thinking that the model cannot read is dropped', maker: 'claude', date: '2026-11-30', source: 'vendor documentation; SDK 1.14.0 reason `model_binding_mismatch`',
    answer: (m) => deep(m) ? yes(m.version >= 5) : m.version >= 5.5 ? 'unknown' : 'no',
  },
  prefixCheck: {
    id: 'prefix-check', what: 'thinking is bound to everything in front of it', maker: 'claude', date: '2026-11-30', source: 'vendor documentation (prefix checks); enforced by default for accounts created on or after 2026-08-31',
    answer: (m) => deep(m) ? m.version > 5.2 ? 'unknown' : yes(m.version >= 5.1) : m.version > 5.5 ? 'unknown' : yes(m.version === 5.5),
  },
  systemInMessages: {
    id: 'system-in-messages', what: '`role: "system"` is accepted inside `messages`', maker: 'claude', date: '2026-11-30', source: 'vendor documentation',
    answer: (m) => yes(deep(m) || m.version >= 4.8),
  },
  thoughtSignatureEnforced: {
    id: 'thought-signature-enforced', what: 'a function call without `thoughtSignature` is refused', maker: 'gemini', date: '2026-11-30', source: 'ai.google.dev; docs.cloud.google.com',
    answer: (m) => yes(m.version >= 3 && m.family !== 'pro-image'),
  },
  modelEndingRejected: {
    id: 'model-ending-rejected', what: 'a request that ends on a model turn is refused', maker: 'gemini', date: '2026-07-21', source: 'ai.google.dev latest-model page; live matrix LibreChat-AI/agents PR 323',
    answer: (m) => m.version > 3.8 ? 'unknown' : yes(m.version >= 3.6 || m.version === 3.5 && m.family === 'flash-lite'),
  },
  deepseekReasoningReturns: {
    id: 'deepseek-reasoning-returns', what: '`reasoning_content` must be sent back', maker: 'deepseek', date: '2026-04-30', source: 'DeepSeek documentation; public issues',
    answer: (m) => m.version >= 3.2 ? 'yes' : m.version > 0 ? 'no' : 'unknown',
  },
  kimiReasoningReturns: {
    id: 'kimi-reasoning-returns', what: '`reasoning_content` must be sent back', maker: 'kimi', date: '2026-11-30', source: 'Kimi documentation; public issues',
    answer: (m) => m.family === 'thinking' || m.version === 2.5 || m.version === 2.6 ? 'yes' : m.version > 2.6 ? 'unknown' : 'no',
  },
  mimoReasoningReturns: {
    id: 'mimo-reasoning-returns', what: '`reasoning_content` must be sent back', maker: 'mimo', date: '2026-11-30', source: 'public issues',
    answer: (m) => m.version === 2.5 ? 'yes' : 'unknown',
  },
  phaseOnAssistant: {
    id: 'phase-on-assistant', what: 'assistant messages carry `phase`', maker: 'gpt', date: '2026-03-31', source: 'OpenAI guide as quoted in public issues from 2026-03 on',
    answer: (m) => yes(m.version >= 5.4 || m.version === 5.3 && m.family === 'codex'),
  },
} as const satisfies Readonly<Record<string, Gate>>;

/** What a gate says of a model name, however a gateway spells it (`us.anthropic.claude-opus-4-6-v1:0`, `anthropic/claude-opus-4.6`). */
export function gate(name: keyof typeof GATES, model: string | undefined): Answer {
  const gated: Gate = GATES[name];
  const parsed = model === undefined ? undefined : parseModel(model.toLowerCase(), gated.maker);
  return parsed === undefined ? 'unknown' : gated.answer(parsed);
}

/** Severity of a rule that a gate limits: nothing where the gate is shut, a warning where the model is not known to pass it. */
export function gatedSeverity(answer: Answer, certain: Severity = 'error'): Severity | undefined {
  return answer === 'yes' ? certain : answer === 'unknown' ? certain === 'info' ? 'info' : 'warning' : undefined;
}

/** True for a Claude model's name. */
export function isClaude(model: string): boolean {
  return model.toLowerCase().includes('claude');
}

/** `opus 4.5`, equal for every spelling of one Claude model; undefined for a name that is none. */
export function claudeName(model: string): string | undefined {
  const parsed = parseModel(model.toLowerCase(), 'claude');
  return parsed === undefined ? undefined : `${parsed.family} ${parsed.version}`;
}

/** Two digits at most: a date is no version. */
const VERSION = /(?<![\d.])(\d{1,2})(?:[.\-_p](\d{1,2})(?!\d))?(?!\d)/;

function parseModel(model: string, maker: Gate['maker']): Model | undefined {
  if (maker === 'claude') return claudeModel(model);
  const start = model.indexOf(maker);
  if (start < 0) return undefined;
  const rest = model.slice(start + maker.length);
  const version = VERSION.exec(rest);
  const number = version === null ? 0 : Number(`${version[1]}.${version[2] ?? 0}`);
  const family = FAMILIES[maker].find((f) => rest.includes(f)) ?? '';
  if ((maker === 'gemini' || maker === 'gpt') && number === 0) return undefined;
  return { family, version: number };
}

const FAMILIES: Readonly<Record<Exclude<Gate['maker'], 'claude'>, readonly string[]>> = {
  gemini: ['pro-image', 'flash-lite', 'flash', 'pro'], gpt: ['codex'], deepseek: [], kimi: ['thinking'], mimo: [],
};
