import type { Block } from '../../model/block.ts';
import type { Id } from '../../model/source.ts';
import type { Confidence } from '../../model/turn.ts';
import { isRef, member, textFacts, type TextFacts } from '../../replay/wire.ts';
import type { Judged } from '../rule.ts';
import type { MessagesView, WireBlock, WireRun } from './messages-view.ts';

/** A `thinking` or `redacted_thinking` block as it would be sent, with the recorded block behind it. */
export interface WireThinking {
  readonly wire: WireBlock;
  /** Place among the blocks of its run. */
  readonly at: number;
  readonly ids: readonly Id[];
  readonly block: Block | undefined;
  /** The signature (or redacted payload) on the wire: undefined where the key is not there. */
  readonly value: TextFacts | undefined;
  /** There is a value that binds it. */
  readonly bound: boolean;
  readonly response: string | undefined;
  readonly confidence: Confidence;
}

const lists = new WeakMap<WireRun, readonly WireThinking[]>();

/** The thinking of a run in wire order. */
export function thinkingOf(view: MessagesView, run: WireRun): readonly WireThinking[] {
  const known = lists.get(run);
  if (known !== undefined) return known;
  const found: WireThinking[] = [];
  run.blocks.forEach((wire, at) => { if (isThinkingType(wire.type)) found.push(read(view, wire, at)); });
  lists.set(run, found);
  return found;
}

export function isThinkingType(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function read(view: MessagesView, wire: WireBlock, at: number): WireThinking {
  const { judged } = view;
  const ids = view.ids(wire);
  const block = ids.map((id) => judged.block(id)).find((b) => b?.kind === 'thinking' || b?.kind === 'redacted-thinking') ?? view.block(wire);
  const key = wire.type === 'thinking' ? 'signature' : 'data';
  const spelled = textFacts(member(wire.node, key));
  const value = spelled ?? (view.hides(wire, key) && block?.signature !== undefined && block.signature.state !== 'unsigned' ? block.signature.value : undefined);
  const response = block?.response;
  return {
    wire, at, ids, block, value, bound: value !== undefined && value.state !== 'empty', response,
    confidence: (response === undefined ? undefined : judged.conversation.responses.get(response)?.confidence) ?? 'inferred',
  };
}

/** Whether two blocks are known to be one provider item: then they are of one response, however that is known. */
export function sameItem(a: Block | undefined, b: Block | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a.itemId !== undefined && a.itemId === b.itemId) return true;
  if (a.source.file !== b.source.file || a.source.record !== b.source.record) return false;
  const [x, y] = [a.source.pointer, b.source.pointer];
  return x === y || x.startsWith(`${y}/`) || y.startsWith(`${x}/`);
}

/**
 * How the bound value on the wire differs from what the response gave: `value` (one changed byte is refused on every wire, live
 * probe 2026-09-23), `text`, or undefined where both are the recorded ones as far as facts can tell.
 */
export function alterationOf(thinking: WireThinking): 'value' | 'text' | undefined {
  const { block, value, wire } = thinking;
  if (block?.signature === undefined || block.signature.state === 'unsigned' || value === undefined) return undefined;
  if (differs(value, block.signature.value)) return 'value';
  if (wire.type !== 'thinking' || block.kind !== 'thinking') return undefined;
  const node = member(wire.node, 'thinking');
  const text = textFacts(node);
  if (text === undefined) return undefined;
  const transformed = isRef(node) && node.ref === 'text' && (node.as === 'newline-at-end' || node.as === 'strip-surrogates' && node.facts.loneSurrogate);
  return transformed || differs(text, block.text) ? 'text' : undefined;
}

function differs(a: TextFacts, b: TextFacts): boolean {
  return a.length !== b.length || a.inline !== undefined && b.inline !== undefined && a.inline !== b.inline;
}

/** Whether a response is known (exact or derived) rather than inferred from the order of records. */
export function isKnown(confidence: Confidence): boolean {
  return confidence !== 'inferred';
}

/** `line 23`, for messages that name a partner. */
export function lineOf(judged: Judged, id: Id | undefined): string {
  const line = id === undefined ? undefined : judged.block(id)?.source.line ?? judged.turnOf(id)?.entries[0]?.source.line;
  return line === undefined ? 'no recorded line' : `line ${line}`;
}
