import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { asObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Turn } from '../../model/turn.ts';
import { parse } from '../../records/line-reader.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { derivedRef, jsonRef, literal, nativeRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { meaningOf, sendsInput } from '../reference/input-policy.ts';
import { hasBytes, messagesMedia, NOT_IN_FILE, notInFile } from '../reference/media.ts';
import { messagesShape, resultShape } from '../reference/messages-shape.ts';
import { messagesThinking, STRIPPED } from '../reference/thinking-carrier.ts';
import { flatName } from '../reference/tool-definitions.ts';
import type { Child, Mark, Node, Piece } from './draft.ts';

/** What a message is made with. */
export interface Making { readonly model: string; readonly options: ReplayOptions; readonly writer: RequestWriter }

const API = 'anthropic-messages';
const NAME = 'Anthropic Messages';
const converted = (reason: string, rule?: string): Mark => ({ op: 'converted', why: rule === undefined ? { reason } : { reason, rule } });

/** The content of an assistant message, in record order; what is not sent is decided. */
export function assistantPieces(turn: Turn, making: Making): readonly Piece[] {
  return turn.blocks.map((block) => assistantPiece(block, turn, making)).filter((piece) => piece !== undefined);
}

function assistantPiece(block: Block, turn: Turn, { model, options, writer }: Making): Piece | undefined {
  const omit = (why: Why): undefined => { writer.omit(block.id, why); return undefined; };
  const piece = (type: Piece['type'], node: Node, ...marks: Mark[]): Piece => ({ type, node, ids: [block.id], block, turn, marks, ...(block.callId === undefined ? {} : { callId: block.callId }) });
  const own = block.native?.api === API;
  switch (block.kind) {
    case 'text': return piece('text', textNode(block));
    case 'thinking': case 'redacted-thinking': {
      if (options.thinking === 'strip') return omit(STRIPPED);
      const sends = messagesThinking(block, model);
      if (sends !== true) return omit(sends);
      return piece('thinking', own ? verbatim(block) : thinkingNode(block), ...(own || block.signature?.carrier !== 'ocxr1' ? [] : [{ op: 'kept' as const, why: { reason: 'Signed thinking, taken out of its ocxr1 envelope byte for byte.' } }]));
    }
    case 'tool-call': {
      if (own && (options.mode === 'strict' || block.args === 'object')) return piece('call', verbatim(block));
      return callPiece(block, options, piece);
    }
    case 'refusal': return piece('text', { type: 'text', text: textRef(block.text) }, converted('The API has no refusal block; its words are sent as text.'));
    case 'image': case 'document': case 'server-tool-use': case 'server-tool-result': case 'compaction': case 'opaque':
      return own ? piece('other', verbatim(block)) : omit(meaningOf(block));
  }
}

function thinkingNode(block: Block): WireObject {
  const value = textRef(block.signature!.value);
  return block.kind === 'thinking' ? { type: 'thinking', thinking: textRef(block.text), signature: value } : { type: 'redacted_thinking', data: value };
}

function callPiece(block: Block, options: ReplayOptions, piece: (type: Piece['type'], node: Node, ...marks: Mark[]) => Piece): Piece {
  const node = (input: Wire): WireObject => ({ type: 'tool_use', id: block.callId ?? '', name: flatName(block.name ?? block.nativeType, block.namespace), input });
  const form = converted('The call is written as a tool_use block, its arguments as an object.');
  const rule = 'anthropic/tool-use-input-not-object';
  if (block.nativeType === 'custom_tool_call') return piece('call', node({ input: textRef(block.text) }), converted('The API has no free-text tools; the text is sent as the argument "input".'));
  const { args = 'empty' } = block;
  switch (args) {
    case 'object': return piece('call', node(jsonRef(block.text)), form);
    case 'empty': return piece('call', node({}), converted('The call has no arguments; the API wants an object.', rule));
    case 'other': case 'invalid': {
      if (options.mode === 'repair') return piece('call', node(derivedRef(block.text.at.slice(0, 1), {}, ([value]) => objectIn(value))), converted('The arguments are no JSON object; the object spelled in them is sent, else an empty one.', rule));
      return piece('call', node(args === 'other' && block.detail?.input !== 'string' ? jsonRef(block.text) : textRef(block.text)), form);
    }
  }
}

