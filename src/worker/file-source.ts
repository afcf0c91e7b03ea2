import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ByteSource, Host } from '../core/records/byte-source.ts';
import { inflate } from './inflate.ts';

/** A file that is read by ranges and never locked: its handle is closed by `close`. Errors carry what a person can act on. */
export interface FileSource extends ByteSource {
  close(): Promise<void>;
}

/** Opens a file for reading. Rejects with a clear message for a directory, a missing file or one without permission. */
export async function openFile(path: string): Promise<FileSource> {
  let handle: FileHandle;
  try {
    if ((await stat(path)).isDirectory()) throw new Error(`${path} is a directory, not a session file`);
    handle = await open(path, 'r');
  } catch (error) {
    throw readable(error, path);
  }
  return {
    name: basename(path),
    size: async () => (await handle.stat()).size,
    async read(offset, length) {
      const buffer = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
      try {
        const { bytesRead } = await handle.read(buffer, 0, length, offset);
        return bytesRead === length ? buffer : buffer.subarray(0, bytesRead);
      } catch (error) {
        throw readable(error, path);
      }
    },
    close: () => handle.close(),
  };
}

function readable(error: unknown, path: string): Error {
  const code = (error as { code?: string }).code;
  switch (code) {
    case 'ENOENT': return new Error(`${path} does not exist`);
    case 'EACCES': case 'EPERM': return new Error(`${path} cannot be read: permission denied`);
    case 'EISDIR': return new Error(`${path} is a directory, not a session file`);
    default: return error instanceof Error ? error : new Error(String(error));
  }
}

/** The core's surroundings on this machine. Siblings are looked for beside the file and in the folders of a date tree above it. */
export function nodeHost(path: string | undefined, cancelled: () => boolean = () => false): Host & { close(): Promise<void> } {
  const opened: FileSource[] = [];
  return {
    cancelled,
    inflate,
    async sibling(part) {
      if (path === undefined) return undefined;
      const found = await findSibling(dirname(path), part, basename(path));
      if (found === undefined) return undefined;
      const source = await openFile(found);
      opened.push(source);
      return source;
    },
    async close() { await Promise.all(opened.map((s) => s.close())); },
  };
}

const MAX_FOLDERS = 400;

/** Beside the file first, then in `YYYY/MM/DD` trees: up to three levels of digits above it, newest folders first. */
async function findSibling(folder: string, part: string, self: string): Promise<string | undefined> {
  const here = await matchIn(folder, part, self);
  if (here !== undefined) return here;
  let root = folder;
  for (let depth = 0; depth < 3 && /^\d+$/.test(basename(root)); depth++) root = dirname(root);
  if (root === folder) return undefined;
  const queue = [root];
  for (let seen = 0; queue.length > 0 && seen < MAX_FOLDERS; seen++) {
    const next = queue.shift()!;
    const match = await matchIn(next, part, self);
    if (match !== undefined) return match;
    const folders = (await readdir(next, { withFileTypes: true }).catch(() => [])).filter((e) => e.isDirectory() && /^\d+$/.test(e.name));
    queue.push(...folders.map((e) => join(next, e.name)).sort().reverse());
  }
  return undefined;
}

async function matchIn(folder: string, part: string, self: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const name = names.filter((n) => n !== self && n.includes(part)).sort()[0];
  return name === undefined ? undefined : join(folder, name);
}
