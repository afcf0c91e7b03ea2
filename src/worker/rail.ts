import type { Boundary } from '../core/model/boundary.ts';
import { isBound } from '../core/model/signature.ts';
import type { Id } from '../core/model/source.ts';
import type { Replay } from '../core/replay/replay.ts';
import type { Serializer } from '../core/replay/serializer.ts';
import type { ViewRail } from '../protocol/view-model.ts';
import { levelOf, type RowRef } from './rows.ts';
import type { SessionIndex } from './session-index.ts';
import { messageOf, wireGroups } from './wire-groups.ts';

type Piece = 'first' | 'middle' | 'last' | 'only';
interface Lane { readonly number: number; readonly key: string; readonly piece: Piece | 'pass' }
interface Bracket { readonly group: number; readonly piece: Piece; readonly sent: boolean; readonly index?: number }

/** Both lanes of the rail for a list of rows. Each row gets its own piece, so that rows can be drawn alone. */
export class Rail {
  private readonly lanes: (Lane | undefined)[];
  private readonly brackets: (Bracket | undefined)[];
  private readonly broken: ReadonlySet<number>;
  private readonly weld: ReadonlySet<number>;
  private readonly notches: ReadonlyMap<Id, Boundary>;

  constructor(private readonly rows: readonly RowRef[], private readonly index: SessionIndex, replay: Replay, serializer: Serializer) {
    const groups = wireGroups(replay, serializer);
    const groupOf = (message: number): number => groups[message] ?? message;
    this.lanes = responseLanes(rows, index);
    this.brackets = wireBrackets(rows, replay, serializer.array, groupOf);
    this.broken = brokenGroups(rows, replay, serializer.array, groupOf);
    this.weld = welded(this.lanes, replay);
    this.notches = new Map(replay.boundaries.map((b) => [index.turnOf(b.after)?.id ?? '', b]));
  }

  piece(at: number): ViewRail {
    const row = this.rows[at]!;
    const lane = this.lanes[at];
    const bracket = this.brackets[at];
    return {
      ...(lane === undefined ? {} : { response: this.response(row, lane) }),
      weld: this.weld.has(at),
      spine: this.spine(row),
      ...(bracket === undefined ? {} : { wire: { piece: bracket.piece, sent: bracket.sent, broken: this.broken.has(bracket.group), ...(bracket.index === undefined ? {} : { index: bracket.index }) } }),
    };
  }

  /** Whether a seam begins at this row: what `]` goes to. */
  isSeam(at: number): boolean {
    const row = this.rows[at]!;
    return row.row === 'boundary' || row.row === 'turn' && this.notches.has(row.turn.id) && this.rows[at - 1]?.row !== 'boundary';
  }

  private response(row: RowRef, lane: Lane): NonNullable<ViewRail['response']> {
    const response = this.index.conversation.responses.get(lane.key);
    const label = row.row === 'turn' && (lane.piece === 'first' || lane.piece === 'only') ? { label: `R${lane.number}` } : {};
    const title = [`R${lane.number}`, response?.model, response === undefined ? undefined : `${response.confidence}: ${response.evidence}`].filter(Boolean).join(' · ');
    const mark = row.row !== 'block' || lane.piece === 'pass' ? 'none' : isBound(row.block.signature) ? 'lock' : 'dot';
    return { hue: (lane.number - 1) % 4, ...label, title, piece: lane.piece, inferred: response?.confidence === 'inferred', mark };
  }

  private spine(row: RowRef): ViewRail['spine'] {
    switch (row.row) {
      case 'boundary': return row.level === 'broken' ? 'error' : row.level === 'held' ? 'held' : 'notch';
      case 'turn': {
        if (row.turn.role === 'toolResult') return 'diamond';
        if (row.turn.role === 'user') return 'ring';
        const boundary = this.notches.get(row.turn.id);
        return boundary !== undefined && levelOf(boundary) === 'notch' ? 'notch' : 'none';
      }
      case 'problem': return row.problem.severity === 'error' ? 'error' : 'none';
      case 'block': case 'inserted': return 'none';
    }
  }
}

