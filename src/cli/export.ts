import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import * as z from 'zod/mini';
import { exportRequest, type Export, NoExport, redactionNotes, REQUEST_FILE, toolsForExport } from '../core/export/export-request.ts';
import { judge } from '../core/judge/judge.ts';
import { createSecretDetector } from '../worker/secret-detector.ts';
import { check, flag, oneOf, word } from './check.ts';
import type { Command } from './command.ts';
import { stream, UsageError, type ExitCode, type Io } from './io.ts';
import { conversationOf, withSession } from './open-session.ts';
import { REPLAY_OPTIONS, SESSION_OPTIONS } from './options.ts';
import { printable } from './paint.ts';
import { chosenReplay, serializerFor } from './replay-options.ts';

const ExportValues = z.object({ as: z._default(oneOf(['json', 'curl', 'typescript', 'python']), 'json'), out: z.optional(word), 'no-redact': flag });

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
        const made = await exportRequest(session, conversation, result, {
          as, redact: noRedact ? 'off' : createSecretDetector(), ...(chosen.options.model === undefined ? {} : { model: chosen.options.model }),
          requestFile: out === undefined ? REQUEST_FILE : `${basename(out, extname(out))}.${REQUEST_FILE}`,
        });
        return out === undefined ? await toOutput(made, io) : await toFiles(made, out, io);
      } catch (error) {
        if (!(error instanceof NoExport)) throw error;
        io.err(printable(error.message));
        return 1;
      }
    });
  },
};

async function toOutput(made: Export, io: Io): Promise<ExitCode> {
  if (!await stream(io, made.text)) return 0;
  tell(made, io);
  if (made.beside !== undefined) io.err(`the code reads the request from ${made.beside.name} beside it: --out FILE writes both, --as json the request`);
  return 0;
}

/** Code is written with its request beside it, or neither is. */
async function toFiles(made: Export, path: string, io: Io): Promise<ExitCode> {
  const beside = made.beside === undefined ? undefined : join(dirname(path), made.beside.name);
  const file = await created(path, '--out');
  const request = beside === undefined ? undefined : await created(beside, 'the file of the request').catch(async (error: unknown) => { await file.undo(); throw error; });
  try {
    await file.fill(made.text);
    if (made.beside !== undefined) await request?.fill(made.beside.text);
  } catch (error) {
    await file.undo();
    await request?.undo();
    throw error;
  }
  tell(made, io);
  io.err(`written to ${path}${beside === undefined ? '' : ` and ${beside}`}`);
  return 0;
}

/** A new file: an export never takes another file's place. What was written of a failed one can be removed. */
async function created(path: string, what: string): Promise<{ fill(text: AsyncIterable<string>): Promise<void>; undo(): Promise<void> }> {
  const known = await stat(path).catch(() => undefined);
  if (known?.isDirectory() === true) throw new UsageError(`${what} ${path} is a directory`);
  if (known?.isFile() === true) throw new UsageError(`${what} ${path} exists; an export writes a new file`);
  const handle = await open(path, known === undefined ? 'wx' : 'w').catch((error: NodeJS.ErrnoException) => { throw new UsageError(`${what} ${path} cannot be written: ${error.code ?? error.message}`); });
  return {
    async fill(text) {
      await stream({ colour: false, err: () => undefined, out: async (piece) => { await handle.writeFile(piece); return true; } }, text);
      await handle.close();
    },
    async undo() {
      await handle.close().catch(() => undefined);
      if (known === undefined) await rm(path, { force: true });
    },
  };
}

function tell(made: Export, io: Io): void {
  for (const note of redactionNotes(made.redaction())) io.err(printable(note));
}
