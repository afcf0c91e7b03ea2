import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { memorySource, type ByteSource, type Host } from '../../src/core/records/byte-source.ts';
import { Session, type SessionOptions } from '../../src/core/turns/session.ts';
import { nodeHost, openFile } from '../../src/worker/file-source.ts';
import { inflate } from '../../src/worker/inflate.ts';

/** Opens and reads a session file from disk, to its end. */
export async function readSession(path: string, options: SessionOptions = {}): Promise<Session> {
  const source = await openFile(path);
  const session = await Session.open(source, nodeHost(path), options);
  await session.read();
  return session;
}

/** Opens and reads a session from bytes or text in memory. `siblings` maps file names to their bytes. */
export async function readBytes(content: Uint8Array | string, name = 'input.jsonl', options: SessionOptions = {}, siblings: Readonly<Record<string, Uint8Array>> = {}): Promise<Session> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const session = await Session.open(memorySource(name, bytes), memoryHost(siblings), options);
  await session.read();
  return session;
}

/** A host without a machine: siblings from memory. */
export function memoryHost(siblings: Readonly<Record<string, Uint8Array>> = {}): Host {
  return {
    cancelled: () => false, inflate,
    sibling: (part) => {
      const found = Object.entries(siblings).find(([name]) => name.includes(part));
      return Promise.resolve(found === undefined ? undefined : memorySource(found[0], found[1]));
    },
  };
}

/** Records as JSONL text. */
export function jsonl(...records: readonly unknown[]): string {
  return records.map((r) => `${JSON.stringify(r)}\n`).join('');
}

/** A file of a test folder as text. */
export function text(path: string): string {
  return readFileSync(path, 'utf8');
}

export function named(path: string): ByteSource {
  return memorySource(basename(path), readFileSync(path));
}
