import type { ByteSource } from '../core/records/byte-source.ts';
import { decodeUtf8 } from '../core/records/decode.ts';
import { Session, type SessionOptions } from '../core/turns/session.ts';
import type { Input } from '../protocol/worker-messages.ts';
import { openFile, nodeHost } from './file-source.ts';
import { head } from './names.ts';
import type { Reading } from './frame.ts';

/** A session with the handles it holds. */
export interface Opened {
  readonly session: Session;
  readonly reading: Reading;
  readonly input: Input;
  close(): Promise<void>;
}

/** Opens a file, or bytes that are all there is (a dirty or pasted document, a file of another scheme). */
export async function openInput(input: Input, cancelled: () => boolean, options: SessionOptions): Promise<Opened> {
  const path = input.kind === 'file' ? input.path : undefined;
  const host = nodeHost(path, cancelled);
  const file = input.kind === 'file' ? await openFile(input.path) : undefined;
  const source = file ?? memory(input.kind === 'bytes' ? input.name : '', input.kind === 'bytes' ? input.bytes : new Uint8Array());
  const close = async (): Promise<void> => { await host.close(); await file?.close(); };
  try {
    const session = await Session.open(source, host, options);
    return { session, input, close, reading: { loader: session.loader, excerpt: (at, units) => excerpt(session, at.file, at.start, Math.min(at.end, at.start + units * 3), units) } };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Bytes in memory that let other work in between reads, so that a reading can be cancelled. */
function memory(name: string, bytes: Uint8Array): ByteSource {
  return {
    name, size: () => Promise.resolve(bytes.length),
    read: (offset, length) => new Promise((resolve) => { setImmediate(() => { resolve(bytes.subarray(offset, Math.min(bytes.length, offset + length))); }); }),
  };
}

async function excerpt(session: Session, file: number, start: number, end: number, units: number): Promise<string> {
  const bytes = await session.file(file)?.read(start, end - start);
  return bytes === undefined ? '' : head(decodeUtf8(bytes).text, units);
}
