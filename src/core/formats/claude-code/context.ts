import type { Source } from '../../model/source.ts';
import type { Entry } from '../../model/turn.ts';
import type { Row } from './row.ts';
import type { Trace } from './trace.ts';

/** What other records did to an entry. Each is a fact that a serializer of the client needs and the entry's own record does not hold. */
interface Fate { readonly by: Row | undefined; readonly stripped: boolean; readonly cleared: boolean; readonly failed: boolean }
const UNTOUCHED: Fate = { by: undefined, stripped: false, cleared: false, failed: false };

/** Entries of a trace, in context order; shadowed ones first. Changed copies of entries are kept, so that the same change gives the same object. */
export class Context {
  private readonly copies = new WeakMap<Entry, { readonly fate: Fate; readonly copy: Entry }>();

  entries(trace: Trace): Entry[] {
    const out: Entry[] = [];
    for (const row of trace.history) {
      const by = trace.boundaries.findLast((boundary) => boundary.index > row.index) ?? trace.boundaries[0];
      for (const entry of row.entries) out.push(this.changed(entry, { ...UNTOUCHED, by }));
    }
    const { active } = trace;
    const strippedBefore = active.findLastIndex((row) => row.mark?.kind === 'stripped');
    const cleared = clearedCalls(active);
    const failed = failedEntries(active);
    active.forEach((row, at) => {
      for (const entry of row.entries) {
        const fate = { by: undefined, stripped: at < strippedBefore && entry.role === 'assistant', cleared: entry.callId !== undefined && entry.role === 'toolResult' && at < (cleared.get(entry.callId) ?? -1), failed: failed.has(entry) };
        out.push(fate.stripped || fate.cleared || fate.failed ? this.changed(entry, fate) : entry);
      }
    });
    return out;
  }

  private changed(entry: Entry, fate: Fate): Entry {
    const known = this.copies.get(entry);
    if (known !== undefined && same(known.fate, fate)) return known.copy;
    const facts = { ...entry.detail, ...(fate.stripped ? { stripped: true } : {}), ...(fate.cleared ? { cleared: true } : {}), ...(fate.failed ? { failed: true } : {}) };
    const shadow: { visibility: 'shadowed'; shadowedBy: Source } | undefined = fate.by === undefined ? undefined : { visibility: 'shadowed', shadowedBy: fate.by.source };
    const copy: Entry = { ...entry, detail: facts, ...(fate.cleared ? { kind: 'cleared-output' } : {}), ...shadow };
    this.copies.set(entry, { fate, copy });
    return copy;
  }
}

function same(a: Fate, b: Fate): boolean {
  return a.by === b.by && a.stripped === b.stripped && a.cleared === b.cleared && a.failed === b.failed;
}

/** Calls whose results are cleared, with the place of the last record that says so. */
function clearedCalls(active: readonly Row[]): ReadonlyMap<string, number> {
  const cleared = new Map<string, number>();
  active.forEach((row, at) => { if (row.mark?.kind === 'cleared') for (const call of row.mark.calls) cleared.set(call, at); });
  return cleared;
}

/** Entries whose answer failed: what the client made of the error stands behind them, and it does not move reminders across that. */
function failedEntries(active: readonly Row[]): ReadonlySet<Entry> {
  const failed = new Set<Entry>();
  let last: Entry | undefined;
  for (const row of active) {
    if (row.mark?.kind === 'error' && last !== undefined) failed.add(last);
    last = row.entries[row.entries.length - 1] ?? last;
  }
  return failed;
}
