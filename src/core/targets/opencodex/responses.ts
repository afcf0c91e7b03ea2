import type { Json } from '../../model/json.ts';
import { asObject } from '../../model/json.ts';
import { at, type Id, type Source } from '../../model/source.ts';
import type { Entry } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions, type Serializer } from '../../replay/serializer.ts';
import { derivedRef, joinRef, nativeRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { activeEntries, type Conversation } from '../../turns/conversation.ts';
import { inboundItems } from './inbound.ts';
import { subjectsWithoutBlocks } from './item.ts';
import { passedItem, type Passing } from './passed-items.ts';
import { passedMessages } from './passed-messages.ts';
import { publicName, publicTools, without } from './passed-tools.ts';
import { askedOf, choiceOf, effortOf, streams } from './params.ts';
import { omitAll, place } from './place.ts';
import { acceptsRequests } from './request.ts';
import { CLIENT_TEXT, systemText } from './system-text.ts';
import { VARIANTS, variantOf } from './variant.ts';

/** opencodex's pass-through to a Responses service: it works on the request's own items, not on the parser's messages. */
export const opencodexResponses: Serializer = {
  id: 'opencodex/openai-responses',
  label: 'opencodex → Responses',
  api: 'openai-responses',
  kind: 'emulation',
  description: 'opencodex 2.63.0 (pass-through to a Responses service other than OpenAI\'s own), compared with ten recorded requests; variant 2.31.0 (source of 2026-08-22) leaves agent messages the items they are, pre-93 passes like 2.63.0. '
    + 'A step of the running proxy that replaces encrypted parts of agent messages, its prompt for compactions and its cache keys are not applied.',
  ruleFamilies: ['json', 'openai-responses', 'opencodex'],
  array: 'input',
  mergesAdjacent: false,
  options: [
    { name: 'variant', values: VARIANTS.map((variant) => variant.id), default: VARIANTS[0]!.id, description: '2.31.0 passes agent messages on as they are.' },
    { name: 'model', values: 'a model name', description: 'Default: the recorded model, else a placeholder.' },
    { name: 'tools', values: ['recorded', 'none', 'stubs', 'a list in the form of Responses'], default: 'recorded', description: 'Tool definitions of the request.' },
  ],
  accepts: acceptsRequests,
  write,
};

function write(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire {
  return conversation.format === 'anthropic-messages' ? fromMessages(conversation, options, writer) : fromItems(conversation, options, writer);
}

/** A recorded request passes whole, with its input, tools and tool choice rewritten; anything else gets the body Codex would send. */
function fromItems(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire {
  const { recorded } = conversation;
  const body = recorded.body?.api === 'openai-responses' && recorded.body.kind === 'request' ? recorded.body.at : undefined;
  const { params = {} } = recorded;
  // Codex stores nothing (`store: false` in every request recorded), so ids of items must not be sent.
  const passing: Passing = { unstored: body === undefined || params['store'] === false, variant: variantOf(options.variant), writer };
  const { input, instructions } = inputOf(conversation, body, passing);
  const tools = toolsOf(conversation, options, writer);
  const choice = params['tool_choice'];
  const set: WireObject = {
    ...(options.model === undefined ? {} : { model: options.model }), ...(input === undefined ? {} : { input }),
    ...(tools === undefined ? {} : { tools }), ...(asObject(choice) === undefined ? {} : { tool_choice: publicChoice(choice!) }),
  };
  if (body === undefined) {
    return {
      model: options.model ?? recorded.model ?? MODEL_PLACEHOLDER, ...(instructions === undefined ? {} : { instructions }), input: input ?? [], ...(tools === undefined ? {} : { tools }),
      tool_choice: 'auto', store: false, stream: true, include: ['reasoning.encrypted_content'],
    };
  }
  const omit = tools === undefined && recorded.tools !== undefined ? ['tools'] : [];
  const shape = { ...(recorded.model === undefined ? {} : { model: recorded.model }), ...params, ...(instructions === undefined ? {} : { instructions }), ...(input === undefined ? textInput(conversation, writer) : {}), ...set };
  return nativeRef(body, shape, omit, set);
}

/** The items of the input, or undefined where the recorded input is a string that passes as it is; and what stands for `instructions`. */
function inputOf(conversation: Conversation, body: Source | undefined, passing: Passing): { readonly input: readonly Wire[] | undefined; readonly instructions: Wire | undefined } {
  const { writer } = passing;
  const subjects = subjectsWithoutBlocks(conversation.turns);
  const input: Wire[] = [];
  const heads: Entry[] = [];
  const entries = activeEntries(conversation);
  for (const entry of entries) {
    if (isHead(entry)) { heads.push(entry); continue; }
    if (entry.source.record < 0 || entry.detail?.['easy'] === true) {
      if (entries.some((other) => other.source.record < 0) || body === undefined) input.push(easyMessage(entry, writer));
      continue;
    }
    if (isCompaction(entry)) { omitAll([...entry.blocks.map((b) => b.id), ...(subjects.has(entry) ? [subjects.get(entry)!] : [])], { reason: 'The client answers a request for compaction with a prompt of its own.' }, writer); continue; }
    input.push(passedItem(entry, subjects.get(entry), passing));
  }
  if (entries.some(isCompaction)) input.push(writer.insert({ type: 'message', role: 'user', content: [{ type: 'input_text', text: CLIENT_TEXT }] }, { reason: 'The client asks for the compaction in words of its own.' }));
  const ids = heads.flatMap((entry) => entry.blocks.length > 0 ? entry.blocks.map((block) => block.id) : subjects.has(entry) ? [subjects.get(entry)!] : []);
  const string = input.length === 0 && entries.some((entry) => entry.detail?.['easy'] === true) && body !== undefined;
  return { input: string ? undefined : input, instructions: instructionsOf(conversation, heads, ids, body, writer) };
}

function isHead(entry: Entry): boolean {
  return entry.source.record === 0 && /^\/instructions(\/|$)/.test(entry.source.pointer);
}

function isCompaction(entry: Entry): boolean {
  return entry.detail?.['itemType'] === 'compaction_trigger';
}

function easyMessage(entry: Entry, writer: RequestWriter): Wire {
  return writer.frame({ type: 'message', role: 'user', content: entry.blocks.map((block) => place({ type: 'input_text', text: textRef(block.text) }, [block.id], [], writer)) });
}

function textInput(conversation: Conversation, writer: RequestWriter): WireObject {
  const block = activeEntries(conversation).find((entry) => entry.detail?.['easy'] === true)?.blocks[0];
  return block === undefined ? {} : { input: place(textRef(block.text), [block.id], [], writer) };
}

/** In a body they pass as they are; a rollout's base instructions are what Codex sends in their place. */
function instructionsOf(conversation: Conversation, heads: readonly Entry[], ids: readonly Id[], body: Source | undefined, writer: RequestWriter): Wire | undefined {
  if (ids.length > 0 && body !== undefined) {
    const [block] = heads[0]!.blocks;
    const whole = heads.length === 1 && block !== undefined && block.source.pointer === '/instructions' ? textRef(block.text) : nativeRef(at(body, '/instructions'), {});
    return place(whole, ids, [], writer);
  }
  const blocks = [...conversation.recorded.system, ...heads.flatMap((entry) => entry.blocks)];
  for (const block of blocks) if (block.kind !== 'text') writer.omit(block.id, { reason: 'Instructions are text; this is none.' });
  const texts = blocks.filter((block) => block.kind === 'text');
  if (blocks.length === 0) omitAll(ids, { reason: 'Empty instructions are not sent.' }, writer);
  if (texts.length === 0) return undefined;
  return place(texts.length === 1 ? textRef(texts[0]!.text) : joinRef(texts.map((block) => textRef(block.text)), '\n\n'), texts.map((block) => block.id), [], writer);
}

/** Recorded tools in the public form, with those that a tool search has loaded; asked-for ones as given. */
function toolsOf(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire | undefined {
  const entries = activeEntries(conversation);
  if (Array.isArray(options.tools)) return options.tools.length === 0 ? undefined : options.tools as Wire;
  if (options.tools === 'stubs') return stubs(entries, writer);
  if (options.tools === 'none' || entries.some(isCompaction)) return undefined;
  const { tools } = conversation.recorded;
  const loaded = entries.filter((entry) => entry.detail?.['itemType'] === 'tool_search_output').map((entry) => at(entry.source, `${entry.source.pointer}/tools`));
  if (tools === undefined && loaded.every((_, index) => entries.filter((entry) => entry.detail?.['itemType'] === 'tool_search_output')[index]!.blocks.length === 0)) return undefined;
  return derivedRef([...(tools === undefined ? [] : [tools.at]), ...loaded], (tools?.names ?? []).map((name) => ({ name })), (values) => publicTools(values));
}

function stubs(entries: readonly Entry[], writer: RequestWriter): Wire | undefined {
  const names = new Set(entries.flatMap((entry) => entry.blocks.flatMap((block) => block.kind === 'tool-call' ? [publicName(block.namespace, block.name ?? block.nativeType)] : [])));
  const why = { reason: 'No tool definitions were asked for but these: one that does nothing for each name used.' };
  return names.size === 0 ? undefined : [...names].map((name) => writer.insert({ type: 'function', name, description: '', parameters: { type: 'object', properties: {} } }, why));
}

function publicChoice(choice: Json): Json {
  const object = asObject(choice);
  const { namespace, name } = object ?? {};
  if (object?.['type'] === 'tool_search') return { type: 'function', name: 'tool_search' };
  return object !== undefined && typeof namespace === 'string' && typeof name === 'string' ? { ...without(object, 'namespace'), name: publicName(namespace, name) } : choice;
}

/** A Messages request, as the request that the client makes of it (source 2.31.0; thinking as in runs of 2.63.0). */
function fromMessages(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire {
  const variant = variantOf(options.variant);
  const { recorded } = conversation;
  const { api, params = {} } = recorded;
  const { input, system } = passedMessages(inboundItems(conversation, variant), variant, writer);
  const instructions = systemText(system, false, writer, (text) => text);
  const choice = choiceOf(params, api);
  const asked = askedOf(params, api);
  const effort = effortOf(params, api);
  const tools = options.tools !== 'recorded' ? toolsOf(conversation, options, writer) : recorded.tools === undefined ? undefined
    : derivedRef([recorded.tools.at], recorded.tools.names.map((name) => ({ name })), ([list]) => functionsOf(list));
  return {
    model: options.model ?? recorded.model ?? MODEL_PLACEHOLDER, input, store: false, stream: streams(params, conversation.format),
    ...(instructions === undefined ? {} : { instructions }), ...(tools === undefined ? {} : { tools }),
    ...(choice === undefined ? {} : { tool_choice: typeof choice === 'object' && 'name' in choice ? { type: 'function', name: choice.name } : choice as string }),
    ...(asked.maxTokens === undefined ? {} : { max_output_tokens: asked.maxTokens }), ...(asked.temperature === undefined ? {} : { temperature: asked.temperature }),
    ...(asked.topP === undefined ? {} : { top_p: asked.topP }), ...(asked.stop === undefined ? {} : { stop: asked.stop }),
    ...(effort === undefined ? {} : { reasoning: effort === 'none' ? { effort } : { summary: 'auto', effort } }),
  };
}

function functionsOf(list: Json | undefined): readonly Json[] {
  return (Array.isArray(list) ? list as readonly Json[] : []).flatMap((value): readonly Json[] => {
    const tool = asObject(value);
    const parameters = asObject(tool?.['input_schema']);
    if (typeof tool?.['type'] === 'string' && tool['type'].startsWith('web_search')) return [{ type: 'web_search' }];
    if (typeof tool?.['name'] !== 'string' || parameters === undefined) return [];
    const { name, description } = tool;
    return [{ type: 'function', name, ...(typeof description === 'string' ? { description } : {}), parameters }];
  });
}
