import type { Frame, Rows } from './frame.ts';

export interface Sought { readonly row?: number; readonly id?: string }

/** The next row of a kind from a row, in a direction, going round at the ends; or the row of an id or of its call partner. */
export function seekRow(frame: Frame, list: Rows, what: 'finding' | 'boundary' | 'id' | 'partner', from: number, step: 1 | -1, id: string | undefined): Sought {
  if (what === 'id' || what === 'partner') {
    const wanted = id === undefined ? undefined : what === 'id' ? id : frame.index.partner(id);
    return wanted === undefined ? {} : rowFor(list, frame, wanted);
  }
  const hits = what === 'boundary' ? (at: number) => list.rail.isSeam(at) : (at: number) => hasFinding(frame, list, at);
  const { length } = list.rows;
  for (let n = 1; n <= length; n++) {
    const at = ((from + n * step) % length + length) % length;
    if (hits(at)) return { row: at, id: list.rows[at]!.id };
  }
  return {};
}

/** The row of an id; of its turn where the filter hides the block. */
function rowFor(list: Rows, frame: Frame, id: string): Sought {
  const row = list.rowOf(id);
  if (row >= 0) return { row, id };
  const turn = frame.index.turnOf(id);
  const head = turn === undefined ? -1 : list.rowOf(turn.id);
  return head >= 0 && turn !== undefined ? { row: head, id: turn.id } : {};
}

function hasFinding(frame: Frame, list: Rows, at: number): boolean {
  const row = list.rows[at]!;
  if (row.row === 'turn' || row.row === 'block') return frame.findings.has(row.id);
  return row.row === 'boundary' ? row.level === 'broken' : row.row === 'problem' && row.problem.severity === 'error';
}
