import { open, rm, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { exportRequest, type Export, NoExport, redactionNotes, toolsForExport } from '../core/export/export-request.ts';
import { judge } from '../core/judge/judge.ts';
import { createSecretDetector } from '../worker/secret-detector.ts';
import { check, flag, oneOf, word } from './check.ts';
import type { Command } from './command.ts';
import { stream, UsageError, type ExitCode, type Io } from './io.ts';
import { conversationOf, withSession } from './open-session.ts';
import { REPLAY_OPTIONS, SESSION_OPTIONS } from './options.ts';
import { printable } from './paint.ts';
import { chosenReplay, serializerFor } from './replay-options.ts';

const ExportValues = z.object({ as: z._default(oneOf(['json', 'curl']), 'json'), out: z.optional(word), 'no-redact': flag });

export const exportCommand: Command = {
  name: 'export', operands: 'FILE --target ID', count: [1, 1], options: [...REPLAY_OPTIONS, ...SESSION_OPTIONS, 'as', 'out', 'no-redact'],
  summary: 'the request itself, ready to send, with secrets redacted',
  async run([file], values, io) {
    const { as, out, 'no-redact': noRedact } = check(ExportValues, values);
    const chosen = await chosenReplay(values);
    return await withSession(file!, values, async (session) => {
      const conversation = conversationOf(session, values);
      const options = { ...chosen.options, tools: toolsForExport(conversation, chosen.tools) };
      const result = judge(conversation, serializerFor(conversation, chosen).id, options);
      try {
        const made = await exportRequest(session, conversation, result, { as, redact: noRedact ? 'off' : createSecretDetector() });
        return out === undefined ? await toOutput(made, io) : await toFile(made, out, io);
      } catch (error) {
        if (!(error instanceof NoExport)) throw error;
        io.err(printable(error.message));
        return 1;
      }
    });
  },
};

async function toOutput(made: Export, io: Io): Promise<ExitCode> {
  if (await stream(io, made.text)) tell(made, io);
  return 0;
}

/** Writes a new file: an export never takes another file's place. What was written of a failed one is removed. */
async function toFile(made: Export, path: string, io: Io): Promise<ExitCode> {
  const known = await stat(path).catch(() => undefined);
  if (known?.isDirectory() === true) throw new UsageError(`--out ${path} is a directory`);
  if (known?.isFile() === true) throw new UsageError(`--out ${path} exists; an export writes a new file`);
  const handle = await open(path, known === undefined ? 'wx' : 'w').catch((error: NodeJS.ErrnoException) => { throw new UsageError(`--out ${path} cannot be written: ${error.code ?? error.message}`); });
  try {
    await stream({ colour: false, err: () => undefined, out: async (text) => { await handle.writeFile(text); return true; } }, made.text);
  } catch (error) {
    await handle.close();
    if (known === undefined) await rm(path, { force: true });
    throw error;
  }
  await handle.close();
  tell(made, io);
  io.err(`written to ${path}`);
  return 0;
}

function tell(made: Export, io: Io): void {
  for (const note of redactionNotes(made.redaction())) io.err(printable(note));
}
