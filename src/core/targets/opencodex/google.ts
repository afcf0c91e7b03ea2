import type { Conversation } from '../../turns/conversation.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions, Serializer } from '../../replay/serializer.ts';
import type { Wire, WireObject } from '../../replay/wire.ts';
import { geminiName, geminiSchema } from './gemini-schema.ts';
import { googleContents } from './google-contents.ts';
import { offeredTools, type ToolForm } from './offered-tools.ts';
import { allowedNames, askedOf, requestChoice, type Asked, type Choice } from './params.ts';
import { acceptsRequests, readRequest } from './request.ts';
import { systemText } from './system-text.ts';
import { VARIANTS, variantOf } from './variant.ts';

/** opencodex's parser and its Google adapter (Generative Language API). */
export const opencodexGoogle: Serializer = {
  id: 'opencodex/google',
  label: 'opencodex → Gemini',
  api: 'gemini',
  kind: 'emulation',
  description: 'opencodex 2.63.0 (parser and Google adapter, Generative Language API), compared with ten recorded requests; variants 2.31.0 (source of 2026-08-22) and pre-93. The model stands in the address, not in the body. '
    + 'Its own texts (brevity instruction, tool catalogue, handoff in front of a summary) are placeholders. Its store of thought signatures and the thinking levels of a provider\'s configuration are not known to a file and not applied.',
  ruleFamilies: ['gemini', 'json', 'opencodex'],
  array: 'contents',
  mergesAdjacent: true,
  options: [
    { name: 'variant', values: VARIANTS.map((variant) => variant.id), default: VARIANTS[0]!.id, description: '2.31.0 loses reasoning before an agent message and lets a request end with the model; pre-93 ignores agent messages.' },
    { name: 'tools', values: ['recorded', 'none', 'stubs', 'a list in Gemini\'s form'], default: 'recorded', description: 'Tool definitions of the request.' },
  ],
  accepts: acceptsRequests,
  write,
};

const GEMINI_TOOLS: ToolForm = {
  one: (tool, name) => ({ name: geminiName(name), description: tool.description, parameters: geminiSchema(tool.parameters) }),
  list: (definitions) => [{ functionDeclarations: definitions }],
};

function write(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire {
  const variant = variantOf(options.variant);
  const parsed = readRequest(conversation, variant, writer);
  const { recorded } = conversation;
  const { api, params = {} } = recorded;
  const choice = requestChoice(params, api, conversation.format);
  const tools = offeredTools(conversation, parsed, options, allowedNames(choice), GEMINI_TOOLS, writer);
  const toolConfig = tools === undefined ? undefined : functionCalling(choice);
  const generationConfig = generation(askedOf(params, api));
  // A fixed brevity instruction always stands in it, so there is always a system instruction.
  const text = systemText(parsed.system, true, writer, (node) => ({ text: node }));
  return {
    contents: googleContents(parsed, recorded, variant, writer), ...(text === undefined ? {} : { systemInstruction: { parts: [text] } }),
    ...(tools === undefined ? {} : { tools }), ...(toolConfig === undefined ? {} : { toolConfig }), ...(generationConfig === undefined ? {} : { generationConfig }),
  };
}

/** `auto` is Gemini's own default and is not sent. */
function functionCalling(choice: Choice | undefined): WireObject | undefined {
  if (choice === undefined || choice === 'auto') return undefined;
  if (choice === 'none' || choice === 'required') return { functionCallingConfig: { mode: choice === 'none' ? 'NONE' : 'ANY' } };
  if ('name' in choice) return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [geminiName(choice.name)] } };
  return choice.required ? { functionCallingConfig: { mode: 'ANY' } } : undefined;
}

function generation({ maxTokens, temperature, topP, stop = [] }: Asked): WireObject | undefined {
  const stopSequences = [...new Set(stop)].filter((text) => text !== '').slice(0, 5);
  const config = {
    ...(maxTokens === undefined || maxTokens <= 0 ? {} : { maxOutputTokens: Math.floor(maxTokens) }),
    ...(temperature === undefined || temperature < 0 ? {} : { temperature: Math.min(2, temperature) }),
    ...(topP === undefined || topP < 0 ? {} : { topP: Math.min(1, topP) }), ...(stopSequences.length === 0 ? {} : { stopSequences }),
  };
  return Object.keys(config).length === 0 ? undefined : config;
}
