import type { Block, Native } from '../../model/block.ts';
import type { Op, Why } from '../../model/decision.ts';
import { asObject, type Json } from '../../model/json.ts';
import { isBound } from '../../model/signature.ts';
import type { Id } from '../../model/source.ts';
import { wellFormedJson } from '../../model/surrogates.ts';
import type { Entry, Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { derivedRef, isRef, literal, nativeRef, textRef, type RefNode, type Transform, type Wire, type WireObject } from '../../replay/wire.ts';
import { SILENT_AGENT, spokenAgentMessage } from '../reference/agent-message.ts';
import { meaningOf, sendsInput } from '../reference/input-policy.ts';
import { hasBytes, NOT_IN_FILE, notInFile, responsesMedia } from '../reference/media.ts';
import { itemShape, partShape, stepsInside } from '../reference/responses-shape.ts';
import { ShapeTree } from '../reference/shape-tree.ts';
import { responsesReasoning, STRIPPED } from '../reference/thinking-carrier.ts';

export interface Mark { readonly op: Exclude<Op, 'omitted' | 'rejected'>; readonly why: Why }
/** A node of an item and the blocks it carries. */
export interface Part { readonly node: WireObject | RefNode; readonly ids: readonly Id[]; readonly marks: readonly Mark[]; readonly inserted?: Why }

/** One element of `input` before it is placed. `own` are blocks that the item itself is. */
export interface Item {
  readonly type: string;
  readonly made: 'model' | 'tool' | 'input';
  readonly node: WireObject | RefNode;
  readonly own: readonly Id[];
  readonly parts: readonly Part[];
  readonly marks: readonly Mark[];
  readonly turn?: Turn;
  readonly callId?: string;
  readonly itemId?: string;
  readonly response?: string;
  readonly inserted?: Why;
}

/** What items are made with. `stored`: the server keeps answers, so that an item of it is known by its id. */
export interface ItemMaking { readonly options: ReplayOptions; readonly writer: RequestWriter; readonly stored: boolean }

const API = 'openai-responses';
const NAME = 'OpenAI Responses';
const FORM: Mark = { op: 'converted', why: { reason: 'Written as an item of the API.' } };
const SILENT: Mark = { op: 'kept', why: { reason: 'The item itself is sent; it has no content of its own.' } };
export const SURROGATE: Mark = { op: 'converted', why: { reason: 'Unpaired surrogates are replaced by U+FFFD: the API takes valid JSON only.', rule: 'json/lone-surrogate' } };
const NO_FLAG: Mark = { op: 'kept', why: { reason: 'Sent as recorded; the API has no field for the error flag of the result.' } };

/** The published types want the list, empty or not. */
const NO_ANNOTATIONS: WireObject = { annotations: [] };

/** Recorded items that can be built anew, where a string of them must be sent otherwise than recorded. */
const REBUILT = new Set(['message', 'function_call', 'custom_tool_call', 'function_call_output', 'custom_tool_call_output']);

/** The items of an entry: the recorded item itself where it is one, else items built from its blocks. */
export function itemsOf(entry: Entry, turn: Turn, making: ItemMaking): readonly Item[] {
  const repaired = making.options.mode === 'repair' && entry.blocks.some((block) => block.text.loneSurrogate);
  const native = entry.native ?? strayOf(entry);
  if (native?.api === API && !(repaired && REBUILT.has(String(entry.detail?.itemType)))) return nativeItem(entry, native, turn, making);
  switch (entry.role) {
    case 'assistant': return assistantItems(entry, turn, making);
    case 'toolResult': return [resultItem(entry, turn, making)];
    case 'user': case 'system': case 'developer': return [messageItem(entry, turn, making)].filter((item) => item !== undefined);
  }
}

/** An element that is no object is recorded as a block only. */
function strayOf({ blocks, source }: Entry): Native | undefined {
  return blocks.length === 1 && blocks[0]!.kind === 'opaque' && blocks[0]!.source.pointer === source.pointer ? blocks[0]!.native : undefined;
}

function nativeItem(entry: Entry, native: Native, turn: Turn, { options, writer, stored }: ItemMaking): readonly Item[] {
  const type = typeof entry.detail?.itemType === 'string' ? entry.detail.itemType : 'message';
  if (type === 'reasoning') {
    const omit = (why: Why): readonly Item[] => { for (const block of entry.blocks) writer.omit(block.id, why); return []; };
    if (options.thinking === 'strip') return omit(STRIPPED);
    // A server that stored the answer has the item: its id is enough.
    const known = stored && entry.blocks.some((block) => block.itemId !== undefined);
    if (!known && !entry.blocks.some((block) => isBound(block.signature) || block.detail?.krc === true)) return omit(reasonOf(entry));
  }
  const tree = new ShapeTree(itemShape(entry));
  const own: Id[] = [];
  const parts: Part[] = [];
  let silent = false;
  for (const block of entry.blocks) {
    const steps = stepsInside(entry, block);
    if (steps.length === 0) { own.push(block.id); silent ||= block.synthetic === true; } else parts.push({ node: tree.node(steps, partShape(block, options.mode === 'repair' ? 'well-formed' : 'none')), ids: [block.id], marks: block.text.loneSurrogate && options.mode === 'repair' ? [SURROGATE] : [] });
  }
  const first = entry.blocks[0];
  // Texts of an item that cannot be built anew are replaced in a copy of it; reasoning is signed and left to its own repair.
  const lone = options.mode === 'repair' && type !== 'reasoning' && entry.blocks.some((block) => block.text.loneSurrogate);
  const node = lone ? derivedRef([native.at], replacedShape(tree.root), ([value]) => wellFormedJson(without(value, native.omit)) ?? {}) : nativeRef(native.at, tree.root, native.omit);
  return [{
    type, made: madeBy(entry), node, own, parts, marks: [...(silent ? [SILENT] : []), ...(lone && own.length > 0 ? [SURROGATE] : [])], turn, ...identity(entry, first),
  }];
}

/** The shape of a copy whose texts are replaced: what is known of recorded arguments does not hold of those in it. */
function replacedShape(shape: WireObject): WireObject {
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, isRef(value) && value.ref === 'json' ? {} : value]));
}