function responseLanes(rows: readonly RowRef[], index: SessionIndex): (Lane | undefined)[] {
  const keyOf = (row: RowRef): string | undefined => row.row === 'turn' || row.row === 'block' ? row.turn.response?.key : undefined;
  const last = new Map<string, number>();
  rows.forEach((row, at) => { const key = keyOf(row); if (key !== undefined) last.set(key, at); });
  const seen = new Set<string>();
  let open: string | undefined;
  return rows.map((row, at) => {
    const key = keyOf(row);
    if (key === undefined) return open === undefined ? undefined : { key: open, number: index.number(open) ?? 1, piece: 'pass' as const };
    const first = !seen.has(key);
    seen.add(key);
    const end = last.get(key) === at;
    open = end ? undefined : key;
    return { key, number: index.number(key) ?? 1, piece: first ? end ? 'only' as const : 'first' as const : end ? 'last' as const : 'middle' as const };
  });
}

/** Brackets from the first to the last sent row of a message, unsent rows between them dashed. A message resumed later opens a new one. */
function wireBrackets(rows: readonly RowRef[], replay: Replay, array: string, groupOf: (message: number) => number): (Bracket | undefined)[] {
  const out: (Bracket | undefined)[] = rows.map(() => undefined);
  const messageAt = (row: RowRef): number | undefined => messageOf(row.row === 'inserted' ? row.inserted.wirePath : row.row === 'turn' || row.row === 'block' ? replay.decisions.get(row.id)?.wirePaths[0] : undefined, array);
  let open: { group: number; first: number; last: number } | undefined;
  let shown: number | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const { first, last, group } = open;
    for (let at = first; at <= last; at++) {
      const piece: Piece = first === last ? 'only' : at === first ? 'first' : at === last ? 'last' : 'middle';
      const row = rows[at]!;
      out[at] = { group, piece, sent: out[at] !== undefined || row.row === 'turn' || row.row === 'boundary' && row.level !== 'held', ...indexed(out[at]?.index) };
    }
    open = undefined;
  };
  rows.forEach((row, at) => {
    const message = messageAt(row);
    if (message === undefined) return;
    const group = groupOf(message);
    if (open?.group !== group) { close(); open = { group, first: at, last: at }; shown = undefined; }
    open.last = at;
    out[at] = { group, piece: 'only', sent: true, ...(shown === message ? {} : { index: message }) };
    shown = message;
  });
  close();
  return out;
}

/** Brackets that hold signed content of two responses which must not stand together. */
function brokenGroups(rows: readonly RowRef[], replay: Replay, array: string, groupOf: (message: number) => number): ReadonlySet<number> {
  const broken = replay.boundaries.filter((b) => levelOf(b) === 'broken');
  if (broken.length === 0) return new Set();
  const wanted = new Set(broken.flatMap((b) => [b.beforeResponse, b.afterResponse]));
  const by = new Map<string, Set<number>>([...wanted].map((key) => [key, new Set<number>()]));
  for (const row of rows) {
    if (row.row !== 'block' || row.turn.response === undefined) continue;
    const groups = by.get(row.turn.response.key);
    const message = groups === undefined ? undefined : messageOf(replay.decisions.get(row.id)?.wirePaths[0], array);
    if (message !== undefined) groups!.add(groupOf(message));
  }
  const shared = new Set<number>();
  for (const b of broken) for (const group of by.get(b.afterResponse)!) if (by.get(b.beforeResponse)!.has(group)) shared.add(group);
  return shared;
}

/** Rows between two responses that a broken boundary welds together. */
function welded(lanes: readonly (Lane | undefined)[], replay: Replay): ReadonlySet<number> {
  const pairs = new Map(replay.boundaries.filter((b) => levelOf(b) === 'broken').map((b) => [b.afterResponse, b.beforeResponse]));
  const weld = new Set<number>();
  if (pairs.size === 0) return weld;
  const ends = new Map<string, number>();
  lanes.forEach((lane, at) => {
    if (lane === undefined) return;
    const before = lane.piece === 'first' || lane.piece === 'only' ? pairs.get(lane.key) : undefined;
    const from = before === undefined ? undefined : ends.get(before);
    if (from !== undefined) for (let row = from + 1; row < at; row++) weld.add(row);
    if (lane.piece !== 'pass') ends.set(lane.key, at);
  });
  return weld;
}

function indexed(index: number | undefined): { index?: number } {
  return index === undefined ? {} : { index };
}
