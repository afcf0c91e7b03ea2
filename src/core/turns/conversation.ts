import type { Block } from '../model/block.ts';
import type { Seam, SeamKind } from '../model/boundary.ts';
import { isBound } from '../model/signature.ts';
import type { Id } from '../model/source.ts';
import type { Branch, Entry, Recorded, Response, Turn } from '../model/turn.ts';

/** One linear conversation of a session: what a serializer reads. Built by {@link Session.conversation}. */
export interface Conversation {
  /** Goes up with every change; replays are cached by it. */
  readonly revision: number;
  readonly format: string;
  /** All turns of the branch in context order; shadowed ones stand where they stood, marked. */
  readonly turns: readonly Turn[];
  /** The same content ungrouped, in record order. */
  readonly entries: readonly Entry[];
  readonly recorded: Recorded;
  readonly responses: ReadonlyMap<string, Response>;
  readonly branches: readonly Branch[];
  readonly branch: Id | undefined;
}

/** The turns in the model's context. */
export function activeTurns(conversation: Conversation): readonly Turn[] {
  return conversation.turns.filter((turn) => turn.visibility === 'active');
}

/** The entries in the model's context, in record order: what emulations regroup from. */
export function activeEntries(conversation: Conversation): readonly Entry[] {
  return conversation.entries.filter((entry) => entry.visibility === 'active');
}

/** Everything that is decided on: each block, and each turn without blocks under its turn id. */
export function subjectsOf(turns: readonly Turn[], recorded: Recorded): readonly Id[] {
  const subjects: Id[] = recorded.system.map((block) => block.id);
  for (const turn of turns) {
    if (turn.blocks.length === 0) subjects.push(turn.id);
    for (const block of turn.blocks) subjects.push(block.id);
  }
  return subjects;
}

const indexes = new WeakMap<Conversation, ReadonlyMap<Id, Block>>();

/** Every block by id, recorded system text included. Built once per conversation, whatever number of targets ask. */
export function blocksOf(conversation: Conversation): ReadonlyMap<Id, Block> {
  const known = indexes.get(conversation);
  if (known !== undefined) return known;
  const blocks = new Map<Id, Block>();
  for (const block of conversation.recorded.system) blocks.set(block.id, block);
  for (const turn of conversation.turns) for (const block of turn.blocks) blocks.set(block.id, block);
  indexes.set(conversation, blocks);
  return blocks;
}

/** The seams between consecutive responses of the active conversation. A response that goes on in a later record is no seam. */
export function seamsOf(conversation: Conversation): readonly Seam[] {
  const seams: Seam[] = [];
  let last: { block: Block; key: string } | undefined;
  let signed = false;
  let between: SeamKind = 'nothing';
  for (const turn of activeTurns(conversation)) {
    if (turn.role !== 'assistant' || turn.response === undefined) { if (turn.role !== 'assistant') between = stronger(between, kindOf(turn)); continue; }
    const first = turn.blocks[0];
    if (first === undefined) continue;
    const key = turn.response.key;
    const own = turn.blocks.some((b) => isBound(b.signature));
    if (last !== undefined && last.key !== key) {
      seams.push({ before: last.block.id, after: first.id, beforeResponse: last.key, afterResponse: key, kind: between, signedBefore: signed, signedAfter: own });
      signed = false;
    }
    signed ||= own;
    between = 'nothing';
    last = { block: turn.blocks[turn.blocks.length - 1]!, key };
  }
  return seams;
}

const STRENGTH: readonly SeamKind[] = ['nothing', 'tool-result', 'system', 'agent-message', 'user', 'compaction'];

function stronger(a: SeamKind, b: SeamKind): SeamKind {
  return STRENGTH.indexOf(b) > STRENGTH.indexOf(a) ? b : a;
}

function kindOf(turn: Turn): SeamKind {
  if (turn.kind === 'compaction' || turn.kind === 'compaction-summary') return 'compaction';
  if (turn.kind === 'agent-message') return 'agent-message';
  return turn.role === 'toolResult' ? 'tool-result' : turn.role === 'user' ? 'user' : 'system';
}
