import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions } from '../../replay/serializer.ts';
import type { Conversation } from '../../turns/conversation.ts';

/** APIs of pi-ai that are emulated; each is a target. */
export type PiApi = 'anthropic-messages' | 'openai-completions' | 'openai-responses' | 'openai-codex-responses' | 'google-generative-ai' | 'mistral-conversations' | 'bedrock-converse-stream';

/** Releases that are emulated. 0.82 is 1.6.0 with one rule of the line that dsh pins: another model's thinking becomes visible text. */
export type PiVariant = '1.6.0' | '0.82' | '0.73.1';

/** pi-ai's model description, as far as it decides what is sent. */
export interface PiModel {
  readonly id: string;
  readonly name: string;
  readonly api: PiApi;
  readonly provider: string;
  readonly baseUrl: string;
  readonly reasoning: boolean;
  readonly images: boolean;
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly compat: JsonObject;
  readonly thinkingLevelMap: JsonObject;
  /** The description has a map of levels, even an empty one. */
  readonly mapsLevels: boolean;
  readonly samplingParams: JsonObject;
}

/** What `streamSimple` is called with. */
export interface PiCall {
  readonly variant: PiVariant;
  readonly model: PiModel;
  readonly reasoning: string | undefined;
  readonly maxTokens: number | undefined;
  readonly sessionId: string | undefined;
  readonly cacheRetention: 'none' | 'short' | 'long';
  readonly temperature: number | undefined;
}

/** Who pi-ai ships each API for, and where it sends it: what a description leaves out. */
const HOMES: Readonly<Record<PiApi, { readonly provider: string; readonly baseUrl: string }>> = {
  'anthropic-messages': { provider: 'anthropic', baseUrl: 'https://api.anthropic.com' },
  'openai-completions': { provider: 'openai', baseUrl: 'https://api.openai.com/v1' },
  'openai-responses': { provider: 'openai', baseUrl: 'https://api.openai.com/v1' },
  'openai-codex-responses': { provider: 'openai-codex', baseUrl: 'https://chatgpt.com/backend-api' },
  'google-generative-ai': { provider: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  'mistral-conversations': { provider: 'mistral', baseUrl: 'https://api.mistral.ai' },
  'bedrock-converse-stream': { provider: 'amazon-bedrock', baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com' },
};

/** The provider that pi-ai ships an API for. */
export function homeProvider(api: PiApi): string {
  return HOMES[api].provider;
}

/** The call as the options ask for it. A stand-in session id keeps requests comparable: it only names a cache. */
export function callOf(api: PiApi, conversation: Conversation, options: ReplayOptions): PiCall {
  const { extra } = options;
  const { reasoning = 'low', cacheRetention } = extra;
  const level = asString(reasoning);
  return {
    variant: options.variant === '0.73.1' || options.variant === '0.82' ? options.variant : '1.6.0',
    model: modelOf(api, conversation, options),
    reasoning: level === undefined || level === 'off' || level === '' ? undefined : level,
    maxTokens: extra.maxTokens === undefined ? 4096 : asNumber(extra.maxTokens),
    sessionId: extra.sessionId === undefined ? 'sess-fixed' : asString(extra.sessionId),
    cacheRetention: cacheRetention === 'none' || cacheRetention === 'long' ? cacheRetention : 'short',
    temperature: asNumber(extra.temperature),
  };
}

function modelOf(api: PiApi, conversation: Conversation, options: ReplayOptions): PiModel {
  const given = asObject(options.extra.model ?? null) ?? {};
  const { recorded } = conversation;
  const id = options.model ?? asString(given.id) ?? recorded.model ?? MODEL_PLACEHOLDER;
  const input = asArray(given.input);
  return {
    id, name: asString(given.name) ?? id, api,
    provider: asString(given.provider) ?? HOMES[api].provider, baseUrl: asString(given.baseUrl) ?? HOMES[api].baseUrl,
    reasoning: given.reasoning === undefined ? true : Boolean(given.reasoning), images: input === undefined || input.includes('image'),
    contextWindow: asNumber(given.contextWindow) ?? 200_000, maxTokens: asNumber(given.maxTokens) ?? 8192,
    compat: asObject(given.compat ?? null) ?? {}, thinkingLevelMap: asObject(given.thinkingLevelMap ?? null) ?? {}, mapsLevels: asObject(given.thinkingLevelMap ?? null) !== undefined, samplingParams: asObject(given.samplingParams ?? null) ?? {},
  };
}

/** A switch of `compat`, or what the client takes without one. */
export function flag(model: PiModel, name: string, otherwise: boolean): boolean {
  const value = model.compat[name];
  return value === undefined || value === null ? otherwise : Boolean(value);
}

const LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** The level that is really asked for: the nearest one, upwards first, that the model has. */
export function clampedLevel({ model, reasoning, variant }: PiCall): string | undefined {
  if (reasoning === undefined) return undefined;
  const all = variant === '0.73.1' ? LEVELS.slice(0, -1) : LEVELS;
  const available = model.reasoning ? all.filter((level) => {
    const mapped = model.thinkingLevelMap[level];
    return mapped !== null && (level !== 'xhigh' && level !== 'max' || mapped !== undefined);
  }) : ['off'];
  const at = all.indexOf(reasoning);
  const found = available.includes(reasoning) ? reasoning : at < 0 ? available[0]
    : all.slice(at).find((level) => available.includes(level)) ?? all.slice(0, at).reverse().find((level) => available.includes(level)) ?? available[0];
  return found === undefined || found === 'off' ? undefined : found;
}

/** A level in the provider's own words. */
export function mapped(model: PiModel, level: string): Json {
  return model.thinkingLevelMap[level] ?? level;
}

/** Budgets of thinking tokens by level; the two highest have that of `high`. */
const BUDGETS: Readonly<Record<string, number>> = { minimal: 1024, low: 2048, medium: 8192, high: 16384, xhigh: 16384, max: 16384 };

export function budgetOf(level: string): number {
  return BUDGETS[level] ?? Number.NaN;
}

/** Room for thinking and answer under one ceiling, as Anthropic's budget needs it. */
export function withThinking(base: number | undefined, { model, reasoning = 'low' }: PiCall): { readonly maxTokens: number; readonly budget: number } {
  const budget = budgetOf(reasoning);
  const maxTokens = base === undefined ? model.maxTokens : Math.min(base + budget, model.maxTokens);
  return { maxTokens, budget: maxTokens <= budget ? Math.min(budget, Math.max(0, maxTokens - 1024)) : budget };
}

/** The key for the prompt cache: at most 64 characters in the later line. */
export function cacheKey({ variant, sessionId }: PiCall): string | undefined {
  return variant === '0.73.1' || sessionId === undefined ? sessionId : [...sessionId].slice(0, 64).join('');
}
