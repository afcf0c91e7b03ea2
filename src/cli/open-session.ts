import { fstat, read } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { FORMATS, formatById } from '../core/formats/index.ts';
import type { ByteSource } from '../core/records/byte-source.ts';
import { INFLATED_LIMIT } from '../core/records/container.ts';
import type { Conversation } from '../core/turns/conversation.ts';
import { Session } from '../core/turns/session.ts';
import { nodeHost, openFile } from '../worker/file-source.ts';
import { check, word } from './check.ts';
import type { Values } from './command.ts';
import { UnreadableError, UsageError } from './io.ts';

const SessionValues = z.object({ 'input-format': z.optional(word), branch: z.optional(word) });

/** Opens a session file (`-` is standard input), reads it to its end, and closes it after use. */
export async function withSession<T>(path: string, values: Values, use: (session: Session) => Promise<T>): Promise<T> {
  const { 'input-format': inputFormat } = check(SessionValues, values);
  if (inputFormat !== undefined && formatById(inputFormat) === undefined) throw new UsageError(`--input-format "${inputFormat}" is no format; there are ${FORMATS.map((f) => f.id).join(', ')}`);
  const source = await unreadable(path, () => sourceOf(path));
  const host = nodeHost(path === '-' ? undefined : path);
  try {
    const session = await unreadable(path, async () => {
      const opened = await Session.open(source, host, inputFormat === undefined ? {} : { inputFormat });
      await opened.read();
      return opened;
    });
    return await use(session);
  } finally {
    await host.close();
    await source.close?.();
  }
}

/** The conversation of the chosen branch. */
export function conversationOf(session: Session, values: Values): Conversation {
  const { branch } = check(SessionValues, values);
  if (branch === undefined) return session.conversation();
  const { branches } = session.conversation();
  if (!branches.some((b) => b.leaf === branch)) throw new UsageError(`--branch "${branch}" is no leaf of this session${branches.length === 0 ? '' : `; there are ${branches.map((b) => b.leaf).slice(0, 8).join(', ')}`}`);
  return session.conversation(branch);
}

async function unreadable<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableError(message.includes(path) ? message : `${path}: ${message}`);
  }
}

type Closable = ByteSource & { close?(): Promise<void> };

async function sourceOf(path: string): Promise<Closable> {
  if (path === '-') return await standardInput();
  // A pipe given by name (`<(command)`) has no offsets: it is read once.
  const kind = await stat(path).catch(() => undefined);
  if (kind !== undefined && !kind.isFile() && !kind.isDirectory()) return await drained(path, createReadStream(path));
  return await openFile(path);
}

async function standardInput(): Promise<Closable> {
  if (!(await promisify(fstat)(0)).isFile()) return await drained('standard input', process.stdin);
  return {
    name: 'standard input',
    size: async () => (await promisify(fstat)(0)).size,
    read: (offset, length) => new Promise((resolve, reject) => {
      const buffer = new Uint8Array(length);
      read(0, buffer, 0, length, offset, (error, bytesRead) => { if (error === null) resolve(buffer.subarray(0, bytesRead)); else reject(error); });
    }),
  };
}

/** Keeps what a pipe gave, in the pieces it came in. */
async function drained(name: string, stream: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const pieces: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  let total = 0;
  for await (const bytes of stream) {
    pieces.push({ start: total, bytes });
    total += bytes.length;
    if (total > INFLATED_LIMIT) throw new Error(`more than ${INFLATED_LIMIT >> 20} MiB come from ${name}; save it to a file first`);
  }
  return {
    name, size: () => Promise.resolve(total),
    read(offset, length) {
      let low = 0;
      for (let high = pieces.length - 1; low < high;) { const mid = (low + high + 1) >> 1; if (pieces[mid]!.start <= offset) low = mid; else high = mid - 1; }
      const out = new Uint8Array(Math.max(0, Math.min(length, total - offset)));
      for (let filled = 0; filled < out.length; low++) {
        const { start, bytes } = pieces[low]!;
        const part = bytes.subarray(offset + filled - start, offset + out.length - start);
        out.set(part, filled);
        filled += part.length;
      }
      return Promise.resolve(out);
    },
  };
}
