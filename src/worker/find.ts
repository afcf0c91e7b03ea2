import { createContext, Script } from 'node:vm';
import type { Loader } from '../core/records/loader.ts';
import type { RowRef } from './rows.ts';

/** Matches told to the view at most; beyond it `more` says so. */
const LIMIT = 2000;
/** A regular expression may take this long for one text: one that backtracks without end is stopped. */
const PATIENCE_MS = 1000;

export interface Found { readonly rows: number[]; readonly ids: string[]; readonly more: boolean; readonly error?: string }

/** Searches all text of the rows, long texts in the file too, in row order. Stops when `stopped` says that a newer search began. */
export async function findInRows(rows: readonly RowRef[], query: string, how: { readonly caseSensitive: boolean; readonly regex: boolean }, loader: Loader, stopped: () => boolean): Promise<Found> {
  if (query === '') return { rows: [], ids: [], more: false };
  let test: (text: string) => boolean;
  try {
    test = how.regex ? regexTest(query, how.caseSensitive) : plainTest(query, how.caseSensitive);
  } catch (error) {
    return { rows: [], ids: [], more: false, error: (error as Error).message };
  }
  const found = { rows: [] as number[], ids: [] as string[] };
  try {
    for (const [at, row] of rows.entries()) {
      if (at % 256 === 255) await new Promise((resolve) => { setImmediate(resolve); });
      if (stopped()) return { ...found, more: true };
      if (!shortTexts(row).some(test) && !(row.row === 'block' && row.block.text.inline === undefined && (how.regex || row.block.text.length >= query.length) && test(await loader.text(row.block.text).catch(() => '')))) continue;
      if (found.rows.length === LIMIT) return { ...found, more: true };
      found.rows.push(at);
      found.ids.push(row.id);
    }
  } catch (error) {
    return { ...found, more: true, error: (error as Error).message };
  }
  return { ...found, more: false };
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

function plainTest(query: string, caseSensitive: boolean): (text: string) => boolean {
  if (caseSensitive) return (text) => text.includes(query);
  const lower = query.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}

function regexTest(query: string, caseSensitive: boolean): (text: string) => boolean {
  const expression = new RegExp(query, caseSensitive ? 'u' : 'iu');
  const sandbox = createContext({ expression, text: '' });
  const script = new Script('expression.test(text)');
  return (text) => {
    (sandbox as { text: string }).text = text;
    try {
      return script.runInContext(sandbox, { timeout: PATIENCE_MS }) as boolean;
    } catch {
      throw new Error(`the expression took over ${PATIENCE_MS} ms on one text`);
    }
  };
}
