import { inspectText } from '../core/export/inspect-json.ts';
import type { Block } from '../core/model/block.ts';
import { previewOf } from '../core/model/facts.ts';
import type { Turn } from '../core/model/turn.ts';
import { seamsOf } from '../core/turns/conversation.ts';
import type { Session } from '../core/turns/session.ts';
import * as z from 'zod/mini';
import { check, flag } from './check.ts';
import type { Command, Values } from './command.ts';
import { stream, type Io } from './io.ts';
import { conversationOf, withSession } from './open-session.ts';
import { SESSION_OPTIONS } from './options.ts';
import { columns, head, paint, printable, severity } from './paint.ts';

const InspectValues = z.object({ json: flag });

export const inspect: Command = {
  name: 'inspect', operands: 'FILE', count: [1, 1], options: [...SESSION_OPTIONS, 'json'],
  summary: 'what was said: turns, blocks, responses, boundaries and problems of a session file',
  async run([file], values, io) {
    const { json } = check(InspectValues, values);
    await withSession(file!, values, async (session) => {
      const conversation = conversationOf(session, values);
      if (json) await stream(io, inspectText(session, conversation.branch), '\n');
      else await forPeople(session, values, io);
    });
    return 0;
  },
};

async function forPeople(session: Session, values: Values, io: Io): Promise<void> {
  const conversation = conversationOf(session, values);
  const c = io.colour;
  const version = session.version === undefined ? '' : ` ${printable(session.version)}`;
  await io.out(`${paint(c, 'bold', session.format.id)}${version}  ${session.detected.reasons.map(printable).join('; ')}\n`);
  const blocks = conversation.turns.reduce((sum, turn) => sum + turn.blocks.length, 0);
  const about = [`${conversation.turns.length} turns`, `${blocks} blocks`, `${conversation.responses.size} responses`, ...(conversation.recorded.model === undefined ? [] : [`model ${printable(conversation.recorded.model)}`])];
  await io.out(`${about.join(', ')}\n`);
  for (const turn of conversation.turns) if (!await io.out(`${columns(rowsOf(turn, c)).join('\n')}\n`)) return;
  for (const seam of seamsOf(conversation)) {
    const signed = seam.signedBefore && seam.signedAfter ? 'both sides signed' : seam.signedBefore || seam.signedAfter ? 'one side signed' : 'unsigned';
    await io.out(`boundary ${seam.before} | ${seam.after}: ${seam.kind} between, ${signed}\n`);
  }
  if (conversation.branches.length > 1) for (const b of conversation.branches) await io.out(`branch ${printable(b.leaf)}${b.active ? ' (active)' : ''}: ${b.turns} turns, ${head(b.label, 60)}\n`);
  const reasons = new Map<string, number>();
  for (const hidden of session.hidden) reasons.set(hidden.reason, (reasons.get(hidden.reason) ?? 0) + 1);
  for (const [reason, count] of reasons) await io.out(`${paint(c, 'dim', `hidden: ${count} × ${printable(reason)}`)}\n`);
  for (const problem of session.problems) if (!await io.out(`line ${problem.source.line}: ${severity(c, problem.severity)} ${problem.code} ${printable(problem.message)}\n`)) return;
}

/** A line for each block: its line in the file, its turn, what it is. */
function rowsOf(turn: Turn, c: boolean): readonly (readonly string[])[] {
  const role = `${turn.role}${turn.kind === undefined ? '' : ` (${printable(turn.kind)})`}${turn.visibility === 'shadowed' ? ' shadowed' : ''}`;
  const by = turn.response === undefined ? turn.callId === undefined ? '' : printable(turn.callId) : `${turn.response.key}`;
  if (turn.blocks.length === 0) return [[String(turn.entries[0]?.source.line ?? '').padStart(6), role.padEnd(22), by.padEnd(4), paint(c, 'dim', 'no content')]];
  return turn.blocks.map((block, k) => [String(block.source.line).padStart(6), (k === 0 ? role : '').padEnd(22), (k === 0 ? by : '').padEnd(4), `${kindOf(block)} ${paint(c, 'dim', head(previewOf(block.text), 80))}`]);
}

function kindOf(block: Block): string {
  const signature = block.signature === undefined ? '' : block.signature.state === 'unsigned' ? ' unsigned' : ` ${block.signature.state} ${block.signature.kind}`;
  const name = block.name === undefined ? '' : ` ${printable(block.name)}`;
  return `${block.kind}${block.kind === 'opaque' ? ` ${printable(block.nativeType)}` : ''}${name}${signature}`;
}
