import { asObject, asString, type Json } from '../../model/json.ts';
import type { Api } from '../../model/block.ts';
import type { Conversation } from '../../turns/conversation.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions, type Serializer } from '../../replay/serializer.ts';
import type { Wire, WireObject } from '../../replay/wire.ts';
import { chatMessages } from './chat-messages.ts';
import { offeredTools, type ToolForm } from './offered-tools.ts';
import { allowedNames, askedOf, effortOf, requestChoice, streams, type Choice } from './params.ts';
import { acceptsRequests, readRequest } from './request.ts';
import { VARIANTS, variantOf } from './variant.ts';

/** opencodex's parser and its Chat Completions adapter. */
export const opencodexChat: Serializer = {
  id: 'opencodex/openai-chat',
  label: 'opencodex → Chat Completions',
  api: 'openai-chat',
  kind: 'emulation',
  description: 'opencodex 2.63.0 (parser and Chat Completions adapter, for a provider that is not OpenAI itself), compared with 18 recorded requests, with and without preserved reasoning; variants 2.31.0 (source of 2026-08-22) and pre-93. '
    + 'Its own texts (tool catalogue, handoff in front of a summary) are placeholders. Its cache of earlier reasoning and the extra switches of single providers are not known to a file and not applied.',
  ruleFamilies: ['json', 'openai-chat', 'opencodex'],
  array: 'messages',
  mergesAdjacent: false,
  options: [
    { name: 'variant', values: VARIANTS.map((variant) => variant.id), default: VARIANTS[0]!.id, description: '2.31.0 moves developer texts into the leading system message and loses reasoning before an agent message; pre-93 ignores agent messages.' },
    { name: 'model', values: 'a model name', default: MODEL_PLACEHOLDER, description: 'The model that the proxy routes to.' },
    { name: 'tools', values: ['recorded', 'none', 'stubs', 'a list in the form of Chat Completions'], default: 'recorded', description: 'Tool definitions of the request.' },
    { name: 'options.preserveReasoning', values: ['false', 'true'], default: 'false', description: 'Whether the model is on the provider\'s list of those that want their reasoning back (DeepSeek and others): {"preserveReasoning": true} sends it as reasoning_content.' },
  ],
  accepts: acceptsRequests,
  write,
};

const CHAT_TOOLS: ToolForm = {
  one: ({ description, parameters, strict }, name) => ({
    type: 'function', function: { name, ...(description === '' ? {} : { description }), parameters: { ...parameters, type: 'object', ...(Object.keys(parameters).length === 0 ? { properties: {} } : {}) }, ...(strict === undefined ? {} : { strict }) },
  }),
  list: (definitions) => definitions,
};

function write(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire {
  const variant = variantOf(options.variant);
  const parsed = readRequest(conversation, variant, writer);
  const { recorded } = conversation;
  const { api, params = {} } = recorded;
  const choice = requestChoice(params, api, conversation.format);
  const tools = offeredTools(conversation, parsed, options, allowedNames(choice), CHAT_TOOLS, writer);
  const stream = streams(params, conversation.format);
  const asked = askedOf(params, api);
  const effort = chatEffort(effortOf(params, api));
  const format = responseFormat(params, api);
  return {
    model: options.model ?? MODEL_PLACEHOLDER,
    messages: chatMessages(parsed, recorded, { variant, preserve: options.extra['preserveReasoning'] === true, offered: tools !== undefined && choice !== 'none' }, writer),
    stream, ...(tools === undefined ? {} : { tools, ...(choice === undefined ? {} : { tool_choice: chatChoice(choice) }) }),
    ...(asked.maxTokens === undefined ? {} : { max_tokens: asked.maxTokens }), ...(asked.temperature === undefined ? {} : { temperature: asked.temperature }),
    ...(asked.topP === undefined ? {} : { top_p: asked.topP }), ...(asked.stop === undefined ? {} : { stop: asked.stop }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }), ...(format === undefined ? {} : { response_format: format }),
    ...(stream ? { stream_options: { include_usage: true } } : {}),
  };
}

/** `none` sends no effort and `minimal` the lowest that other providers know (source 2.31.0; `medium` as recorded). */
function chatEffort(effort: string | undefined): string | undefined {
  return effort === 'none' ? undefined : effort === 'minimal' ? 'low' : effort;
}

function chatChoice(choice: Choice): Wire {
  if (typeof choice === 'string') return choice;
  return 'name' in choice ? { type: 'function', function: { name: choice.name } } : choice.required ? 'required' : 'auto';
}

function responseFormat(params: Readonly<Record<string, Json>>, api: Api | undefined): WireObject | undefined {
  const format = asObject(api === 'anthropic-messages' ? asObject(params['output_config'])?.['format'] : asObject(params['text'])?.['format']);
  if (format?.['type'] === 'json_object') return { type: 'json_object' };
  if (format?.['type'] !== 'json_schema') return undefined;
  const { description, schema, strict } = format;
  return {
    type: 'json_schema',
    json_schema: {
      name: asString(format['name']) ?? 'response', ...(typeof description === 'string' ? { description } : {}),
      ...(asObject(schema) === undefined ? {} : { schema: asObject(schema)! }), ...(typeof strict === 'boolean' ? { strict } : {}),
    },
  };
}
