import { relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { jsonText } from '../core/export/json-text.ts';
import { fileReport, type FileReport } from '../core/export/lint-report.ts';
import { sarifLog, type Unreadable } from '../core/export/sarif.ts';
import { judge } from '../core/judge/judge.ts';
import { RULES } from '../core/rules/index.ts';
import { check, oneOf } from './check.ts';
import type { Command } from './command.ts';
import { pieces, stream, UnreadableError, type Io } from './io.ts';
import { conversationOf, withSession } from './open-session.ts';
import { REPLAY_OPTIONS, SESSION_OPTIONS } from './options.ts';
import { printable, severity } from './paint.ts';
import { chosenReplay, serializerFor } from './replay-options.ts';
import { version } from './version.ts';

const LintValues = z.object({ format: z._default(oneOf(['text', 'json', 'sarif']), 'text') });

export const lint: Command = {
  name: 'lint', operands: 'FILE… --target ID', count: [1, Infinity], options: [...REPLAY_OPTIONS, ...SESSION_OPTIONS, 'format'],
  summary: 'findings of one or more sessions for one target, as file:line:column severity rule message',
  async run(files, values, io) {
    const { format } = check(LintValues, values);
    const chosen = await chosenReplay(values);
    const reports: FileReport[] = [];
    const unreadable: Unreadable[] = [];
    for (const file of files) {
      try {
        const report = await withSession(file, values, async (session) => {
          const conversation = conversationOf(session, values);
          return await fileReport(session, file, judge(conversation, serializerFor(conversation, chosen).id, chosen.options));
        });
        reports.push(report);
        if (format === 'text') await textOf(report, io);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        unreadable.push({ file, message: error.message });
      }
    }
    if (format === 'json') await stream(io, pieces(jsonText({ schema: 1, files: reports.map((r) => r.json) })), '\n');
    if (format === 'sarif') await stream(io, pieces(jsonText(sarifLog(reports, unreadable, RULES, version, uriOf))), '\n');
    for (const { message } of unreadable) io.err(printable(message));
    if (unreadable.length > 0) return 3;
    return reports.some((r) => r.findings.some(({ item }) => item.severity === 'error')) ? 1 : 0;
  },
};

async function textOf(report: FileReport, io: Io): Promise<void> {
  for (const { item, places } of report.findings) {
    const at = places[0]?.position ?? { line: 1, column: 1 };
    await io.out(`${printable(report.file)}:${at.line}:${at.column} ${severity(io.colour, item.severity)} ${item.rule} ${printable(item.message)}\n`);
  }
  for (const { item, places } of report.problems) {
    await io.out(`${printable(report.file)}:${places[0]?.position.line ?? 1}:1 ${severity(io.colour, item.severity)} ${item.code} ${printable(item.message)}\n`);
  }
  const { rejection, notApplicable, target } = report.replay;
  if (rejection !== undefined) io.err(printable(`${report.file}: ${target} rejects it: ${rejection.code}: ${rejection.message}`));
  else if (notApplicable !== undefined) io.err(printable(`${report.file}: ${target} cannot take it: ${notApplicable}`));
}

/** Relative to where the command runs, where that is possible; always a valid URI reference. */
function uriOf(file: string): string {
  if (file === '-') return 'stdin';
  const path = relative(process.cwd(), resolve(file));
  return path.startsWith('..') || resolve(path) === path ? pathToFileURL(resolve(file)).href : path.split(sep).map(encodeURIComponent).join('/');
}
