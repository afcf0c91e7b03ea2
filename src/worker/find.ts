import { createContext, Script } from 'node:vm';
import type { Loader } from '../core/records/loader.ts';
import type { RowRef } from './rows.ts';

/** Matches told to the view at most; beyond it `more` says so. */
const LIMIT = 2000;
/** Texts are tested together: rows and UTF-16 units of a batch at most. */
const BATCH_ROWS = 512;
const BATCH_UNITS = 4 << 20;
/** A regular expression may take this long for a batch: one that backtracks without end is stopped. */
const PATIENCE_MS = 2000;

export interface Found { readonly rows: number[]; readonly ids: string[]; readonly more: boolean; readonly error?: string }
/** For each of several groups of texts, whether one of them matches. */
type Tester = (groups: readonly (readonly string[])[]) => readonly boolean[];

/** Searches all text of the rows, long texts in the file too, in row order. Stops when `stopped` says that a newer search began. */
export async function findInRows(rows: readonly RowRef[], query: string, how: { readonly caseSensitive: boolean; readonly regex: boolean }, loader: Loader, stopped: () => boolean): Promise<Found> {
  const found: { rows: number[]; ids: string[] } = { rows: [], ids: [] };
  if (query === '') return { ...found, more: false };
  try {
    const test = how.regex ? regexTester(query, how.caseSensitive) : plainTester(query, how.caseSensitive);
    const shortest = how.regex ? 0 : query.length;
    for (let at = 0; at < rows.length;) {
      await new Promise((resolve) => { setImmediate(resolve); });
      if (stopped()) return { ...found, more: true };
      const first = at;
      const groups: (readonly string[])[] = [];
      for (let units = 0; at < rows.length && at - first < BATCH_ROWS && units < BATCH_UNITS; at++) {
        const texts = await textsOf(rows[at]!, shortest, loader);
        for (const text of texts) units += text.length;
        groups.push(texts);
      }
      for (const [n, hit] of test(groups).entries()) {
        if (!hit) continue;
        if (found.rows.length === LIMIT) return { ...found, more: true };
        found.rows.push(first + n);
        found.ids.push(rows[first + n]!.id);
      }
    }
    return { ...found, more: false };
  } catch (error) {
    return { ...found, more: found.rows.length > 0, error: (error as Error).message };
  }
}

async function textsOf(row: RowRef, shortest: number, loader: Loader): Promise<readonly string[]> {
  const known = shortTexts(row);
  if (row.row !== 'block' || row.block.text.inline !== undefined || row.block.text.length < shortest) return known;
  return [...known, await loader.text(row.block.text).catch(() => '')];
}

function shortTexts(row: RowRef): readonly string[] {
  switch (row.row) {
    case 'turn': return [row.turn.role, row.turn.kind, row.turn.author, row.turn.recipient, row.turn.callId, row.turn.toolName].filter((t): t is string => t !== undefined);
    case 'block': return [row.block.text.inline, row.block.name, row.block.callId, row.block.itemId, row.block.nativeType].filter((t): t is string => t !== undefined);
    case 'boundary': return [row.boundary.reason];
    case 'inserted': return [row.inserted.wirePath, row.inserted.reason];
    case 'problem': return [row.problem.code, row.problem.message];
  }
}

function plainTester(query: string, caseSensitive: boolean): Tester {
  const lower = query.toLowerCase();
  return (groups) => groups.map((texts) => texts.some(caseSensitive ? (text) => text.includes(query) : (text) => text.toLowerCase().includes(lower)));
}

/** Runs in a context of its own, because only there it can be stopped. */
function regexTester(query: string, caseSensitive: boolean): Tester {
  const sandbox = { expression: new RegExp(query, caseSensitive ? 'u' : 'iu'), groups: [] as readonly (readonly string[])[] };
  const context = createContext(sandbox);
  const script = new Script('groups.map((texts) => texts.some((text) => expression.test(text)))');
  return (groups) => {
    sandbox.groups = groups;
    try {
      return script.runInContext(context, { timeout: PATIENCE_MS }) as readonly boolean[];
    } catch {
      throw new Error(`the expression takes too long: it was stopped after ${PATIENCE_MS} ms`);
    }
  };
}
