import type { Conversation } from '../../turns/conversation.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions, type Serializer } from '../../replay/serializer.ts';
import { joinRef, literal, type Wire, type WireObject } from '../../replay/wire.ts';
import { place, placeMessages } from './anthropic-draft.ts';
import { draftMessages } from './anthropic-messages.ts';
import { inboundItems } from './inbound.ts';
import { itemsOf } from './item.ts';
import type { Mark, Parsed } from './message.ts';
import { anthropicChoice, choiceOf, tokenParams } from './params.ts';
import { parseItems } from './parse.ts';
import { anthropicTools, wireName } from './tools.ts';
import { VARIANTS, variantOf } from './variant.ts';

/** Stands for the text that the client adds to the system prompt when tools are offered; recordings mask it. */
export const CLIENT_TEXT = '[opencodex text]';
const FORMATS: readonly string[] = ['anthropic-messages', 'codex-rollout', 'openai-responses'];

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
  accepts(conversation) {
    if (FORMATS.includes(conversation.format)) return true;
    return `opencodex takes Responses requests, Codex rollouts and Messages requests; this session is ${conversation.format}.`;
  },
  write,
};

function write(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire {
  const variant = variantOf(options.variant);
  const items = conversation.format === 'anthropic-messages' ? inboundItems(conversation, variant) : itemsOf(conversation);
  const parsed = parseItems(items, variant);
  for (const [id, why] of parsed.dropped) writer.omit(id, why);
  if (parsed.refused !== undefined) writer.reject(parsed.refused.block, 'invalid_request_error', parsed.refused.message);
  const { recorded } = conversation;
  const api = recorded.api;
  const params = recorded.params ?? {};
  const model = options.model ?? MODEL_PLACEHOLDER;
  // Codex asks for "auto" in every request recorded (0.171.0); its rollouts do not say so.
  const choice = choiceOf(params, api) ?? (conversation.format === 'codex-rollout' ? 'auto' : undefined);
  const tools = toolsOf(conversation, parsed, options, typeof choice === 'object' && 'allowed' in choice ? choice.allowed : undefined, writer);
  const system = systemOf(parsed, tools !== undefined && choice !== 'none', writer);
  return {
    model, messages: placeMessages(draftMessages(parsed, writer), writer),
    // Codex always streams; of a body its own parameter counts (recorded: true in all ten requests).
    stream: conversation.format === 'codex-rollout' || params['stream'] === true,
    ...tokenParams(params, api, model),
    ...(system === undefined ? {} : { system }), ...(tools === undefined ? {} : { tools }),
    ...(choice === undefined || tools === undefined && choice !== 'none' ? {} : { tool_choice: anthropicChoice(choice) }),
  };
}

/** One text block: instructions and hoisted system messages, then the client's own text where tools are offered. */
function systemOf(parsed: Parsed, offered: boolean, writer: RequestWriter): Wire | undefined {
  const parts = parsed.system;
  if (parts.length === 0 && !offered) return undefined;
  const cache: WireObject = { cache_control: { type: 'ephemeral' } };
  const own: Mark = { op: 'converted', why: { reason: 'The client adds a text of its own about the tools on offer; it is not known word for word.' } };
  if (parts.length === 0) return [place({ type: 'text', text: literal(CLIENT_TEXT), ...cache }, [], [own], writer)];
  const merged: readonly Mark[] = parts.length === 1 && !offered ? [] : [{ op: 'merged', why: { reason: 'The client joins all system texts into one.' } }];
  const text = place(joinRef([...parts.map((part) => part.text), ...(offered ? [literal(CLIENT_TEXT)] : [])], '\n\n'), parts.flatMap((part) => part.ids), merged, writer);
  for (const part of parts) for (const mark of part.marks) for (const id of part.ids) writer.mark(id, mark.op, mark.why);
  const block = { type: 'text', text, ...cache };
  return [offered ? place(block, [], [own], writer) : block];
}

function toolsOf(conversation: Conversation, parsed: Parsed, options: ReplayOptions, allowed: readonly string[] | undefined, writer: RequestWriter): Wire | undefined {
  const carriers = parsed.loadedTools.flatMap(({ id }) => id === undefined ? [] : [id]);
  const tools = options.tools === 'recorded' ? anthropicTools(conversation.recorded, parsed, allowed) : undefined;
  if (tools !== undefined) return carriers.length === 0 ? tools : place(tools, carriers, [{ op: 'moved', why: { reason: 'Tools that stand in the input join the request\'s tools.' } }], writer);
  for (const id of carriers) writer.omit(id, { reason: 'Recorded tools are not sent: other ones were asked for.' });
  if (Array.isArray(options.tools)) return options.tools.length === 0 ? undefined : options.tools as Wire;
  return options.tools === 'stubs' ? stubs(parsed, writer) : undefined;
}

/** One inert definition for each name that a call uses. */
function stubs(parsed: Parsed, writer: RequestWriter): Wire | undefined {
  const names = new Set(parsed.messages.flatMap((message) => message.role === 'assistant' ? message.parts.flatMap((part) => part.type === 'call' ? [wireName(part.namespace, part.name)] : []) : []));
  if (names.size === 0) return undefined;
  const why: Mark = { op: 'converted', why: { reason: 'No tool definitions were asked for but these: one that does nothing for each name used.' } };
  const all = [...names];
  return all.map((name, index) => place({ name, description: '', input_schema: { type: 'object', properties: {} }, ...(index === all.length - 1 ? { cache_control: { type: 'ephemeral' } } : {}) }, [], [why], writer));
}
