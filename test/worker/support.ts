import { readBytes } from '../support/sessions.ts';
import { readFileSync } from 'node:fs';
import type { Session } from '../../src/core/turns/session.ts';
import { decodeUtf8 } from '../../src/core/records/decode.ts';
import { NO_FILTER, type Filter, type Row } from '../../src/protocol/view-model.ts';
import type { ReplayChoice } from '../../src/protocol/worker-messages.ts';
import { frameOf, rowsOf, type Frame, type Reading, type Rows } from '../../src/worker/frame.ts';
import { Replays } from '../../src/worker/replays.ts';
import { rowView } from '../../src/worker/row-view.ts';
import { SessionIndex } from '../../src/worker/session-index.ts';

export interface Seen { readonly session: Session; readonly frame: Frame; readonly list: Rows; readonly reading: Reading; readonly replays: Replays; readonly rows: readonly Row[] }

/** A session as the view gets it for a target. A fault of a target fails the test. */
export async function see(content: string | Uint8Array, choice: ReplayChoice, { filter = NO_FILTER, pinned = [], name = 'input.jsonl' }: { readonly filter?: Filter; readonly pinned?: readonly ReplayChoice[]; readonly name?: string } = {}): Promise<Seen> {
  const session = await readBytes(content, name);
  const conversation = session.conversation();
  const replays = new Replays(conversation, (target, error) => { throw new Error(`${target}: ${error.message}`); });
  const frame = frameOf(new SessionIndex(conversation), replays.of(choice), pinned.map((p) => replays.of(p)), session.problems);
  const list = rowsOf(frame, filter, 1);
  const reading: Reading = { loader: session.loader, excerpt: async (at, units) => decodeUtf8((await session.file(at.file)?.read(at.start, at.end - at.start)) ?? new Uint8Array()).text.slice(0, units) };
  const rows: Row[] = [];
  for (let at = 0; at < list.rows.length; at++) rows.push(await rowView(frame, list, at, reading));
  return { session, frame, list, reading, replays, rows };
}

export function sample(name: string): string {
  return readFileSync(`media/samples/${name}`, 'utf8');
}

/** One line per row: what it is, and what it draws of both lanes. */
export function drawn(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => {
    const { response, wire, spine, weld } = row.rail;
    const what = row.row === 'turn' ? `${row.role}` : row.row === 'block' ? `· ${row.kind} ${row.decision.op}` : row.row === 'boundary' ? `= ${row.level}` : row.row === 'inserted' ? `+ ${row.wirePath}` : `! ${row.code}`;
    const left = response === undefined ? '' : `${response.label ?? ''}${response.piece}${response.mark === 'none' ? '' : ` ${response.mark}`}`;
    const right = wire === undefined ? '' : `${wire.index ?? ''}${wire.piece}${wire.sent ? '' : ' unsent'}${wire.broken ? ' broken' : ''}`;
    return [what, left, right, spine === 'none' ? '' : spine, weld ? 'weld' : ''].join(' | ').replace(/[ |]+$/, '');
  });
}
