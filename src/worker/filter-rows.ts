import { isBound } from '../core/model/signature.ts';
import type { Finding } from '../core/model/finding.ts';
import type { Id } from '../core/model/source.ts';
import type { Replay } from '../core/replay/replay.ts';
import type { Filter } from '../protocol/view-model.ts';
import type { RowRef } from './rows.ts';

/** True where the filter shows every row. */
export function isAll(filter: Filter): boolean {
  return filter.ops.length === 0 && filter.roles.length === 0 && !filter.findings && !filter.signed;
}

/** The rows a filter leaves: blocks that meet every part of it, the heads of their turns, and the strips that have to do with them. */
export function filterRows(rows: readonly RowRef[], filter: Filter, replay: Replay, findings: ReadonlyMap<Id, readonly Finding[]>): readonly RowRef[] {
  if (isAll(filter)) return rows;
  const out: RowRef[] = [];
  let head: RowRef | undefined;
  const meets = (row: Extract<RowRef, { row: 'turn' | 'block' }>): boolean => {
    if (filter.roles.length > 0 && !filter.roles.includes(row.turn.role)) return false;
    if (filter.findings && !findings.has(row.id)) return false;
    if (filter.signed && !(row.row === 'block' && isBound(row.block.signature))) return false;
    const decision = replay.decisions.get(row.id);
    return filter.ops.length === 0 || decision !== undefined && filter.ops.includes(decision.op);
  };
  for (const row of rows) {
    switch (row.row) {
      case 'turn': head = row; if (row.turn.blocks.length === 0 && meets(row)) { out.push(row); head = undefined; } break;
      case 'block': if (meets(row)) { if (head !== undefined) { out.push(head); head = undefined; } out.push(row); } break;
      case 'boundary': if (filter.findings && row.level === 'broken' || filter.signed && filter.ops.length === 0) out.push(row); break;
      case 'inserted': if (filter.ops.includes('inserted') && filter.roles.length === 0 && !filter.findings && !filter.signed) out.push(row); break;
      case 'problem': break;
    }
  }
  return out;
}
