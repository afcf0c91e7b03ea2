import { MAX_ROWS } from '../../src/protocol/view-messages.ts';
import { NO_FILTER } from '../../src/protocol/view-model.ts';
import type { FromWorker } from '../../src/protocol/worker-messages.ts';
import { Analysis } from '../../src/worker/analysis.ts';
import { answer } from '../../src/worker/answers.ts';

/** One figure of the benchmark: a value that must not pass its limit. */
export interface Verdict { readonly name: string; readonly value: number; readonly limit: number; readonly detail: string }

/** The largest message that a view of this file is sent while it scrolls from end to end and opens the details of rows on the way. */
export async function measureView(path: string, shape: string): Promise<Verdict> {
  let largest = 0;
  let what = '';
  let messages = 0;
  let generation = -1;
  let total = 0;
  const weigh = (message: FromWorker): void => {
    const size = Buffer.byteLength(JSON.stringify(message));
    messages++;
    if (size > largest) { largest = size; what = message.type; }
    if (message.type === 'outline') { generation = message.outline.generation; total = message.outline.rows; }
  };
  const analysis = new Analysis(weigh);
  analysis.open({ kind: 'file', path }, { chosen: { target: 'anthropic-messages' }, pinned: [] });
  await analysis.settled();
  analysis.setView(1, NO_FILTER);
  if (total === 0) throw new Error('the view has no rows');
  for (let first = 0; first < total; first += MAX_ROWS) {
    const rows = await answer(analysis, { type: 'rows', request: first, view: 1, generation, first, count: MAX_ROWS });
    weigh(rows);
    if (rows.type !== 'rows' || rows.rows.length === 0) throw new Error(`no rows from ${first} on`);
    if (first % (MAX_ROWS * 20) !== 0) continue;
    weigh(await answer(analysis, { type: 'detail', request: 1, id: rows.rows[0]!.id }));
    weigh(await answer(analysis, { type: 'text', request: 2, id: rows.rows[0]!.id, from: 0 }));
  }
  await analysis.close();
  return { name: `largest message to the view, ${shape} (MB)`, value: largest / 2 ** 20, limit: 1, detail: `${what}; ${messages} messages, ${total} rows` };
}
