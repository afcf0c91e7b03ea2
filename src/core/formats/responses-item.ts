import type { Block, BlockKind, Native } from '../model/block.ts';
import { detached, factsOf, NO_TEXT } from '../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../model/json.ts';
import { at, idOf, type Source } from '../model/source.ts';
import type { Entry, Response, Role } from '../model/turn.ts';
import { signatureOf } from '../signatures/classify.ts';
import { decodeVia } from '../signatures/decode-via.ts';
import { callBlock, isCall, isOutput, outputBlocks } from './responses-item/calls.ts';
import { contentBlocks, type Shared } from './responses-item/content.ts';
import { messageLabel } from './responses-item/label.ts';
import { reasoningBlocks } from './responses-item/reasoning.ts';
import { below, detailOf, word } from './responses-item/repeated.ts';

/** Text of an agent message without content: opencodex' words, so that its boundary stays in the conversation (its PR #93, 2026-07-11). */
export const EMPTY_AGENT_MESSAGE = '(sub-agent message received)';

/** Tools that run at the provider: call and result are one item. */
const HOSTED: readonly string[] = ['web_search_call', 'file_search_call', 'code_interpreter_call', 'image_generation_call', 'mcp_call', 'mcp_list_tools', 'mcp_approval_request', 'program'];
const COMPACTION: readonly string[] = ['compaction', 'compaction_summary', 'context_compaction'];
const CONTROL: readonly string[] = ['additional_tools', 'compaction_trigger', 'configuration_update'];

/** Who made an item: decides where responses begin and end. */
export type Maker = 'model' | 'tool' | 'input';

/** True for an item type that is read as what it is, not only kept. */
export function isKnownItem(type: string): boolean {
  return type === 'message' || type === 'reasoning' || type === 'agent_message' || type === 'item_reference' || isCall(type) || isOutput(type) || HOSTED.includes(type) || COMPACTION.includes(type) || CONTROL.includes(type);
}

/** The type of an item; a message is allowed to have none. */
export function itemTypeOf(item: JsonObject): string {
  return asString(item.type) ?? (typeof item.role === 'string' ? 'message' : 'unknown');
}

/** Who made an item, by its type and role alone. */
export function makerOf(item: JsonObject): Maker {
  const type = itemTypeOf(item);
  if (type === 'message') return item.role === 'assistant' ? 'model' : 'input';
  if (type === 'agent_message' || type === 'mcp_approval_response' || COMPACTION.includes(type) || CONTROL.includes(type)) return 'input';
  return type.endsWith('_output') || type.endsWith('_result') ? 'tool' : 'model';
}

/**
 * Reads one Responses item into an entry: used by Responses bodies and by Codex rollouts, whose records wrap such items.
 * `pointer` is the item's place in its record. Total: what it does not know becomes an opaque block. `omit` names keys that
 * the client which wrote the file never sends.
 */
export function readItem(value: Json, record: Source, pointer: string, response?: Response, omit: readonly string[] = []): Entry {
  const item = asObject(value);
  if (item === undefined) return stray(value, record, pointer);
  const type = word(itemTypeOf(item));
  const itemId = asString(item.id);
  const callId = asString(item.call_id);
  const own: Shared = response === undefined ? itemId === undefined ? {} : { itemId } : itemId === undefined ? { response: response.key } : { itemId, response: response.key };
  const source = at(record, pointer);
  const native: Native = omit.length === 0 ? { api: 'openai-responses', at: source } : { api: 'openai-responses', at: source, omit };
  const common: Common = { source, native, detail: detailOf(item, type), response };
  if (type === 'message') return message(item, record, pointer, own, common);
  if (type === 'reasoning') return entryOf('assistant', reasoningBlocks(item, source, native, own), common);
  const called: Shared = callId === undefined ? own : { callId, ...own };
  if (isCall(type)) return entryOf('assistant', [callBlock(type, item, source, native, called)], common);
  if (isOutput(type)) {
    const { blocks, isError } = outputBlocks(type, item, record, pointer, called);
    if (callId === undefined || callId === '') return entryOf('toolResult', blocks, strayCommon(item, common), isError === undefined ? resultOf(callId) : { ...resultOf(callId), isError });
    return entryOf('toolResult', blocks, common, isError === undefined ? resultOf(callId) : { ...resultOf(callId), isError });
  }
  if (type === 'agent_message') {
    const { role, blocks, ...said } = agentMessage(item, record, pointer, own);
    return entryOf(role, blocks, common, said);
  }
  const whole = (role: Role, kind: BlockKind, meaning?: Block['meaning'], shared: Shared = own, more: Partial<Entry> = {}): Entry =>
    entryOf(role, [{ id: idOf(source), kind, nativeType: type, text: NO_TEXT, source, native, ...(meaning === undefined ? {} : { meaning }), ...shared }], common, more);
  if (HOSTED.includes(type)) return hosted(whole('assistant', 'server-tool-use', 'hosted-tool', called), item);
  if (COMPACTION.includes(type)) return compaction(whole('user', 'compaction'), item, record, pointer);
  if (CONTROL.includes(type)) return whole('developer', 'opaque', 'control');
  if (type === 'item_reference') return whole('assistant', 'opaque', 'reference');
  switch (makerOf(item)) {
    case 'tool': return whole('toolResult', 'opaque', undefined, called, resultOf(callId));
    case 'input': return whole('user', 'opaque');
    case 'model': return whole('assistant', 'opaque', undefined, called);
  }
}

