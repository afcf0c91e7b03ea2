import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';

/** What a file looked like when it was read up to `size`. */
export interface Fingerprint { readonly size: number; readonly modified: number; readonly device: number; readonly inode: number; readonly tail: string }

/** What became of a file since: `same`, `grown` (append only: read on), `replaced` (read anew), or `gone`. */
export type Change = 'same' | 'grown' | 'replaced' | 'gone';

const TAIL = 64;

/** Looks at a file that has been read up to `size` bytes. Rejects when it cannot be read. */
export async function fingerprint(path: string, size: number): Promise<Fingerprint> {
  const handle = await open(path, 'r');
  try {
    const { mtimeMs, dev, ino } = await handle.stat();
    const bytes = new Uint8Array(Math.min(TAIL, size));
    await handle.read(bytes, 0, bytes.length, size - bytes.length);
    return { size, modified: mtimeMs, device: dev, inode: ino, tail: createHash('sha256').update(bytes).digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Compares a file with how it looked. Appending leaves device, inode and the bytes before the old end as they were. */
export async function changeOf(path: string, before: Fingerprint): Promise<Change> {
  try {
    const { size, mtimeMs } = await stat(path);
    if (size < before.size) return 'replaced';
    if (size === before.size && mtimeMs === before.modified) return 'same';
    const now = await fingerprint(path, before.size);
    if (now.device !== before.device || now.inode !== before.inode || now.tail !== before.tail) return 'replaced';
    return size > before.size ? 'grown' : 'replaced';
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return 'gone';
    throw error;
  }
}
