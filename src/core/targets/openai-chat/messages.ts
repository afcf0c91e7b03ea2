import type { Block } from '../../model/block.ts';
import type { Op, Why } from '../../model/decision.ts';
import type { Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { literal, nativeRef, textRef, type RefNode, type Transform, type Wire, type WireObject } from '../../replay/wire.ts';
import { SILENT_AGENT, spokenAgentMessage } from '../reference/agent-message.ts';
import { meaningOf, sendsInput } from '../reference/input-policy.ts';
import { chatMedia, hasBytes, NOT_IN_FILE, notInFile } from '../reference/media.ts';
import { STRIPPED } from '../reference/thinking-carrier.ts';
import { flatName } from '../reference/tool-definitions.ts';
import type { ChatDialect, ReasoningMembers } from './dialect.ts';
import { commitRecorded, recordedChat, type RecordedChat } from './recorded.ts';

export interface Mark { readonly op: Exclude<Op, 'omitted' | 'rejected'>; readonly why: Why }
/** A content part on its way to the wire. `text` is set where it could be string content. */
export interface Part { readonly id?: string; readonly text?: RefNode; readonly node: WireObject | RefNode; readonly marks: readonly Mark[]; readonly inserted?: Why }
/** A call of an assistant message. */
export interface Call { readonly id: string; readonly block: Block; readonly node: WireObject; readonly marks: readonly Mark[] }

/** One message of the request before it is placed. */
export interface ChatDraft {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly turn?: Turn;
  parts: readonly Part[];
  calls: readonly Call[];
  callId?: string;
  /** What carries the reasoning of an assistant message. */
  readonly reasoning?: ReasoningMembers;
  /** Members that stand in no block, each a node that is inserted. */
  readonly added?: { readonly [key: string]: { readonly node: RefNode; readonly why: Why } };
  /** A message that stands in no turn. */
  readonly inserted?: Why;
  /** The recorded message of the same API that this is, as long as parts, calls and id are those it was drafted with. */
  readonly recorded?: RecordedChat & { readonly parts: readonly Part[]; readonly calls: readonly Call[]; readonly callId: string | undefined };
}

export interface ChatMaking { readonly options: ReplayOptions; readonly writer: RequestWriter; readonly dialect: ChatDialect }

const API = 'openai-chat';
const NAME = 'Chat Completions';
const NO_FIELD: Why = { reason: 'Chat Completions has no input field for reasoning; it is not sent, and never turned into text.', rule: 'openai-chat/reasoning-lost' };
const REORDERED: Mark = { op: 'moved', why: { reason: 'The API has no order between text and calls of a message: the text stands in front of them.' } };
const NO_FLAG: Why = { reason: 'Sent as recorded; the API has no field for the error flag of the result.' };
const IMAGES: Mark = { op: 'moved', why: { reason: 'Images may only stand in user messages: it is sent behind the whole batch of results.', rule: 'openai-chat/image-in-tool-message' } };
const SURROGATE: Mark = { op: 'converted', why: { reason: 'Unpaired surrogates are replaced by U+FFFD: the API takes valid JSON only.', rule: 'json/lone-surrogate' } };
const AGENT: Mark = { op: 'moved', why: { reason: 'It stood between a call and its result; the results come first, so it is sent behind them.', rule: 'openai-chat/tool-calls-unanswered' } };

function textTransform(block: Block, options: ReplayOptions): Transform {
  return options.mode === 'repair' && block.text.loneSurrogate ? 'well-formed' : 'none';
}

function textPart(block: Block, options: ReplayOptions, marks: readonly Mark[] = []): Part {
  const as = textTransform(block, options);
  const text = textRef(block.text, as);
  const fixed: readonly Mark[] = as === 'none' ? marks : [...marks, SURROGATE];
  return { id: block.id, text, node: { type: 'text', text }, marks: fixed };
}

/** A system or developer message in its place: the API takes them everywhere. Text only. */
export function systemDraft(turn: Turn | undefined, blocks: readonly Block[], role: 'system' | 'developer', marks: readonly Mark[], { options, writer, dialect }: ChatMaking): ChatDraft | undefined {
  const parts: Part[] = [];
  for (const block of blocks) {
    if (block.kind === 'text') parts.push(textPart(block, options, marks));
    else writer.omit(block.id, block.kind === 'opaque' || block.kind === 'compaction' ? meaningOf(block) : { reason: 'A system text cannot hold this.', rule: 'reference/system-not-text' });
  }
  if (parts.length === 0 && turn?.blocks.length === 0) writer.omit(turn.id, { reason: 'An empty system text is not sent.' });
  const recorded = turn === undefined || parts.length < blocks.length ? undefined : asRecorded(turn, parts, [], undefined, { options, writer, dialect });
  return parts.length === 0 && recorded === undefined ? undefined : { role: role === 'developer' ? dialect.developerRole : 'system', parts, calls: [], ...(turn === undefined ? {} : { turn }), ...recorded };
}

/** A user message; emptied of what may not stand in it, it goes out as `""`. */
export function userDraft(turn: Turn, moved: boolean, making: ChatMaking): ChatDraft {
  const { options, writer } = making;
  const marks = moved ? [AGENT] : [];
  const parts = spokenAgentMessage(turn, writer).blocks.filter((block) => sendsInput(block, 'user', API, NAME, options, writer)).flatMap((block) => inputPart(block, options, writer, marks));
  if (parts.length > 0 || turn.kind !== 'agent-message') return { role: 'user', turn, parts, calls: [], ...asRecorded(turn, parts, [], undefined, making) };
  const text = literal(SILENT_AGENT);
  return { role: 'user', turn, calls: [], parts: [{ text, node: { type: 'text', text }, marks: [], inserted: { reason: 'Nothing of the agent message can be sent; this keeps the responses beside it apart.', rule: 'reference/agent-message-boundary' } }] };
}

function inputPart(block: Block, options: ReplayOptions, writer: RequestWriter, marks: readonly Mark[]): readonly Part[] {
  if (block.kind === 'text') return [textPart(block, options, marks)];
  if (block.native?.api === API) return [{ id: block.id, node: nativeRef(block.native.at, { type: block.nativeType }), marks }];
  if (!hasBytes(block)) return [placeholder(block, marks)];
  const node = chatMedia(block);
  if (node === undefined) { writer.omit(block.id, { reason: 'The API has no part for a document at an address.', rule: 'reference/content-not-representable' }); return []; }
  return [{ id: block.id, node, marks: [...marks, { op: 'converted', why: { reason: 'The image or document is written in the form of the API.' } }] }];
}

function placeholder(block: Block, marks: readonly Mark[]): Part {
  const text = notInFile(block);
  return { id: block.id, text, node: { type: 'text', text }, marks: [...marks, { op: 'converted', why: NOT_IN_FILE }] };
}

/** A tool message, `""` when nothing may stand in it, and the images of it that must go behind the batch. */
export function toolDraft(turn: Turn, making: ChatMaking): { readonly draft: ChatDraft; readonly images: readonly Part[] } {
  const { options, writer } = making;
  const flag: readonly Mark[] = turn.isError === true ? [{ op: 'kept', why: NO_FLAG }] : [];
  const parts: Part[] = [];
  const images: Part[] = [];
  for (const block of turn.blocks) {
    if (!sendsInput(block, 'tool-result', API, NAME, options, writer)) continue;
    if (block.kind === 'text') parts.push(textPart(block, options, flag));
    else if (!hasBytes(block) && block.native?.api !== API) parts.push(placeholder(block, flag));
    else images.push(...inputPart(block, options, writer, [IMAGES]));
  }
  const callId = turn.callId ?? '';
  const recorded = images.length > 0 && options.mode === 'repair' ? undefined : asRecorded(turn, parts, [], callId, making);
  return { draft: { role: 'tool', turn, parts, calls: [], callId, ...recorded }, images: recorded === undefined ? images : [] };
}

/** An assistant message, or undefined where nothing of the turn can be sent. Texts stand in front of calls: there is no other order. */
export function assistantDraft(turn: Turn, making: ChatMaking): ChatDraft | undefined {
  const { options, writer, dialect } = making;
  const parts: Part[] = [];
  const calls: Call[] = [];
  const reasoning: Block[] = [];
  for (const block of turn.blocks) {
    const late = calls.length > 0 ? [REORDERED] : [];
    switch (block.kind) {
      case 'text': parts.push(textPart(block, options, late)); break;
      case 'refusal': parts.push({ id: block.id, node: { type: 'refusal', refusal: textRef(block.text, textTransform(block, options)) }, marks: late }); break;
      case 'tool-call': calls.push(callOf(block, options)); break;
      case 'thinking': case 'redacted-thinking': if (options.thinking === 'strip') writer.omit(block.id, STRIPPED); else reasoning.push(block); break;
      default: writer.omit(block.id, meaningOf(block));
    }
  }
  const members = reasoning.length === 0 ? undefined : dialect.reasoning?.(reasoning);
  if (members === undefined) for (const block of reasoning) writer.omit(block.id, NO_FIELD);
  for (const { block, why } of members?.left ?? []) writer.omit(block.id, why);
  const recorded = asRecorded(turn, parts, calls, undefined, making);
  const reasons = members !== undefined && members.placed.length > 0;
  if (turn.blocks.length === 0) writer.omit(turn.id, { reason: 'Nothing of the turn is left to send.' });
  const sent = recorded === undefined ? 0 : turn.blocks.filter((block) => !recorded.recorded.left.has(block)).length;
  if (parts.length === 0 && calls.length === 0 && !reasons && (recorded === undefined || sent === 0 && turn.blocks.length > 0)) return undefined;
  return { role: 'assistant', turn, parts, calls, ...(reasons ? { reasoning: members } : {}), ...recorded };
}

/** The recorded message behind a draft, where every block of it can be sent as it is. */
function asRecorded(turn: Turn, parts: readonly Part[], calls: readonly Call[], callId: string | undefined, { options, writer, dialect }: ChatMaking): Required<Pick<ChatDraft, 'recorded'>> | undefined {
  // Calls without ids, as they were of old, are paired by ids that repair gives them.
  if (options.mode === 'repair' && (turn.entries[0]?.detail?.role === 'function' || turn.blocks.some((block) => block.text.loneSurrogate || block.detail?.madeId === true))) return undefined;
  const input = turn.role === 'user' || turn.role === 'toolResult';
  if (input && !turn.blocks.every((block) => sendsInput(block, turn.role === 'user' ? 'user' : 'tool-result', API, NAME, options, writer))) return undefined;
  const recorded = recordedChat(turn, dialect, options.thinking === 'strip' ? STRIPPED : undefined);
  return recorded === undefined ? undefined : { recorded: { ...recorded, parts, calls, callId } };
}

function callOf(block: Block, options: ReplayOptions): Call {
  const id = block.callId ?? '';
  const name = flatName(block.name ?? block.nativeType, block.namespace);
  const as = textTransform(block, options);
  const text = textRef(block.text, as);
  const fixed = as === 'none' ? [] : [SURROGATE];
  if (block.nativeType === 'custom_tool_call') return { id, block, node: { id, type: 'custom', custom: { name, input: text } }, marks: fixed };
  // Recorded as a string it goes out as that string; recorded as an object it is spelled as in the file.
  const spelled = block.args === 'object' && block.text.inline === undefined && block.native?.api === 'anthropic-messages';
  const form: readonly Mark[] = spelled ? [{ op: 'converted', why: { reason: 'The arguments are an object in the record; the API wants them spelled as a string.' } }] : [];
  return { id, block, node: { id, type: 'function', function: { name, arguments: text } }, marks: [...form, ...fixed] };
}

/** Places a message. One text is string content; several parts stay parts, in order; none is `""`. */
export function commitChat(draft: ChatDraft, writer: RequestWriter): Wire {
  const { role, parts, calls, turn, recorded } = draft;
  const added = Object.fromEntries(Object.entries(draft.added ?? {}).map(([key, { node, why }]) => [key, writer.insert(node, why)]));
  if (turn !== undefined && recorded !== undefined && draft.callId === recorded.callId && same(parts, recorded.parts) && same(calls, recorded.calls)) {
    const developer = recorded.entry.detail?.role === 'developer' && role !== 'developer';
    return commitRecorded(recorded, turn, writer, { ...(developer ? { role } : {}), ...added });
  }
  const message: { [key: string]: Wire } = { role };
  if (draft.callId !== undefined) message.tool_call_id = draft.callId;
  const [only] = parts;
  if (parts.length === 1 && only?.text !== undefined) message.content = put(only.text, only, writer);
  else if (parts.length > 0) message.content = parts.map((part) => put(part.node, part, writer));
  else message.content = role === 'assistant' ? null : '';
  if (calls.length > 0) message.tool_calls = calls.map((call) => place(call.node, call.block.id, call.marks, writer));
  Object.assign(message, draft.reasoning?.members, added);
  for (const { node, blocks } of draft.reasoning?.placed ?? []) writer.place(node, blocks.map((block) => block.id), 'converted', { reason: 'Written in the member that the service has for reasoning.' });
  if (draft.inserted !== undefined) return writer.insert(message, draft.inserted);
  if (turn !== undefined && parts.length === 0 && role !== 'assistant') {
    if (turn.blocks.length === 0) writer.place(message, [turn.id]); else writer.hold(message, turn.id);
  } else writer.frame(message);
  return message;
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function put(node: WireObject | RefNode, part: Part, writer: RequestWriter): WireObject | RefNode {
  if (part.inserted !== undefined) return writer.insert(node, part.inserted);
  return part.id === undefined ? node : place(node, part.id, part.marks, writer);
}

function place(node: WireObject | RefNode, id: string, marks: readonly Mark[], writer: RequestWriter): WireObject | RefNode {
  const [first, ...rest] = marks;
  writer.place(node, [id], first?.op ?? 'kept', first?.why ?? { reason: 'Sent as recorded.' });
  for (const mark of rest) writer.mark(id, mark.op, mark.why);
  return node;
}