/** What every entry of an item has. */
interface Common { readonly source: Source; readonly native: Native; readonly detail: Readonly<Record<string, Json>>; readonly response: Response | undefined }

/**
 * Entries and blocks are made by the million, so each is one literal that begins with members of its own: an object that
 * begins with a spread gets a hidden class to itself in V8 (Node 20), which costs more than the object.
 */
function entryOf(role: Role, blocks: readonly Block[], { source, native, detail, response }: Common, more: Partial<Entry> = NOTHING): Entry {
  if (more === NOTHING) return response === undefined ? { role, source, visibility: 'active', blocks, native, detail } : { role, source, visibility: 'active', blocks, native, detail, response };
  return response === undefined ? { role, source, visibility: 'active', blocks, native, detail, ...more } : { role, source, visibility: 'active', blocks, native, detail, response, ...more };
}

const NOTHING = {};

function resultOf(callId: string | undefined): Pick<Entry, 'callId'> {
  return callId === undefined ? NOTHING : { callId };
}

/** An output that answers no call may say itself what it is of (opencodex reads such an item as a task from outside). */
function strayCommon(item: JsonObject, common: Common): Common {
  const { id, name, namespace } = item;
  const said = [id, name, namespace].every((value) => typeof value === 'string' && value.trim() !== '');
  return said ? { ...common, detail: { ...common.detail, itemId: detached(id as string), name: detached(name as string), namespace: detached(namespace as string) } } : common;
}

/** A value that is no object stands where an item should: shown, and nobody's words. */
function stray(value: Json, record: Source, pointer: string): Entry {
  const source = at(record, pointer);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return { role: 'user', source, visibility: 'active', detail: { itemType: type }, blocks: [{ id: idOf(source), kind: 'opaque', nativeType: type, text: NO_TEXT, source, native: { api: 'openai-responses', at: source } }] };
}

const ROLES: readonly string[] = ['user', 'developer', 'system', 'assistant'];

function message(item: JsonObject, record: Source, pointer: string, own: Shared, common: Common): Entry {
  const said = asString(item.role) ?? '';
  const role = ROLES.includes(said) ? said as Role : 'user';
  const kind = messageLabel(item, role);
  const blocks = contentBlocks(item.content, record, below(pointer, '/content'), own);
  if (role !== said) return entryOf(role, blocks, { ...common, detail: { ...common.detail, nativeRole: said } }, kind === undefined ? NOTHING : { kind });
  return entryOf(role, blocks, common, kind === undefined ? NOTHING : { kind });
}

/**
 * An agent message is external input to the agent, never part of a response beside it. Where it says nothing a synthetic
 * text stands for it, because without a user turn two signed responses would become one.
 */
export function agentMessage(item: JsonObject, record: Source, pointer: string, own: Shared): Pick<Entry, 'role' | 'kind' | 'author' | 'recipient' | 'blocks'> {
  const author = asString(item.author);
  const recipient = asString(item.recipient);
  const blocks = contentBlocks(item.content, record, below(pointer, '/content'), own);
  const silent = blocks.every((block) => block.kind === 'text' && block.text.state !== 'text');
  const source = at(record, pointer);
  const placeholder: Block = { id: idOf(source), kind: 'text', nativeType: 'agent_message', synthetic: true, text: factsOf(EMPTY_AGENT_MESSAGE, []), source, ...own };
  return {
    role: 'user', kind: 'agent-message', ...(author === undefined ? {} : { author }), ...(recipient === undefined ? {} : { recipient }),
    blocks: silent ? [...blocks, placeholder] : blocks,
  };
}

function hosted(entry: Entry, item: JsonObject): Entry {
  const name = asString(item.name) ?? itemTypeOf(item).replace(/_call$/, '');
  const action = asObject(item.action);
  const query = asString(action?.query) ?? asString(asArray(item.queries)?.[0]);
  const detail = { ...(typeof item.status === 'string' ? { status: item.status } : {}), ...(query === undefined ? {} : { query: detached(query.slice(0, 200)) }) };
  return { ...entry, blocks: entry.blocks.map((block) => ({ ...block, name, ...(Object.keys(detail).length === 0 ? {} : { detail }) })) };
}

/** A compaction made at the provider. opencodex writes its own summaries into the same slot (`ocx1:`), readable. */
function compaction(entry: Entry, item: JsonObject, record: Source, pointer: string): Entry {
  const value = asString(item.encrypted_content);
  if (value === undefined || value === '') return { ...entry, kind: 'compaction' };
  const source = at(record, below(pointer, '/encrypted_content'));
  const own = value.startsWith('ocx1:');
  const summary = own ? decodeVia('ocx1', value) : undefined;
  const signature = signatureOf({ value, carrier: 'openai-item', kind: own ? 'envelope' : 'openai-encrypted', source });
  const text = typeof summary === 'string' ? { text: factsOf(summary, [at(record, below(pointer, '/encrypted_content'), ['ocx1'])]) } : {};
  return { ...entry, kind: 'compaction', blocks: entry.blocks.map((block) => ({ ...block, signature, ...text })) };
}
