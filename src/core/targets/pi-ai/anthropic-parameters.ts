import type { JsonObject } from '../../model/json.ts';
import type { Wire } from '../../replay/wire.ts';
import { flag, withThinking, type PiModel } from './model.ts';
import type { PiRequest } from './target.ts';
import { schemaOf, type SpellTool } from './tools.ts';

/** The tool that 1.x declares from the first request on where tools can change in the history: it keeps the cached prefix. Never active. */
const PLACEHOLDER: JsonObject = {
  name: '__pi_deferred_placeholder__', description: 'Reserved placeholder. Never available. Never call this.',
  input_schema: { type: 'object', properties: {}, required: [] }, defer_loading: true,
};
/** Models that 0.73.1 knows to think adaptively, by parts of their names. */
const ADAPTIVE = ['opus-4-6', 'opus-4.6', 'opus-4-7', 'opus-4.7', 'sonnet-4-6', 'sonnet-4.6'];

/** The request around messages, prompt and tools. */
export function anthropicParameters(request: PiRequest, messages: Wire, system: Wire | undefined, tools: Wire | undefined, native: boolean): Wire {
  const { call, old } = request;
  const { model } = call;
  const adaptive = isAdaptive(model, old);
  const thinks = call.reasoning !== undefined;
  const room = thinks && !adaptive ? withThinking(old ? request.maxTokens ?? 0 : request.maxTokens, call) : undefined;
  const limit = room === undefined ? request.maxTokens : old ? room.maxTokens : request.clamp(room.maxTokens);
  const budget = room === undefined ? undefined : old ? room.budget : Math.min(room.budget, Math.max(0, limit! - 1024));
  const disabled = model.reasoning && !thinks && (old || model.thinkingLevelMap.off !== null);
  const managed = !old && flag(model, 'supportsMidConvoEffort', false) && !disabled;
  const threads = !old && flag(model, 'supportsMessageThreads', model.baseUrl.includes('api.anthropic.com')) && call.cacheRetention !== 'none' && Boolean(call.sessionId);
  const temperature = call.temperature !== undefined && !thinks && (old || !flag(model, 'supportsMidConvoEffort', false) && flag(model, 'supportsTemperature', true)) ? { temperature: call.temperature } : {};
  return {
    model: model.id, messages, max_tokens: old ? limit || model.maxTokens / 3 | 0 : limit ?? model.maxTokens, stream: true,
    ...(system === undefined ? {} : { system }), ...temperature, ...toolsWith(tools, native),
    ...(disabled ? { thinking: { type: 'disabled' } }
      : managed ? { thinking: { type: 'adaptive', display: 'summarized', block_binding: { prefix_mismatch_behavior: 'drop_block' } }, output_config: { effort: 'low' } }
      : !model.reasoning || !thinks ? {}
      : adaptive ? { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: anthropicEffort(request) } }
      : { thinking: { type: 'enabled', budget_tokens: budget || 1024, display: 'summarized' } }),
    ...fallbacks(model, old), ...(threads ? { thread: { type: 'create' } } : {}),
  };
}

/** Anthropic's word for the call's level. */
export function anthropicEffort({ call }: PiRequest): string {
  const level = call.reasoning ?? '';
  const named = call.model.thinkingLevelMap[level];
  if (typeof named === 'string') return named;
  return level === 'minimal' || level === 'low' ? 'low' : level === 'medium' ? 'medium' : 'high';
}

function isAdaptive(model: PiModel, old: boolean): boolean {
  return old ? ADAPTIVE.some((part) => model.id.includes(part)) : model.compat.forceAdaptiveThinking === true;
}

function fallbacks(model: PiModel, old: boolean): { fallbacks?: Wire } {
  const list = model.compat.allowedFallbackModels;
  return old || !Array.isArray(list) || list.length === 0 ? {} : { fallbacks: (list as readonly JsonObject[]).map((fallback) => ({ model: fallback.model as Wire })) };
}

function toolsWith(tools: Wire | undefined, native: boolean): { tools?: Wire } {
  if (tools === undefined) return {};
  return { tools: native ? [...tools as readonly Wire[], PLACEHOLDER as Wire] : tools };
}

/** A definition in Anthropic's form; `properties` and `required` are never missing, and only a few other keywords of the schema's root are sent. */
export function spellAnthropicTool({ call, old }: PiRequest): SpellTool {
  const eager = flag(call.model, 'supportsEagerToolInputStreaming', true);
  const marked = call.cacheRetention !== 'none' && (old || flag(call.model, 'supportsCacheControlOnTools', true));
  const mark = { type: 'ephemeral', ...(call.cacheRetention === 'long' && flag(call.model, 'supportsLongCacheRetention', true) ? { ttl: '1h' } : {}) };
  return (tool, last) => {
    const schema = schemaOf(tool);
    const keep = old ? [] : ['additionalProperties', '$defs', 'definitions'].filter((key) => schema[key] !== undefined);
    return {
      name: tool.name as Wire, ...(tool.description === undefined ? {} : { description: tool.description as Wire }), ...(eager ? { eager_input_streaming: true } : {}),
      input_schema: { type: 'object', properties: (schema.properties ?? {}) as Wire, required: (schema.required ?? []) as Wire, ...Object.fromEntries(keep.map((key) => [key, schema[key] as Wire])) },
      ...(last && marked ? { cache_control: mark } : {}),
    };
  };
}
