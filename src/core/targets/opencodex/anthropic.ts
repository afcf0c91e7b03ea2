import type { Conversation } from '../../turns/conversation.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions, type Serializer } from '../../replay/serializer.ts';
import type { Wire } from '../../replay/wire.ts';
import { placeMessages } from './anthropic-draft.ts';
import { draftMessages } from './anthropic-messages.ts';
import { offeredTools } from './offered-tools.ts';
import { allowedNames, anthropicChoice, requestChoice, streams, tokenParams } from './params.ts';
import { acceptsRequests, readRequest } from './request.ts';
import { systemText } from './system-text.ts';
import { ANTHROPIC_TOOLS } from './tools.ts';
import { VARIANTS, variantOf } from './variant.ts';

/** opencodex's parser and its Anthropic adapter: what a Codex or Claude Code session becomes behind this proxy. */
export const opencodexAnthropic: Serializer = {
  id: 'opencodex/anthropic',
  label: 'opencodex → Anthropic',
  api: 'anthropic-messages',
  kind: 'emulation',
  description: 'opencodex 2.63.0 (parser and Anthropic adapter), compared with ten recorded requests; variants 2.31.0 (source of 2026-08-22) and pre-93 (before pull request 93 of 2026-07-11). '
    + 'Its own texts (tool catalogue in the system prompt, handoff in front of a summary) are placeholders. Limits on the number and size of images need the pictures\' dimensions and are not applied.',
  ruleFamilies: ['anthropic', 'json', 'opencodex'],
  array: 'messages',
  mergesAdjacent: true,
  options: [
    { name: 'variant', values: VARIANTS.map((variant) => variant.id), default: VARIANTS[0]!.id, description: '2.31.0 loses reasoning before an agent message; pre-93 ignores agent messages and joins the responses around them.' },
    { name: 'model', values: 'a Claude model id', default: MODEL_PLACEHOLDER, description: 'The model that the proxy routes to; it decides between a thinking budget and adaptive thinking.' },
    { name: 'tools', values: ['recorded', 'none', 'stubs', 'a list in Anthropic\'s form'], default: 'recorded', description: 'Tool definitions of the request.' },
  ],
  accepts: acceptsRequests,
  write,
};

function write(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire {
  const parsed = readRequest(conversation, variantOf(options.variant), writer);
  const { recorded } = conversation;
  const api = recorded.api;
  const params = recorded.params ?? {};
  const model = options.model ?? MODEL_PLACEHOLDER;
  const choice = requestChoice(params, api, conversation.format);
  const tools = offeredTools(conversation, parsed, options, allowedNames(choice), ANTHROPIC_TOOLS, writer);
  const system = systemText(parsed.system, tools !== undefined && choice !== 'none', writer, (text) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } }));
  return {
    model, messages: placeMessages(draftMessages(parsed, recorded, writer), writer),
    stream: streams(params, conversation.format),
    ...tokenParams(params, api, model),
    ...(system === undefined ? {} : { system: [system] }), ...(tools === undefined ? {} : { tools }),
    ...(choice === undefined || tools === undefined && choice !== 'none' ? {} : { tool_choice: anthropicChoice(choice) }),
  };
}
