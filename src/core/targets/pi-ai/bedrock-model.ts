import type { Wire } from '../../replay/wire.ts';
import { budgetOf, withThinking, type PiModel } from './model.ts';
import type { PiRequest } from './target.ts';

const BINDING = ['opus-4-7', 'opus-4-8', 'opus-5', 'sonnet-5', 'haiku-5', 'fable-5'];
const ADAPTIVE = ['opus-4-6', 'sonnet-4-6', ...BINDING];
const OLD_ADAPTIVE = ['opus-4-6', 'opus-4-7', 'sonnet-4-6'];
const FIFTH = ['fable-5', 'opus-5', 'sonnet-5', 'haiku-5'];

/** Spellings of id and name that a model is looked for in: profiles of an account say in their name only what they are. */
function spellings({ id, name }: PiModel): readonly string[] {
  return [id, name].flatMap((value) => { const lower = value.toLowerCase(); return [lower, lower.replace(/[\s_.:]+/g, '-')]; });
}

function isOneOf(model: PiModel, parts: readonly string[]): boolean {
  return spellings(model).some((value) => parts.some((part) => value.includes(part)));
}

/** Claude on Bedrock, by id or name. */
export function isClaude({ id, name }: PiModel): boolean {
  const lower = id.toLowerCase();
  return lower.includes('anthropic.claude') || lower.includes('anthropic/claude') || name.toLowerCase().includes('claude');
}

/** Whether the model takes marks for the prompt cache. */
export function cachesPrompt(model: PiModel, old: boolean): boolean {
  return isOneOf(model, ['claude']) && isOneOf(model, [...(old ? [] : FIFTH), '-4-', 'claude-3-7-sonnet', 'claude-3-5-haiku']);
}

/** The output limit and, where thinking shares it, the budget. */
export function bedrockLimits(request: PiRequest): { readonly maxTokens: number | undefined; readonly budget: number | undefined } {
  const { call, old, maxTokens } = request;
  if (call.reasoning === undefined || !isClaude(call.model) || isOneOf(call.model, old ? OLD_ADAPTIVE : ADAPTIVE)) return { maxTokens, budget: undefined };
  const room = withThinking(old ? maxTokens ?? 0 : maxTokens, call);
  if (old) return { maxTokens: room.maxTokens, budget: room.budget };
  const limit = request.clamp(room.maxTokens);
  return { maxTokens: limit, budget: Math.min(room.budget, Math.max(0, limit - 1024)) };
}

/** What the model itself is told of thinking. */
export function bedrockFields({ call, old }: PiRequest, budget: number | undefined): Wire | undefined {
  const { model, reasoning } = call;
  if (reasoning === undefined || !model.reasoning) return undefined;
  if (!isClaude(model)) return old ? undefined : gptFields(model, reasoning);
  // The government's region takes neither.
  const government = /^us-gov\.|^arn:aws-us-gov:/.test(model.id.toLowerCase());
  const display = government ? {} : { display: 'summarized' };
  if (!isOneOf(model, old ? OLD_ADAPTIVE : ADAPTIVE)) return { thinking: { type: 'enabled', budget_tokens: budget ?? budgetOf(reasoning), ...display }, anthropic_beta: ['interleaved-thinking-2025-05-14'] };
  const bound = !old && !government && isOneOf(model, BINDING);
  return {
    thinking: { type: 'adaptive', ...display, ...(bound ? { block_binding: { prefix_mismatch_behavior: 'drop_block' } } : {}) },
    output_config: { effort: effort(model, reasoning, old) }, ...(bound ? { anthropic_beta: ['thinking-binding-controls-2026-08-01'] } : {}),
  };
}

function effort(model: PiModel, level: string, old: boolean): string {
  if (level === 'xhigh' && isOneOf(model, old ? ['opus-4-7'] : BINDING)) return 'xhigh';
  const mapped = model.thinkingLevelMap[level];
  if (typeof mapped === 'string') return mapped;
  return level === 'minimal' || level === 'low' ? 'low' : level === 'medium' ? 'medium' : 'high';
}

function gptFields(model: PiModel, level: string): Wire | undefined {
  if (isOneOf(model, ['gpt-oss'])) return { reasoning_effort: level === 'minimal' ? 'low' : level === 'xhigh' || level === 'max' ? 'high' : level };
  if (!isOneOf(model, ['gpt-'])) return undefined;
  const mapped = model.thinkingLevelMap[level];
  return { reasoning: { effort: typeof mapped === 'string' ? mapped : level === 'minimal' ? 'low' : level } };
}
