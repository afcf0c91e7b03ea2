import * as z from 'zod/mini';
import { replayText } from '../core/export/replay-json.ts';
import { judge } from '../core/judge/judge.ts';
import type { Replay } from '../core/replay/replay.ts';
import { blocksOf, type Conversation } from '../core/turns/conversation.ts';
import type { Session } from '../core/turns/session.ts';
import { placesOf } from '../core/export/finding-json.ts';
import { check, flag } from './check.ts';
import type { Command } from './command.ts';
import { stream, type Io } from './io.ts';
import { conversationOf, withSession } from './open-session.ts';
import { REPLAY_OPTIONS, SESSION_OPTIONS } from './options.ts';
import { columns, paint, printable, severity } from './paint.ts';
import { chosenReplay, serializerFor } from './replay-options.ts';

const JsonValues = z.object({ json: flag });

export const replay: Command = {
  name: 'replay', operands: 'FILE --target ID', count: [1, 1], options: [...REPLAY_OPTIONS, ...SESSION_OPTIONS, 'json'],
  summary: 'what a provider would get: the decision on every block, boundaries and findings for one target',
  async run([file], values, io) {
    const { json } = check(JsonValues, values);
    const chosen = await chosenReplay(values);
    await withSession(file!, values, async (session) => {
      const conversation = conversationOf(session, values);
      const result = judge(conversation, serializerFor(conversation, chosen).id, chosen.options);
      if (json) await stream(io, replayText(session, result), '\n');
      else await forPeople(session, conversation, result, io);
    });
    return 0;
  },
};

async function forPeople(session: Session, conversation: Conversation, result: Replay, io: Io): Promise<void> {
  const c = io.colour;
  const counts = new Map<string, number>();
  for (const decision of result.decisions.values()) counts.set(decision.op, (counts.get(decision.op) ?? 0) + 1);
  if (result.inserted.length > 0) counts.set('inserted', result.inserted.length);
  await io.out(`${paint(c, 'bold', result.target)}  ${paint(c, result.outcome === 'ok' ? 'green' : 'red', result.outcome)}  ${[...counts].map(([op, n]) => `${n} ${op}`).join(', ')}\n`);
  if (result.notApplicable !== undefined) await io.out(`${printable(result.notApplicable)}\n`);
  const blocks = blocksOf(conversation);
  const lineOf = (id: string): string => {
    const source = blocks.get(id)?.source ?? conversation.turns.find((turn) => turn.id === id)?.entries[0]?.source;
    return source === undefined ? '' : String(source.line);
  };
  if (result.rejection !== undefined) await io.out(`line ${lineOf(result.rejection.block)}: ${paint(c, 'red', 'rejected')} ${printable(`${result.rejection.code}: ${result.rejection.message}`)}\n`);
  const rows = [...result.decisions.values()].filter((d) => d.op !== 'kept').map((d) => [
    lineOf(d.block).padStart(6), paint(c, d.op === 'omitted' ? 'yellow' : d.op === 'rejected' ? 'red' : 'cyan', d.op), blocks.get(d.block)?.kind ?? 'turn', printable(`${d.reason}${d.rule === undefined ? '' : ` [${d.rule}]`}`),
  ]);
  for (const inserted of result.inserted) rows.push(['', paint(c, 'green', 'inserted'), printable(inserted.wirePath), printable(inserted.reason)]);
  for (const row of columns(rows)) if (!await io.out(`${row}\n`)) return;
  for (const b of result.boundaries) {
    if (b.mergedOnWire || b.severity !== 'info') await io.out(`lines ${lineOf(b.before)} and ${lineOf(b.after)}: ${severity(c, b.severity)} boundary ${b.mergedOnWire ? 'merged' : 'kept'}: ${printable(b.reason)}\n`);
  }
  for (const finding of result.findings) {
    const [place] = await placesOf(session, finding.sources.slice(0, 1));
    const at = place === undefined ? '' : `line ${place.position.line}, column ${place.position.column}: `;
    await io.out(`${at}${severity(c, finding.severity)} ${finding.rule} ${printable(finding.message)}\n`);
  }
}