function without(value: Json | undefined, omit: readonly string[] = []): Json {
  const object = asObject(value);
  return object === undefined ? value ?? null : Object.fromEntries(Object.entries(object).filter(([key]) => !omit.includes(key)));
}

function reasonOf(entry: Entry): Why {
  const why = entry.blocks[0] === undefined ? true : responsesReasoning(entry.blocks[0]);
  return why === true ? { reason: 'Reasoning without encrypted content is not sent.', rule: 'reference/thinking-unsigned' } : why;
}

function madeBy(entry: Entry): Item['made'] {
  return entry.role === 'assistant' ? 'model' : entry.role === 'toolResult' ? 'tool' : 'input';
}

function identity(entry: Entry, block: Block | undefined): Pick<Item, 'callId' | 'itemId' | 'response'> {
  const callId = entry.callId ?? (block?.kind === 'tool-call' ? block.callId : undefined);
  const itemId = block?.itemId ?? entry.detail?.itemId;
  const response = entry.response?.key;
  return { ...(callId === undefined ? {} : { callId }), ...(typeof itemId === 'string' ? { itemId } : {}), ...(response === undefined ? {} : { response }) };
}

function assistantItems(entry: Entry, turn: Turn, { options, writer }: ItemMaking): readonly Item[] {
  const items: Item[] = [];
  let said: Part[] = [];
  const response = entry.response === undefined ? {} : { response: entry.response.key };
  const flush = (): void => {
    if (said.length === 0) return;
    items.push({ type: 'message', made: 'model', node: { type: 'message', role: 'assistant', content: said.map((part) => part.node) }, own: [], parts: said, marks: [], turn, ...response });
    said = [];
  };
  const item = (type: string, block: Block, members: WireObject, callId?: string, marks: readonly Mark[] = [FORM]): void => {
    flush();
    items.push({ type, made: 'model', node: { type, ...members }, own: [block.id], parts: [], marks, turn, ...(callId === undefined ? {} : { callId }), ...response });
  };
  for (const block of entry.blocks) {
    switch (block.kind) {
      case 'text': said.push(textPart('output_text', block, options)); break;
      case 'refusal': said.push({ node: { type: 'refusal', refusal: textRef(block.text, options.mode === 'repair' ? 'well-formed' : 'none') }, ids: [block.id], marks: [] }); break;
      case 'thinking': case 'redacted-thinking': {
        const sends = options.thinking === 'strip' ? STRIPPED : responsesReasoning(block);
        if (sends !== true) { writer.omit(block.id, sends); break; }
        const summary = block.text.length === 0 ? [] : [{ type: 'summary_text', text: textRef(block.text) }];
        item('reasoning', block, { summary, encrypted_content: textRef(block.signature!.value) });
        break;
      }
      case 'tool-call': {
        const call_id = block.callId ?? '';
        const named = { call_id, name: block.name ?? block.nativeType, ...(block.namespace === undefined ? {} : { namespace: block.namespace }) };
        const lone = options.mode === 'repair' && block.text.loneSurrogate;
        const text = textRef(block.text, lone ? 'well-formed' : 'none');
        const custom = block.nativeType === 'custom_tool_call';
        item(custom ? 'custom_tool_call' : 'function_call', block, { ...named, [custom ? 'input' : 'arguments']: text }, call_id, lone ? [FORM, SURROGATE] : [FORM]);
        break;
      }
      default: writer.omit(block.id, meaningOf(block));
    }
  }
  flush();
  if (entry.blocks.length === 0 && turn.blocks.length === 0) writer.omit(turn.id, { reason: 'Nothing of the turn is left to send.' });
  return items;
}

