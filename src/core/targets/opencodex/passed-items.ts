import type { Block } from '../../model/block.ts';
import { asArray, asObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Id } from '../../model/source.ts';
import type { Entry } from '../../model/turn.ts';
import { tableOf } from '../../model/table.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { derivedRef, literal, nativeRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import { itemShape, partShape, stepsInside } from '../reference/responses-shape.ts';
import { ShapeTree } from '../reference/shape-tree.ts';
import { compactionText } from './compaction.ts';
import { isString } from './content.ts';
import type { Mark } from './message.ts';
import { passedReasoning } from './passed-reasoning.ts';
import { publicName, publicTools, without } from './passed-tools.ts';
import { converted, omitAll, place } from './place.ts';
import type { Variant } from './variant.ts';

/** What decides how items pass: `unstored` requests carry no item ids. */
export interface Passing { readonly unstored: boolean; readonly variant: Variant; readonly writer: RequestWriter }

/** Ids of these items must begin like this, or are left out (issue 215, 2026-07-22). */
const PREFIXES = tableOf<string>({ message: 'msg_', agent_message: 'amsg_', reasoning: 'rs_', function_call: 'fc_', custom_tool_call: 'ctc_', tool_search_call: 'tsc_', web_search_call: 'ws_' });
const COMPACTIONS: readonly string[] = ['compaction', 'compaction_summary', 'context_compaction'];
const READABLE: readonly string[] = ['input_text', 'input_image', 'input_file'];

/**
 * An item of the input as it passes through to a Responses service that is not OpenAI's own for Codex: itself but for what such
 * a service refuses. `subject` is decided on where the item has no blocks.
 */
export function passedItem(entry: Entry, subject: Id | undefined, passing: Passing): Wire {
  const type = typeof entry.detail?.['itemType'] === 'string' ? entry.detail['itemType'] : 'message';
  const [block] = entry.blocks;
  if (type === 'reasoning' && block !== undefined) return passedReasoning(entry, !keepsId(type, block.itemId, passing), passing.writer);
  if (type === 'agent_message' && passing.variant.rewritesAgentMessages && isReadable(entry)) return spoken(entry, passing.writer);
  if (COMPACTIONS.includes(type) && block?.signature !== undefined) return summary(entry, block, passing.writer);
  if (type === 'tool_search_call' && block !== undefined) return searchCall(entry, block, passing);
  if (type === 'tool_search_output') return searchOutput(entry, subject, passing.writer);
  if (type === 'web_search_call' && block !== undefined) return webSearch(entry, block, passing);
  if (type === 'additional_tools' && block !== undefined) return moreTools(entry, block, passing);
  if ((type === 'function_call' || type === 'custom_tool_call') && block?.namespace !== undefined) {
    const mark = converted('Namespaces are Codex\'s own: this one goes in front of the tool\'s name.');
    return native(entry, type, subject, passing, ['namespace'], { name: publicName(block.namespace, block.name ?? '') }, [mark]);
  }
  return native(entry, type, subject, passing, [], {}, []);
}

function keepsId(type: string, id: string | undefined, { unstored }: Passing): boolean {
  const prefix = PREFIXES[type];
  return !unstored && (prefix === undefined || id?.startsWith(prefix) === true);
}

function native(entry: Entry, type: string, subject: Id | undefined, passing: Passing, left: readonly string[], set: WireObject, marks: readonly Mark[]): Wire {
  const { writer } = passing;
  const source = entry.native ?? entry.blocks.find((block) => block.native !== undefined)?.native;
  const shape = itemShape(entry);
  const omit = [...(source?.omit ?? []), ...(keepsId(type, typeof shape['id'] === 'string' ? shape['id'] : undefined, passing) ? [] : ['id']), ...left];
  const tree = new ShapeTree({ ...Object.fromEntries(Object.entries(shape).filter(([key]) => !omit.includes(key))), ...set });
  const node = nativeRef(source?.at ?? entry.source, tree.root, omit, set);
  const own = entry.blocks.filter((block) => stepsInside(entry, block).length === 0);
  const inner = entry.blocks.filter((block) => !own.includes(block));
  for (const block of inner) place(tree.node(stepsInside(entry, block), partShape(block)), [block.id], marks, writer);
  const ids = own.length > 0 ? own.map((block) => block.id) : entry.blocks.length === 0 && subject !== undefined ? [subject] : [];
  return ids.length > 0 ? place(node, ids, marks, writer) : writer.frame(node);
}

/** Only a message whose parts all can be read is rewritten; one with encrypted or without content stays the item it is. */
function isReadable({ blocks }: Entry): boolean {
  const parts = blocks.filter((block) => block.synthetic !== true);
  return parts.length > 0 && parts.every((block) => READABLE.includes(block.nativeType) && !isString(block));
}

