import type { Block } from '../../model/block.ts';
import type { Id } from '../../model/source.ts';
import type { Turn } from '../../model/turn.ts';
import { alterationOf, thinkingOf, type WireThinking } from './bound-thinking.ts';
import type { MessagesView, WireRun } from './messages-view.ts';

/** What became of the signed thinking of one response on its way into a run. `thinking` is the block the provider would name. */
export interface ThinkingChange {
  readonly what: 'lost' | 'lost-unsigned' | 'moved' | 'separator-lost' | 'text-altered';
  readonly thinking: WireThinking;
  readonly partners: readonly Id[];
}

/** A block of the turn as it is sent, in wire order; `thinking` where it is bound thinking. */
interface Sent { readonly id: Id; readonly place: number; readonly thinking: WireThinking | undefined }

/** Changes of bound thinking against the response that made it: siblings left out, order changed, text altered. Linear in the run. */
export function* thinkingChanges(view: MessagesView, run: WireRun): Generator<ThinkingChange> {
  const bound = thinkingOf(view, run).filter((t) => t.bound);
  if (bound.length === 0) return;
  for (const thinking of bound) if (alterationOf(thinking) === 'text') yield { what: 'text-altered', thinking, partners: [] };
  for (const [turn, sent] of sentByTurn(view, run, bound)) {
    const own = sent.filter((s): s is Sent & { thinking: WireThinking } => s.thinking !== undefined);
    if (own.length === 0) continue;
    yield* lost(view, turn.blocks, own);
    yield* moved(sent);
    yield* unseparated(view, turn.blocks, own);
  }
}

function sentByTurn(view: MessagesView, run: WireRun, bound: readonly WireThinking[]): ReadonlyMap<Turn, readonly Sent[]> {
  const byWire = new Map(bound.map((t) => [t.wire, t] as const));
  const turns = new Map<Turn, Sent[]>();
  const places = new Map<Turn, ReadonlyMap<Id, number>>();
  for (const wire of run.blocks) {
    const thinking = byWire.get(wire);
    for (const id of view.ids(wire)) {
      const turn = view.judged.turnOf(id);
      if (turn === undefined || turn.role !== 'assistant') continue;
      let place = places.get(turn);
      if (place === undefined) places.set(turn, place = new Map(turn.blocks.map((block, at) => [block.id, at] as const)));
      const sent = { id, place: place.get(id) ?? 0, thinking: thinking?.block?.id === id ? thinking : undefined };
      const known = turns.get(turn);
      if (known === undefined) turns.set(turn, [sent]);
      else known.push(sent);
    }
  }
  return turns;
}

function isOmitted(view: MessagesView, block: Block): boolean {
  return view.judged.replay.decisions.get(block.id)?.op === 'omitted';
}

/** Thinking of the response that is not sent. Another provider's encrypted reasoning was never part of such a response. */
function* lost(view: MessagesView, blocks: readonly Block[], own: readonly (Sent & { thinking: WireThinking })[]): Generator<ThinkingChange> {
  const inPlace = [...own].sort((a, b) => a.place - b.place);
  let next = 0;
  for (const [at, block] of blocks.entries()) {
    while (next < inPlace.length - 1 && inPlace[next]!.place < at) next++;
    if (block.kind !== 'thinking' && block.kind !== 'redacted-thinking' || block.signature?.state === 'encrypted' || !isOmitted(view, block)) continue;
    const state = block.signature?.state ?? 'unsigned';
    yield { what: state === 'unsigned' ? 'lost-unsigned' : 'lost', thinking: inPlace[next]!.thinking, partners: [block.id] };
  }
}

/** Blocks of one response that stand in another order on the wire, where thinking is one of the two. Said once per response. */
function* moved(sent: readonly Sent[]): Generator<ThinkingChange> {
  let furthest: Sent | undefined;
  let thinking: Sent | undefined;
  for (const block of sent) {
    if (block.thinking !== undefined && furthest !== undefined && block.place < furthest.place) { yield { what: 'moved', thinking: block.thinking, partners: [furthest.id] }; return; }
    if (thinking?.thinking !== undefined && block.place < thinking.place) { yield { what: 'moved', thinking: thinking.thinking, partners: [block.id] }; return; }
    if (furthest === undefined || block.place > furthest.place) furthest = block;
    if (block.thinking !== undefined && (thinking === undefined || block.place > thinking.place)) thinking = block;
  }
}

/** Thinking blocks that touch on the wire although something that is not sent stood between them. */
function* unseparated(view: MessagesView, blocks: readonly Block[], own: readonly (Sent & { thinking: WireThinking })[]): Generator<ThinkingChange> {
  for (let k = 1; k < own.length; k++) {
    const [before, after] = [own[k - 1]!, own[k]!];
    if (after.thinking.at !== before.thinking.at + 1) continue;
    const between = blocks.slice(before.place + 1, Math.max(before.place, after.place)).filter((b) => b.kind !== 'thinking' && b.kind !== 'redacted-thinking' && isOmitted(view, b));
    if (between.length > 0) yield { what: 'separator-lost', thinking: after.thinking, partners: [before.id, ...between.map((b) => b.id)] };
  }
}
