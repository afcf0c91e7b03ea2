import type { Block } from '../core/model/block.ts';
import type { Boundary } from '../core/model/boundary.ts';
import type { Inserted } from '../core/model/decision.ts';
import type { Problem } from '../core/model/problem.ts';
import type { Id, Source } from '../core/model/source.ts';
import type { Turn } from '../core/model/turn.ts';
import type { Replay } from '../core/replay/replay.ts';
import type { SessionIndex } from './session-index.ts';

/** A row before it is drawn: what it is about. The list of them is flat; the view asks for ranges of it. */
export type RowRef =
  | { readonly row: 'turn'; readonly id: string; readonly turn: Turn }
  | { readonly row: 'block'; readonly id: string; readonly turn: Turn; readonly block: Block }
  | { readonly row: 'boundary'; readonly id: string; readonly boundary: Boundary; readonly level: 'held' | 'joined' | 'broken' }
  | { readonly row: 'inserted'; readonly id: string; readonly inserted: Inserted }
  | { readonly row: 'problem'; readonly id: string; readonly problem: Problem };

/** How loud a boundary is: broken and held ones have a strip of their own, a notch is drawn in the rail only. */
export function levelOf(boundary: Boundary): 'notch' | 'held' | 'joined' | 'broken' {
  if (boundary.mergedOnWire) return boundary.severity !== 'info' ? 'broken' : boundary.signedBefore || boundary.signedAfter ? 'joined' : 'notch';
  return boundary.signedBefore && boundary.signedAfter ? 'held' : 'notch';
}

/**
 * The whole session as rows: turns with their blocks, boundary strips before the second response, ghosts where they stand on
 * the wire, problems at the place of their line. Nothing is left out: what no turn's place tells comes at the end.
 */
export function composeRows(index: SessionIndex, replay: Replay, array: string, problems: readonly Problem[]): readonly RowRef[] {
  const rows: RowRef[] = [];
  const strips = stripsByTurn(index, replay);
  const ghosts = ghostsByBlock(replay, array);
  const pending = problems.map((problem, at) => ({ problem, id: `p:${at}` })).sort((a, b) => a.problem.source.file - b.problem.source.file || a.problem.source.start - b.problem.source.start);
  let next = 0;
  const problemsBefore = (source: Source | undefined): void => {
    if (source === undefined) return;
    for (let p = pending[next]; p !== undefined && p.problem.source.file === source.file && p.problem.source.start < source.start; p = pending[++next]) rows.push({ row: 'problem', ...p });
  };
  const ghostsAfter = (id: Id): void => { for (const inserted of ghosts.get(id) ?? []) rows.push({ row: 'inserted', id: `i:${inserted.wirePath}`, inserted }); };
  ghostsAfter(FIRST);
  for (const turn of index.all) {
    problemsBefore(turn.entries[0]?.source);
    for (const boundary of strips.get(turn.id) ?? []) {
      const level = levelOf(boundary);
      if (level !== 'notch') rows.push({ row: 'boundary', id: `b:${boundary.after}`, boundary, level });
    }
    rows.push({ row: 'turn', id: turn.id, turn });
    ghostsAfter(turn.id);
    for (const block of turn.blocks) {
      problemsBefore(block.source);
      rows.push({ row: 'block', id: block.id, turn, block });
      ghostsAfter(block.id);
    }
  }
  for (; next < pending.length; next++) rows.push({ row: 'problem', ...pending[next]! });
  return rows;
}

function stripsByTurn(index: SessionIndex, replay: Replay): ReadonlyMap<Id, readonly Boundary[]> {
  const by = new Map<Id, Boundary[]>();
  for (const boundary of replay.boundaries) {
    const turn = index.turnOf(boundary.after);
    if (turn === undefined) continue;
    const list = by.get(turn.id);
    if (list === undefined) by.set(turn.id, [boundary]);
    else list.push(boundary);
  }
  return by;
}

const FIRST = '\u0000first';

/** Inserted content stands behind the block that precedes it on the wire; what is outside the message array (system text, tools) stands first. */
function ghostsByBlock(replay: Replay, array: string): ReadonlyMap<Id, readonly Inserted[]> {
  const by = new Map<Id, Inserted[]>();
  if (replay.inserted.length === 0) return by;
  const inserted = new Map(replay.inserted.map((i) => [i.wirePath, i]));
  const put = (id: Id, what: Inserted): void => { const list = by.get(id); if (list === undefined) by.set(id, [what]); else list.push(what); };
  let before: Id = FIRST;
  for (const [path, ids] of replay.origins) {
    const ghost = inserted.get(path);
    if (ghost !== undefined) { put(path.startsWith(`${array}.`) ? before : FIRST, ghost); inserted.delete(path); }
    else if (ids.length > 0) before = ids[ids.length - 1]!;
  }
  for (const ghost of inserted.values()) put(ghost.wirePath.startsWith(`${array}.`) ? before : FIRST, ghost);
  return by;
}
