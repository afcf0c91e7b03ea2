import type { Finding } from '../core/model/finding.ts';
import type { Problem } from '../core/model/problem.ts';
import type { Id, Source } from '../core/model/source.ts';
import type { Loader } from '../core/records/loader.ts';
import type { Replay } from '../core/replay/replay.ts';
import { activeTurns } from '../core/turns/conversation.ts';
import type { Filter } from '../protocol/view-model.ts';
import { filterRows } from './filter-rows.ts';
import { Rail } from './rail.ts';
import type { Replayed } from './replays.ts';
import { composeRows, type RowRef } from './rows.ts';
import { findingsByBlock, type SessionIndex } from './session-index.ts';

/** Brings back what analysis let go of, for a worker that has the files open. */
export interface Reading {
  readonly loader: Loader;
  /** The head of the bytes at a source as text, at most `units` long. */
  excerpt(source: Source, units: number): Promise<string>;
}

export interface PinnedReplay { readonly replayed: Replayed; readonly findings: ReadonlyMap<Id, readonly Finding[]> }

/** A conversation with the one Replay for its chosen target: everything that is shown of it at one moment. */
export interface Frame {
  readonly index: SessionIndex;
  readonly chosen: Replayed;
  readonly replay: Replay;
  readonly findings: ReadonlyMap<Id, readonly Finding[]>;
  readonly pinned: readonly PinnedReplay[];
  readonly problems: readonly Problem[];
  readonly rows: readonly RowRef[];
  /** The turn that holds the latest response. */
  readonly latest: Id | undefined;
}

export function frameOf(index: SessionIndex, chosen: Replayed, pinned: readonly Replayed[], problems: readonly Problem[]): Frame {
  const { replay } = chosen;
  return {
    index, chosen, replay, problems, findings: findingsByBlock(replay.findings),
    pinned: pinned.map((replayed) => ({ replayed, findings: findingsByBlock(replayed.replay.findings) })),
    rows: composeRows(index, replay, chosen.serializer.array, problems),
    latest: activeTurns(index.conversation).findLast((turn) => turn.role === 'assistant')?.id,
  };
}

/** The rows of a frame as one panel filters them. */
export interface Rows {
  readonly generation: number;
  readonly filter: Filter;
  readonly rows: readonly RowRef[];
  readonly rail: Rail;
  /** Row of an id; -1 where the filter hides it. */
  rowOf(id: Id): number;
}

export function rowsOf(frame: Frame, filter: Filter, generation: number): Rows {
  const rows = filterRows(frame.rows, filter, frame.replay, frame.findings);
  let places: Map<Id, number> | undefined;
  return {
    generation, filter, rows, rail: new Rail(rows, frame.index, frame.replay, frame.chosen.serializer),
    rowOf: (id) => (places ??= new Map(rows.map((row, at) => [row.id, at]))).get(id) ?? -1,
  };
}
