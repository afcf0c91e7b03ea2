import type { Api, Block } from '../../model/block.ts';
import type { Op, Why } from '../../model/decision.ts';
import type { Id, Source } from '../../model/source.ts';
import type { Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { literal, nativeRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';

/** What can happen to a block that is sent. */
export type SentOp = Exclude<Op, 'omitted' | 'rejected'>;
export interface DraftMark { readonly op: SentOp; readonly why: Why }
export type DraftNode = WireObject | RefNode;

/** A block inside a tool result: the node that carries it, and the blocks in that node. */
export interface DraftChild { readonly node: DraftNode; readonly ids: readonly Id[]; readonly marks: readonly DraftMark[] }

/** One part of a message on its way to the wire. It is placed only when its message is: until then repair may change or drop it. */
export interface DraftPart {
  readonly type: 'text' | 'thinking' | 'call' | 'result' | 'other';
  readonly node: DraftNode;
  /** The blocks it carries. For a result: none, its children carry them. */
  readonly ids: readonly Id[];
  readonly block?: Block;
  readonly turn?: Turn;
  readonly callId?: string;
  readonly name?: string;
  readonly marks: readonly DraftMark[];
  readonly children?: readonly DraftChild[];
  /** Content of no block. */
  readonly inserted?: Why;
}

/** A message on its way to the wire. */
export interface MessageDraft {
  role: 'user' | 'assistant';
  parts: DraftPart[];
  /** The record of a body of the same API that it was. */
  readonly recorded?: RecordedMessage;
  /** The turn that is sent although it has no blocks. */
  readonly empty?: Id;
}

/** A recorded message: where it stands, which one it is, and its members beside its parts. */
export interface RecordedMessage { readonly key: string; readonly at: Source; readonly extra: WireObject }

/** The recorded message of a body that a turn is (a part of); undefined where the turn is from elsewhere. */
export function recordedMessage(turn: Turn, api: Api): RecordedMessage | undefined {
  const entry = turn.entries[0];
  const message = entry?.detail?.message;
  if (entry?.native?.api !== api || typeof message !== 'number') return undefined;
  // A tool result's own place is a part of the message.
  const { pointer } = entry.native.at;
  const end = entry.role === 'toolResult' ? pointer.lastIndexOf('/', pointer.lastIndexOf('/') - 1) : pointer.length;
  const role = entry.detail?.noRole === true ? {} : { role: typeof entry.detail?.role === 'string' ? entry.detail.role : '' };
  return { key: `${entry.source.file}/${message}`, at: { ...entry.native.at, pointer: pointer.slice(0, end) }, extra: { ...role, ...entry.detail?.extra as WireObject | undefined } };
}

/** A text of our own. */
export function ownPart(node: WireObject, why: Why): DraftPart {
  return { type: 'text', node, ids: [], marks: [], inserted: why };
}

/** Puts a finished message into the request, its parts in `list`: its blocks are decided now. */
export function commitDraft(draft: MessageDraft, role: string, list: 'parts' | 'content', writer: RequestWriter): Wire {
  const parts = draft.parts.map((part) => commitPart(part, writer));
  const { recorded } = draft;
  const message: DraftNode = recorded === undefined ? { role, [list]: parts } : nativeRef(recorded.at, { ...recorded.extra, [list]: parts }, [], { [list]: parts });
  if (draft.empty !== undefined) writer.place(message, [draft.empty]);
  else if (recorded !== undefined) writer.frame(message);
  return message;
}

/** Places one part: also for a system field. */
export function commitPart(part: DraftPart, writer: RequestWriter): DraftNode {
  const { node, turn } = part;
  if (part.inserted !== undefined) { writer.insert(node, part.inserted); return node; }
  if (part.children === undefined) { placeMarked(node, part.ids, part.marks, writer); return node; }
  if (part.children.length === 0 && turn !== undefined) {
    if (turn.blocks.length === 0) placeMarked(node, [turn.id], part.marks, writer);
    else writer.hold(node, turn.id);
    return node;
  }
  writer.frame(node);
  for (const child of part.children) placeMarked(child.node, child.ids, [...child.marks, ...part.marks], writer);
  return node;
}

/** Places a node with all that happened to its blocks; the first mark is the word for it. */
export function placeMarked(node: DraftNode, ids: readonly Id[], marks: readonly DraftMark[], writer: RequestWriter): void {
  const [first, ...rest] = marks;
  if (first === undefined) writer.place(node, ids);
  else writer.place(node, ids, first.op, first.why);
  for (const mark of rest) for (const id of ids) writer.mark(id, mark.op, mark.why);
}

/** Leaves a part out: every block in it is decided. */
export function omitPart(part: DraftPart, why: Why, writer: RequestWriter): void {
  const ids = part.children === undefined ? part.ids : part.turn?.blocks.length === 0 ? [part.turn.id] : part.children.flatMap((child) => child.ids);
  for (const id of ids) writer.omit(id, why);
}

/** A literal text as a node. */
export function words(text: string): RefNode { return literal(text); }

/** A mark for content that is written in the form of the API. */
export function converted(reason: string, rule?: string): DraftMark {
  return { op: 'converted', why: rule === undefined ? { reason } : { reason, rule } };
}
