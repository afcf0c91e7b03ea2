import type { Serializer } from '../../replay/serializer.ts';
import type { Wire } from '../../replay/wire.ts';
import type { Node } from './conversion.ts';
import { cacheKey, clampedLevel, flag, mapped } from './model.ts';
import { ResponsesInput } from './responses-input.ts';
import { responsesTools, spellResponsesTool } from './responses-tools.ts';
import { oldPrompt } from './system.ts';
import { piTarget, type PiRequest } from './target.ts';

/** pi-ai for OpenAI Responses. */
export const piOpenaiResponses: Serializer = piTarget({
  api: 'openai-responses', label: 'OpenAI Responses', wire: 'openai-responses', array: 'input', ruleFamilies: ['json', 'openai-responses', 'pi-ai'], mergesAdjacent: false,
  note: 'Grammar and strict sampling of tools are not emulated.',
  write,
});

const PROVIDERS = new Set(['openai', 'openai-codex', 'opencode']);

function write(request: PiRequest): Wire {
  const { call, old, writer, context, foreign } = request;
  const { model } = call;
  const level = clampedLevel(call);
  const managed = !old && flag(model, 'supportsMidConvoEffort', false) && level !== undefined;
  const spell = spellResponsesTool(old ? false : flag(model, 'supportsStrictMode', false) ? false : undefined);
  const prompt = old ? oldPrompt(context, foreign, writer) : undefined;
  const writing = new ResponsesInput(request, { providers: PROVIDERS, spell, effort: managed ? mapped(model, level) as Wire : undefined });
  const input = writing.write();
  const head = prompt === undefined ? [] : [writer.frame({ role: writing.role, content: writer.place(prompt.node, prompt.ids) })];
  const tools = responsesTools(request, writing, spell);
  const long = call.cacheRetention === 'long' && flag(model, 'supportsLongCacheRetention', true);
  const explicit = !old && flag(model, 'supportsExplicitPromptCacheMode', false);
  const keyed = call.cacheRetention !== 'none' && (old || model.compat.promptCacheKeyMode !== 'disabled');
  return {
    model: model.id, input: [...head, ...input], stream: true, ...(keyed ? { prompt_cache_key: cacheKey(call) } : {}), ...(long && !explicit ? { prompt_cache_retention: '24h' } : {}),
    ...(!explicit ? {} : call.cacheRetention === 'none' ? { prompt_cache_options: { mode: 'explicit' } } : long ? { prompt_cache_options: { ttl: '30m' } } : {}), store: false,
    ...limit(request), ...(call.temperature === undefined ? {} : { temperature: call.temperature }), ...(tools === undefined ? {} : { tools }),
    ...reasoning(request, level, managed), ...(old ? {} : model.samplingParams as Node),
  };
}

function limit({ call, old, maxTokens }: PiRequest): Node {
  if (!maxTokens || !old && !flag(call.model, 'supportsMaxOutputTokens', true)) return {};
  return { max_output_tokens: old ? maxTokens : Math.max(maxTokens, 16) };
}

function reasoning({ call, old }: PiRequest, level: string | undefined, managed: boolean): Node {
  const { model } = call;
  if (!model.reasoning) return {};
  const include = { include: ['reasoning.encrypted_content'] };
  if (level !== undefined) return { reasoning: { effort: managed ? 'medium' : mapped(model, level) as Wire, summary: 'auto' }, ...include };
  const off = model.provider !== 'github-copilot' && model.thinkingLevelMap.off !== null ? { reasoning: { effort: (model.thinkingLevelMap.off ?? 'none') as Wire } } : {};
  return { ...off, ...(!old && model.provider === 'xai' ? include : {}) };
}
