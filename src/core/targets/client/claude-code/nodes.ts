import type { Block } from '../../../model/block.ts';
import type { Why } from '../../../model/decision.ts';
import type { Facts } from '../../../model/facts.ts';
import type { Id } from '../../../model/source.ts';
import type { RequestWriter } from '../../../replay/request-writer.ts';
import { joinRef, jsonRef, literal, nativeRef, textRef, type RefNode, type Wire, type WireObject } from '../../../replay/wire.ts';
import { messagesShape, resultShape } from '../../reference/messages-shape.ts';
import type { Draft, Mark, Piece } from './messages.ts';

type Node = WireObject | RefNode;
const CACHE: WireObject = { cache_control: { type: 'ephemeral' } };
const NO_CACHE: WireObject = {};
const FOLDED: Why = { reason: 'Claude Code puts reminders behind a tool result into the result itself.', rule: 'client/changed-on-wire' };
const CLEARED: Why = { reason: 'Old tool results were cleared (microcompact): a placeholder is sent, whose words are not recorded.', rule: 'client/not-recorded' };
const CUT_OFF: Why = { reason: 'The call was cut off; Claude Code writes an error result for it when it goes on, whose words are not recorded in full.', rule: 'client/added-on-wire' };

/** The messages as the client sends them. The cache mark stands on the last block of the last user message only. */
export function messageNodes(drafts: readonly Draft[], writer: RequestWriter): Wire[] {
  return drafts.map((draft, at) => {
    const last = at === drafts.length - 1 && draft.role === 'user';
    const only = draft.pieces[0];
    if (draft.string && !last && draft.pieces.length === 1 && only?.type === 'text') return { role: draft.role, content: placeText(stringOf(only), only, writer) };
    return { role: draft.role, content: draft.pieces.map((piece, index) => pieceNode(piece, last && index === draft.pieces.length - 1 ? CACHE : NO_CACHE, writer)) };
  });
}

function pieceNode(piece: Piece, cache: WireObject, writer: RequestWriter): Node {
  switch (piece.type) {
    case 'text': {
      const { block } = piece;
      if (block?.native === undefined || piece.note || piece.text !== block.text) return placeText({ type: 'text', text: stringOf(piece), ...cache }, piece, writer);
      const set = { ...(piece.newline ? { text: stringOf(piece) } : {}), ...cache };
      return placeText(nativeRef(block.native.at, { ...messagesShape(block), ...set }, block.native.omit, set), piece, writer);
    }
    case 'block': return put(blockNode(piece.block, cache), [piece.block.id], piece.marks, writer);
    case 'result': return resultNode(piece, cache, writer);
    case 'missing-result': return writer.insert({ type: 'tool_result', tool_use_id: piece.callId, content: '[Tool call interrupted]', is_error: true, ...cache }, CUT_OFF);
    case 'unknown': return {};
  }
}

type TextPiece = Extract<Piece, { type: 'text' }>;

function stringOf(piece: TextPiece): RefNode {
  const { text } = piece;
  if (typeof text === 'string') return literal(piece.newline ? `${text}\n` : text);
  if (!piece.note) return textRef(text, piece.newline ? 'newline-at-end' : 'none');
  return joinRef([literal('<system-reminder>\n'), textRef(text), literal(piece.newline ? '\n</system-reminder>\n' : '\n</system-reminder>')]);
}

function placeText<T extends Node>(node: T, piece: TextPiece, writer: RequestWriter): T {
  if (piece.block === undefined) return writer.insert(node, piece.inserted!);
  return put(node, [piece.block.id], piece.marks, writer);
}

/** A recorded block as it stands; arguments that were stored as a string are sent as the object that they spell. */
function blockNode(block: Block, cache: WireObject): Node {
  const set: WireObject = { ...(block.detail?.inputJson === true ? { input: jsonRef(block.text) } : {}), ...cache };
  if (block.native === undefined) return { type: 'text', text: textRef(block.text), ...cache };
  return nativeRef(block.native.at, { ...messagesShape(block), ...set }, block.native.omit, set);
}

function resultNode({ entry, turn, folded }: Extract<Piece, { type: 'result' }>, cache: WireObject, writer: RequestWriter): Node {
  const { at } = entry.native!;
  const known = folded.filter((piece): piece is TextPiece => piece.type === 'text');
  if (entry.detail?.cleared === true) {
    for (const block of entry.blocks) writer.omit(block.id, CLEARED);
    const content = writer.insert(literal('[tool result cleared]'), CLEARED);
    const node = nativeRef(at, { ...resultShape(turn, content), ...cache }, [], { content, ...cache });
    return entry.blocks.length === 0 ? writer.place(node, [turn.id], 'converted', CLEARED) : writer.frame(node);
  }
  const string = entry.detail?.result === 'string' ? entry.blocks[0] : undefined;
  const content = string !== undefined ? stringContent(string, folded.length > 0, known, writer) : listContent(entry.blocks, folded, known, writer);
  const set: WireObject = { ...(folded.length === 0 || content === undefined ? {} : { content }), ...cache };
  const node = nativeRef(at, { ...resultShape(turn, content), ...cache }, [], set);
  return turn.blocks.length === 0 ? writer.place(node, [turn.id]) : writer.frame(node);
}

/** A result that is a text: its end is trimmed and the reminders follow behind blank lines. */
function stringContent(block: Block, folds: boolean, known: readonly TextPiece[], writer: RequestWriter): RefNode {
  if (!folds) return writer.place(textRef(block.text), [block.id]);
  const parts = known.map((piece) => textRef(piece.text as Facts));
  const node = joinRef([textRef(block.text, 'trim-end'), ...parts.flatMap((part) => [literal('\n\n'), part])]);
  put(node, [block.id], [{ op: 'converted', why: FOLDED }], writer);
  for (const piece of known) put(node, [piece.block!.id], [{ op: 'merged', why: FOLDED }], writer);
  return node;
}

/** A result that is a list: the reminders are blocks of their own behind it, and a text before them ends with a line break. */
function listContent(blocks: readonly Block[], folded: readonly Piece[], known: readonly TextPiece[], writer: RequestWriter): readonly Node[] | undefined {
  if (blocks.length === 0 && known.length === 0) return folded.length === 0 ? undefined : [];
  const nodes: Node[] = blocks.map((block, at) => {
    const ends = folded.length > 0 && at === blocks.length - 1 && block.kind === 'text';
    if (!ends) return writer.place(blockNode(block, NO_CACHE), [block.id]);
    const text = textRef(block.text, 'newline-at-end');
    const node = block.native === undefined ? { type: 'text', text } : nativeRef(block.native.at, { ...messagesShape(block), text }, block.native.omit, { text });
    return writer.place(node, [block.id], 'converted', FOLDED);
  });
  for (const piece of known) nodes.push(put({ type: 'text', text: textRef(piece.text as Facts) }, [piece.block!.id], [{ op: 'moved', why: FOLDED }], writer));
  return nodes;
}

function put<T extends Node>(node: T, ids: readonly Id[], marks: readonly Mark[], writer: RequestWriter): T {
  const [first] = marks;
  return first === undefined ? writer.place(node, ids) : writer.place(node, ids, first.op, first.why);
}
