import type { Block } from '../../model/block.ts';
import type { Op, Why } from '../../model/decision.ts';
import type { Id, Source } from '../../model/source.ts';
import type { Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { isRef, nativeRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';

/** What can happen to a block that is sent. */
export type SentOp = Exclude<Op, 'omitted' | 'rejected'>;
export interface Mark { readonly op: SentOp; readonly why: Why }
export type Node = WireObject | RefNode;

/** One content block on its way to the wire. It is placed only when its message is: until then repair may change or drop it. */
export interface Piece {
  readonly type: 'text' | 'thinking' | 'call' | 'result' | 'other';
  readonly node: Node;
  /** The blocks it carries. For a result: none, its children carry them. */
  readonly ids: readonly Id[];
  readonly block?: Block;
  readonly turn?: Turn;
  readonly callId?: string;
  readonly marks: readonly Mark[];
  readonly children?: readonly Child[];
  /** Content of no block. */
  readonly inserted?: Why;
}
/** A block inside a tool result. */
export interface Child { readonly node: Node; readonly ids: readonly Id[]; readonly block?: Block; readonly marks: readonly Mark[] }

/** A message on its way to the wire. */
export interface Draft {
  role: 'user' | 'assistant' | 'system';
  pieces: Piece[];
  /** The record of a Messages body that it was, and its keys beside role and content. */
  readonly recorded?: { readonly key: string; readonly at: Source; readonly extra: WireObject | undefined };
  /** The turn that is sent although it has no blocks. */
  readonly empty?: Id;
}

/** The same node with another member: recorded values are copied but for that one. */
export function withMember(node: Node, key: string, value: Wire): Node {
  if (!isRef(node)) return { ...node, [key]: value };
  if (node.ref !== 'native') return node;
  return nativeRef(node.at, { ...node.shape as WireObject, [key]: value }, node.omit, { ...node.set, [key]: value });
}

/** Puts a finished message into the request: its blocks are decided now. */
export function commit(draft: Draft, writer: RequestWriter): Wire {
  const content = draft.pieces.map((piece) => commitPiece(piece, writer));
  const role = draft.role;
  const { recorded } = draft;
  const message: Node = recorded?.extra === undefined ? { role, content } : nativeRef(recorded.at, { role, content, ...recorded.extra }, [], { role, content });
  if (draft.empty !== undefined) writer.place(message, [draft.empty]);
  else if (recorded?.extra !== undefined) writer.frame(message);
  return message;
}

/** Places one content block: also for the top-level system text. */
export function commitPiece(piece: Piece, writer: RequestWriter): Node {
  const { node } = piece;
  if (piece.inserted !== undefined) { writer.insert(node, piece.inserted); return node; }
  if (piece.children === undefined) { put(node, piece.ids, piece.marks, writer); return node; }
  const { turn } = piece;
  if (piece.children.length === 0 && turn !== undefined) {
    if (turn.blocks.length === 0) put(node, [turn.id], piece.marks, writer);
    else writer.hold(node, turn.id);
    return node;
  }
  writer.frame(node);
  for (const child of piece.children) put(child.node, child.ids, [...child.marks, ...piece.marks], writer);
  return node;
}

function put(node: Node, ids: readonly Id[], marks: readonly Mark[], writer: RequestWriter): void {
  const [first, ...rest] = marks;
  if (first === undefined) writer.place(node, ids);
  else writer.place(node, ids, first.op, first.why);
  for (const mark of rest) for (const id of ids) writer.mark(id, mark.op, mark.why);
}

/** Every block of a piece, those inside a result included. */
export function idsOf(piece: Piece): readonly Id[] {
  if (piece.children === undefined) return piece.ids;
  return piece.turn?.blocks.length === 0 ? [piece.turn.id] : piece.children.flatMap((child) => child.ids);
}
