import { literal, type Wire } from '../../replay/wire.ts';
import type { Serializer } from '../../replay/serializer.ts';
import type { Node } from './conversion.ts';
import { cacheKey, clampedLevel, flag, mapped } from './model.ts';
import { ResponsesInput } from './responses-input.ts';
import { responsesTools, spellResponsesTool } from './responses-tools.ts';
import { oldPrompt } from './system.ts';
import { piTarget, type PiRequest } from './target.ts';

/** pi-ai for the Responses backend of ChatGPT accounts. */
export const piOpenaiCodexResponses: Serializer = piTarget({
  api: 'openai-codex-responses', label: 'Codex Responses', wire: 'openai-responses', array: 'input', ruleFamilies: ['json', 'openai-responses', 'pi-ai'], mergesAdjacent: false,
  note: 'Grammar and strict sampling of tools are not emulated; the request is that of its first turn over HTTP.',
  write,
});

const PROVIDERS = new Set(['openai', 'openai-codex', 'opencode']);

function write(request: PiRequest): Wire {
  const { call, old, writer, context, foreign } = request;
  const { model } = call;
  const clamped = clampedLevel(call);
  // 1.x says "none" where 0.73.1 says nothing.
  const level = clamped ?? (!old && model.reasoning ? 'none' : undefined);
  const effort = level === undefined ? undefined : level === 'none' ? model.thinkingLevelMap.off === undefined ? 'none' : model.thinkingLevelMap.off : mapped(model, level);
  const managed = !old && flag(model, 'supportsMidConvoEffort', false) && effort !== undefined && effort !== null;
  const spell = spellResponsesTool(old || flag(model, 'supportsStrictMode', true) ? null : undefined);
  const prompt = old ? oldPrompt(context, foreign, writer) : undefined;
  const writing = new ResponsesInput(request, { providers: PROVIDERS, spell, effort: managed ? effort as Wire : undefined });
  const input = writing.write();
  const tools = responsesTools(request, writing, spell);
  // Read as it stands: 0.73.1 leaves lone surrogates in the instructions of this API.
  const instructions = prompt === undefined ? writer.insert(literal('You are a helpful assistant.'), { reason: 'Without a prompt the client sends this one.' }) : writer.place(prompt.raw, prompt.ids, 'converted', { reason: 'The prompt goes into the instructions.' });
  const limit = !old && request.maxTokens && flag(model, 'supportsMaxOutputTokens', true) ? { max_output_tokens: Math.max(request.maxTokens, 16) } : {};
  const key = old || call.cacheRetention !== 'none' ? cacheKey(call) : undefined;
  return {
    model: model.id, store: false, stream: true, ...(old ? { instructions } : {}), input, text: { verbosity: 'low' }, include: ['reasoning.encrypted_content'],
    ...(key === undefined ? {} : { prompt_cache_key: key }), tool_choice: 'auto', parallel_tool_calls: true, ...limit, ...(call.temperature === undefined ? {} : { temperature: call.temperature }),
    ...(tools === undefined ? {} : { tools }), ...reasoning(request, effort as Wire | undefined, managed),
  };
}

function reasoning({ call, old }: PiRequest, effort: Wire | undefined, managed: boolean): Node {
  if (effort !== undefined) return effort === null ? {} : { reasoning: { effort: managed ? 'medium' : effort, summary: 'auto' } };
  const { model } = call;
  return !old && model.reasoning && model.thinkingLevelMap.off !== null ? { reasoning: { effort: (model.thinkingLevelMap.off ?? 'none') as Wire } } : {};
}
