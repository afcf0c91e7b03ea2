import { asNumber, asObject, asString, type Json } from '../../model/json.ts';
import type { Api } from '../../model/block.ts';
import { tableOf } from '../../model/table.ts';
import type { WireObject } from '../../replay/wire.ts';

type Params = Readonly<Record<string, Json>>;

const EFFORTS: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
/** Thinking budgets by effort, in tokens (source 2.31.0 of 2026-08-22; `medium` as recorded). */
const BUDGETS = tableOf<number>({ minimal: 1024, low: 4096, medium: 8192, high: 16384, xhigh: 24576, max: 32000 });
/** `max_tokens` where the request names none; also the room kept for visible output above a budget. */
const DEFAULT_TOKENS = 8192;
const CEILING = 32_000;
const ADAPTIVE_CEILING = 40_192;

/** The reasoning effort that the client reads from a request; undefined where it asks for none or for one the client does not know. */
export function effortOf(params: Params, api: Api | undefined): string | undefined {
  const asked = api === 'anthropic-messages' ? messagesEffort(params) : asString(asObject(params['reasoning'])?.['effort']);
  const effort = asked === 'ultra' ? 'max' : asked;
  return effort !== undefined && EFFORTS.includes(effort) ? effort : undefined;
}

function messagesEffort(params: Params): string | undefined {
  const thinking = asObject(params['thinking']);
  if (thinking?.['type'] === 'disabled') return 'none';
  const effort = asString(asObject(params['output_config'])?.['effort']);
  if (effort !== undefined) return effort;
  const budget = asNumber(thinking?.['budget_tokens']);
  if (thinking?.['type'] !== 'enabled' || budget === undefined) return undefined;
  return budget <= 4096 ? 'low' : budget <= 16384 ? 'medium' : 'high';
}

/**
 * `max_tokens`, `thinking` and what goes with them. Models that take adaptive thinking get an effort instead of a budget; with
 * either, temperature and top_p are left out (recorded for budgets; source 2.31.0 for adaptive models).
 */
export function tokenParams(params: Params, api: Api | undefined, model: string): WireObject {
  const asked = asNumber(params[api === 'anthropic-messages' ? 'max_tokens' : 'max_output_tokens']);
  const effort = effortOf(params, api);
  if (effort === undefined || effort === 'none') {
    return { max_tokens: asked ?? DEFAULT_TOKENS, ...sampling(params, api), ...(effort === 'none' && atLeast(model, { sonnet: [5, 0] }) ? { thinking: { type: 'disabled' } } : {}) };
  }
  const want = BUDGETS[effort] ?? DEFAULT_TOKENS;
  if (atLeast(model, { sonnet: [5, 0], opus: [4, 7], fable: [0, 0] })) {
    return { max_tokens: asked ?? Math.min(ADAPTIVE_CEILING, want + DEFAULT_TOKENS), ...stops(params, api), thinking: { type: 'adaptive' }, output_config: { effort: effort === 'minimal' ? 'low' : effort } };
  }
  const max = Math.min(CEILING, Math.max(asked ?? DEFAULT_TOKENS, want + DEFAULT_TOKENS));
  return { max_tokens: max, ...stops(params, api), thinking: { type: 'enabled', budget_tokens: Math.max(1024, Math.min(want, max - 4096)) } };
}

function sampling(params: Params, api: Api | undefined): WireObject {
  const temperature = asNumber(params['temperature']);
  const topP = asNumber(params['top_p']);
  return { ...(temperature === undefined ? {} : { temperature }), ...(topP === undefined ? {} : { top_p: topP }), ...stops(params, api) };
}

function stops(params: Params, api: Api | undefined): WireObject {
  const stop = params[api === 'anthropic-messages' ? 'stop_sequences' : 'stop'];
  if (typeof stop === 'string') return { stop_sequences: [stop] };
  return Array.isArray(stop) && stop.length > 0 ? { stop_sequences: stop.filter((s): s is string => typeof s === 'string') } : {};
}

/** Whether a Claude model is of one of the families at that version or later. The placeholder is of none. */
function atLeast(model: string, minimums: Readonly<Record<string, readonly [number, number]>>): boolean {
  const match = /(?:^|\/)claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?!\d)/.exec(model);
  const minimum = match === null ? undefined : minimums[match[1]!];
  if (match === null || minimum === undefined) return false;
  const major = Number(match[2]);
  return major > minimum[0] || major === minimum[0] && Number(match[3] ?? 0) >= minimum[1];
}

/** A tool choice as the client's parser reads it. */
export type Choice = 'auto' | 'none' | 'required' | { readonly name: string } | { readonly allowed: readonly string[]; readonly required: boolean };

/** The tool choice of a request; undefined where there is none. */
export function choiceOf(params: Params, api: Api | undefined): Choice | undefined {
  const value = params['tool_choice'];
  const object = asObject(value);
  if (api === 'anthropic-messages') {
    const name = asString(object?.['name']);
    switch (object?.['type']) {
      case 'auto': return 'auto';
      case 'none': return 'none';
      case 'any': return 'required';
      case 'tool': return name === undefined ? undefined : { name };
      default: return undefined;
    }
  }
  if (value === 'auto' || value === 'none' || value === 'required') return value;
  if (object === undefined) return undefined;
  const name = asString(object['name']);
  if ((object['type'] === 'function' || object['type'] === 'custom') && name !== undefined) return { name };
  if (object['type'] !== 'allowed_tools' || !Array.isArray(object['tools'])) return object['type'] === undefined ? undefined : 'auto';
  const allowed = (object['tools'] as readonly Json[]).map((tool) => asString(asObject(tool)?.['name'])).filter((n): n is string => n !== undefined && n !== '');
  return allowed.length === 0 ? 'none' : { allowed, required: object['mode'] === 'required' };
}

/** The choice in Anthropic's form. */
export function anthropicChoice(choice: Choice): WireObject {
  if (choice === 'auto' || choice === 'none') return { type: choice };
  if (choice === 'required') return { type: 'any' };
  return 'name' in choice ? { type: 'tool', name: choice.name } : { type: choice.required ? 'any' : 'auto' };
}

/** What any adapter can be asked for, as the client's parser reads it from either kind of request. */
export interface Asked {
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly stop?: readonly string[];
}

/** The limits and sampling parameters of a request. */
export function askedOf(params: Params, api: Api | undefined): Asked {
  const maxTokens = asNumber(params[api === 'anthropic-messages' ? 'max_tokens' : 'max_output_tokens']);
  const temperature = asNumber(params['temperature']);
  const topP = asNumber(params['top_p']);
  const stop = stops(params, api)['stop_sequences'] as readonly string[] | undefined;
  return { ...(maxTokens === undefined ? {} : { maxTokens }), ...(temperature === undefined ? {} : { temperature }), ...(topP === undefined ? {} : { topP }), ...(stop === undefined ? {} : { stop }) };
}

/** The tool choice of a request; Codex asks for "auto" in every request recorded (0.171.0), and its rollouts do not say so. */
export function requestChoice(params: Params, api: Api | undefined, format: string): Choice | undefined {
  return choiceOf(params, api) ?? (format === 'codex-rollout' ? 'auto' : undefined);
}

/** The names that a choice allows; undefined where it allows all. */
export function allowedNames(choice: Choice | undefined): readonly string[] | undefined {
  return typeof choice === 'object' && 'allowed' in choice ? choice.allowed : undefined;
}

/** Whether the client asks for a stream. Codex always does; of a body its own parameter counts (recorded: true in all ten requests). */
export function streams(params: Params, format: string): boolean {
  return format === 'codex-rollout' || params['stream'] === true;
}