/** The object that double-encoded arguments spell; an empty one where they spell none. */
function objectIn(value: Json | undefined): JsonObject {
  const once = typeof value === 'string' ? parse(value) : value;
  return asObject(typeof once === 'string' ? parse(once) : once) ?? {};
}

/** A block as its record spells it. */
function verbatim(block: Block): Node {
  return nativeRef(block.native!.at, messagesShape(block), block.native!.omit);
}

function textNode(block: Block): Node {
  return block.native?.api === API ? verbatim(block) : { type: 'text', text: textRef(block.text) };
}

/** The content of a user turn: what may stand in user input, in record order. */
export function userPieces(turn: Turn, { options, writer }: Making): readonly Piece[] {
  return turn.blocks.filter((block) => sendsInput(block, 'user', API, NAME, options, writer))
    .map((block) => ({ type: block.kind === 'text' ? 'text' as const : 'other' as const, turn, block, ids: [block.id], ...inputNode(block) }));
}

function inputNode(block: Block): { readonly node: Node; readonly marks: readonly Mark[] } {
  if (block.kind === 'text') return { node: textNode(block), marks: [] };
  if (block.native?.api === API) return { node: verbatim(block), marks: [] };
  if (!hasBytes(block)) return { node: { type: 'text', text: notInFile(block) }, marks: [{ op: 'converted', why: NOT_IN_FILE }] };
  return { node: messagesMedia(block), marks: [converted('The image or document is written in the form of the API.')] };
}

/**
 * A tool result. Emptied of all that may not stand in it, it stays, with `content: []`: without it the call has no answer.
 */
export function resultPiece(turn: Turn, { options, writer }: Making): Piece {
  const sent = turn.blocks.filter((block) => sendsInput(block, 'tool-result', API, NAME, options, writer));
  const recorded = turn.entries[0]?.detail?.result;
  const at = turn.entries[0]?.native?.api === API && recorded !== undefined ? turn.entries[0].native.at : undefined;
  const whole = at !== undefined && sent.length === turn.blocks.length;
  const string = whole && recorded === 'string' && sent[0]?.kind === 'text' && sent[0].native === undefined ? sent[0] : undefined;
  const children: readonly Child[] = string !== undefined ? [{ node: textRef(string.text), ids: [string.id], block: string, marks: [] }] : sent.map((block) => ({ ids: [block.id], block, ...inputNode(block) }));
  const content: Wire | undefined = string !== undefined ? children[0]!.node : whole && recorded === 'absent' ? undefined : children.map((child) => child.node);
  const node = at === undefined ? { type: 'tool_result', tool_use_id: turn.callId ?? '', content: content ?? [], ...(turn.isError === undefined ? {} : { is_error: turn.isError }) }
    : nativeRef(at, resultShape(turn, content), [], whole ? {} : { content: content ?? [] });
  return { type: 'result', node, ids: [], turn, callId: turn.callId ?? '', marks: [], children };
}

/** System text: the only content of the system field. A system message may also hold changes of tools, as the API recorded them. */
export function systemPieces(blocks: readonly Block[], turn: Turn | undefined, { writer }: Making, marks: readonly Mark[], place: 'field' | 'message'): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const block of blocks) {
    const change = place === 'message' && block.meaning === 'tool-change' && block.native?.api === API;
    if (block.kind !== 'text' && !change) { writer.omit(block.id, block.kind === 'opaque' || block.kind === 'compaction' ? meaningOf(block) : { reason: 'A system text cannot hold this.', rule: 'reference/system-not-text' }); continue; }
    pieces.push({ type: block.kind === 'text' ? 'text' : 'other', node: textNode(block), ids: [block.id], block, ...(turn === undefined ? {} : { turn }), marks });
  }
  return pieces;
}

/** Keys that a recorded message has beside role and content. */
export function messageExtra(turn: Turn): WireObject | undefined {
  return asObject(turn.entries[0]?.detail?.extra);
}

/** A text of our own. */
export function ownText(text: string): WireObject {
  return { type: 'text', text: literal(text) };
}