function spoken(entry: Entry, writer: RequestWriter): Wire {
  const mark = converted('Other services know no agent messages: sent as a user message that says whose it is.');
  const { author, recipient } = entry;
  const head = writer.insert({ type: 'input_text', text: `Agent message ${JSON.stringify({ author, recipient })}` }, { reason: 'The client says between whom the agent message went.' });
  const parts = entry.blocks.filter((block) => block.synthetic !== true).map((block) => place(nativeRef(block.source, partShape(block)), [block.id], [mark], writer));
  omitAll(entry.blocks.filter((block) => block.synthetic === true).map((block) => block.id), { reason: 'The client sends the blank parts as they are.' }, writer);
  return writer.frame({ type: 'message', role: 'user', content: [head, ...parts] });
}

/** No other service can read what a provider encrypted for itself; the client's own envelope holds plain text. */
function summary(entry: Entry, block: Block, writer: RequestWriter): Wire {
  const { text, reason } = compactionText(block);
  omitAll(entry.blocks.slice(1).map((other) => other.id), { reason: 'Only the payload of a compaction item is used.' }, writer);
  return writer.frame({ type: 'message', role: 'user', content: [place({ type: 'input_text', text }, [block.id], [converted(reason)], writer)] });
}

/** The private tool search becomes an ordinary call (source 2.31.0). */
function searchCall(entry: Entry, block: Block, passing: Passing): Wire {
  const drop = !keepsId('tool_search_call', block.itemId, passing);
  const shape = { type: 'function_call', ...(block.callId === undefined ? {} : { call_id: block.callId }), name: 'tool_search' };
  return place(derivedRef([entry.source], shape, ([value]) => {
    const item = asObject(value) ?? {};
    const args = item['arguments'];
    const id = typeof item['id'] === 'string' && item['id'].startsWith('tsc_') ? `fc_${item['id'].slice(4)}` : item['id'];
    const rest = without(without(without(item, 'execution'), 'arguments'), 'id');
    return { ...rest, type: 'function_call', ...(drop || id === undefined ? {} : { id }), name: 'tool_search', arguments: typeof args === 'string' ? args : spelled(asObject(args) ?? {}) };
  }), entry.blocks.map((b) => b.id), [converted('The private tool search becomes a call of a function.')], passing.writer);
}

function searchOutput(entry: Entry, subject: Id | undefined, writer: RequestWriter): Wire {
  const node = derivedRef([entry.source], { type: 'function_call_output', ...(entry.callId === undefined ? {} : { call_id: entry.callId }) }, ([value]) => {
    const item = asObject(value) ?? {};
    const found = { tools: asArray(item['tools']) ?? [], ...(typeof item['status'] === 'string' ? { status: item['status'] } : {}) };
    const rest = ['execution', 'id', 'tools', 'status'].reduce(without, item);
    return { ...rest, type: 'function_call_output', output: spelled(found) };
  });
  const ids = entry.blocks.length > 0 ? entry.blocks.map((block) => block.id) : subject === undefined ? [] : [subject];
  return place(node, ids, [converted('The private result of a tool search becomes the output of a function, spelled as JSON.')], writer);
}

/** Values nested deeper than the stack cannot be spelled, by the client neither. */
function spelled(value: Json): Wire {
  try { return JSON.stringify(value); } catch { return literal('[nested too deep]'); }
}

/** Some services want `queries` beside a single `query` (issue 930). */
function webSearch(entry: Entry, block: Block, passing: Passing): Wire {
  const drop = !keepsId('web_search_call', block.itemId, passing);
  const node: RefNode = derivedRef([entry.source], { type: 'web_search_call', ...(drop || block.itemId === undefined ? {} : { id: block.itemId }) }, ([value]) => {
    const item = asObject(value) ?? {};
    const action = asObject(item['action']);
    const adds = action?.['type'] === 'search' && typeof action['query'] === 'string' && !Array.isArray(action['queries']);
    return { ...(drop ? without(item, 'id') : item), ...(adds ? { action: { ...action, queries: [action['query']!] } } : {}) };
  });
  passing.writer.place(node, entry.blocks.map((b) => b.id), 'kept', { reason: 'Sent as recorded; the client adds `queries` where only `query` is recorded.' });
  return node;
}

function moreTools(entry: Entry, block: Block, passing: Passing): Wire {
  const node = derivedRef([entry.source], { type: 'additional_tools' }, ([value]): JsonObject => {
    const item = asObject(value) ?? {};
    return { ...(passing.unstored ? without(item, 'id') : item), ...(Array.isArray(item['tools']) ? { tools: publicTools([item['tools'] as Json]) } : {}) };
  });
  return place(node, [block.id, ...entry.blocks.slice(1).map((b) => b.id)], [converted('Definitions are written in the public form.')], passing.writer);
}