function textPart(type: string, block: Block, options: ReplayOptions, marks: readonly Mark[] = []): Part {
  const lone = options.mode === 'repair' && block.text.loneSurrogate;
  const as: Transform = lone ? 'well-formed' : 'none';
  return { node: { type, text: textRef(block.text, as), ...(type === 'output_text' ? NO_ANNOTATIONS : {}) }, ids: [block.id], marks: lone ? [...marks, SURROGATE] : marks };
}

/** A part of user input or of a tool's output. */
export function inputPart(block: Block, options: ReplayOptions, marks: readonly Mark[] = []): Part {
  if (block.kind === 'text') return textPart('input_text', block, options, marks);
  if (!hasBytes(block)) return { node: { type: 'input_text', text: notInFile(block) }, ids: [block.id], marks: [...marks, { op: 'converted', why: NOT_IN_FILE }] };
  return { node: responsesMedia(block), ids: [block.id], marks: [...marks, { op: 'converted', why: { reason: 'The image or document is written in the form of the API.' } }] };
}

function messageItem(entry: Entry, turn: Turn, { options, writer }: ItemMaking): Item | undefined {
  const system = entry.role !== 'user';
  const blocks = system ? entry.blocks : spokenAgentMessage({ ...turn, blocks: entry.blocks }, writer).blocks;
  const parts: Part[] = [];
  for (const block of blocks) {
    if (!system) { if (sendsInput(block, 'user', API, NAME, options, writer)) parts.push(inputPart(block, options)); continue; }
    if (block.kind === 'text') parts.push(textPart('input_text', block, options));
    else writer.omit(block.id, block.kind === 'opaque' || block.kind === 'compaction' ? meaningOf(block) : { reason: 'A system text cannot hold this.', rule: 'reference/system-not-text' });
  }
  if (parts.length === 0 && turn.kind === 'agent-message') parts.push({ node: { type: 'input_text', text: literal(SILENT_AGENT) }, ids: [], marks: [], inserted: { reason: 'Nothing of the agent message can be sent; this keeps the responses beside it apart.', rule: 'reference/agent-message-boundary' } });
  if (parts.length === 0 && system && turn.blocks.length > 0) return undefined;
  // Emptied input keeps its place: `""`, as on Chat Completions.
  const content: Wire = parts.length === 0 ? '' : parts.map((part) => part.node);
  return { type: 'message', made: 'input', node: { type: 'message', role: entry.role, content }, own: [], parts, marks: [], turn };
}

function resultItem(entry: Entry, turn: Turn, { options, writer }: ItemMaking): Item {
  const marks = entry.isError === true ? [NO_FLAG] : [];
  const parts = entry.blocks.filter((block) => sendsInput(block, 'tool-result', API, NAME, options, writer)).map((block) => inputPart(block, options, marks));
  const callId = entry.callId ?? '';
  const [only] = parts;
  const block = entry.blocks.find((b) => b.id === only?.ids[0]);
  const string = parts.length === 1 && block?.kind === 'text' && only !== undefined ? { ...only, node: (only.node as WireObject).text as RefNode } : undefined;
  const output: Wire = parts.length === 0 ? '' : string !== undefined ? string.node : parts.map((part) => part.node);
  const type = entry.native?.api === API && typeof entry.detail?.itemType === 'string' ? entry.detail.itemType : 'function_call_output';
  return { type, made: 'tool', node: { type, call_id: callId, output }, own: [], parts: string === undefined ? parts : [string], marks: [], turn, callId };
}

/** Puts a finished item into the request: its blocks are decided now. */
export function commitItem(item: Item, writer: RequestWriter): Wire {
  const { node, own, parts, turn } = item;
  if (item.inserted !== undefined) return writer.insert(node, item.inserted);
  if (own.length > 0) put(node, own, item.marks, writer);
  else if (parts.length > 0) writer.frame(node);
  else if (turn !== undefined) { if (turn.blocks.length === 0) writer.place(node, [turn.id]); else writer.hold(node, turn.id); }
  for (const part of parts) {
    if (part.inserted !== undefined) writer.insert(part.node, part.inserted);
    else put(part.node, part.ids, [...part.marks, ...own.length > 0 ? [] : item.marks], writer);
  }
  return node;
}

function put(node: WireObject | RefNode, ids: readonly Id[], marks: readonly Mark[], writer: RequestWriter): void {
  const [first, ...rest] = marks;
  writer.place(node, ids, first?.op ?? 'kept', first?.why ?? { reason: 'Sent as recorded.' });
  for (const mark of rest) for (const id of ids) writer.mark(id, mark.op, mark.why);
}
