import type { Problem } from '../model/problem.ts';
import { concat, readRange, type ByteSource, type Host } from './byte-source.ts';
import { frameAt, isZstd, type Frame } from './zstd-frames.ts';

/** Decompressed bytes kept in memory at most. A compressed session beyond it is read up to there, with a problem. */
export const INFLATED_LIMIT = 512 << 20;
/** Compressed bytes read at most: whole frames are decompressed from memory. */
const DEFLATED_LIMIT = 512 << 20;

/** A session's bytes as records are read from them. */
export interface Opened {
  readonly bytes: ByteSource;
  readonly container: 'plain' | 'zstd' | 'gzip';
  readonly problems: readonly Problem[];
}

/**
 * Looks at the first bytes and unwraps zstd (any number of frames; a torn last one gives its complete part) and gzip.
 * Offsets of the result are of the decompressed stream. Corruption is a problem over what came out of the corrupt part: that is
 * kept, because a client may write a whole session as one frame, and the frames behind it are read on.
 */
export async function openContainer(source: ByteSource, host: Host, file = 0): Promise<Opened> {
  const head = await source.read(0, 16);
  const kind = isZstd(head) ? 'zstd' : head[0] === 0x1f && head[1] === 0x8b ? 'gzip' : 'plain';
  if (kind === 'plain') return { bytes: source, container: kind, problems: [] };
  const size = await source.size();
  const deflated = await readRange(source, 0, Math.min(size ?? DEFLATED_LIMIT, DEFLATED_LIMIT));
  const { pieces, troubles } = kind === 'zstd' ? await inflateFrames(deflated, host) : await inflateGzip(deflated, host);
  const whole = concat(pieces);
  const problems = troubles.map(({ start = whole.length, end = whole.length, ...problem }): Problem => ({
    ...problem, source: { file, line: 1, record: 0, start, end, pointer: '' },
  }));
  return { bytes: { name: source.name, size: () => Promise.resolve(whole.length), read: (o, n) => Promise.resolve(whole.subarray(o, Math.min(whole.length, o + n))) }, container: kind, problems };
}

/** `start` and `end` of the trouble in the decompressed stream; absent: its end. */
type Trouble = Omit<Problem, 'source'> & { readonly start?: number; readonly end?: number };
interface Inflated { readonly pieces: readonly Uint8Array[]; readonly troubles: readonly Trouble[] }

async function inflateFrames(bytes: Uint8Array, host: Host): Promise<Inflated> {
  const pieces: Uint8Array[] = [];
  const troubles: Trouble[] = [];
  const tooLarge: Trouble = { code: 'records/too-large', severity: 'error', message: `Decompressed data beyond ${INFLATED_LIMIT} bytes is not read` };
  let total = 0;
  for (let at = 0, index = 0; at < bytes.length && !host.cancelled(); index++) {
    const frame = frameAt(bytes, at);
    if (frame !== undefined && total + (frame.contentSize ?? 0) > INFLATED_LIMIT) return { pieces, troubles: [...troubles, tooLarge] };
    const { piece, trouble } = frame?.skippable === true && frame.complete ? {} : await inflateFrame(bytes, at, frame, index, host);
    if (piece !== undefined) pieces.push(piece);
    const start = total;
    total += piece?.length ?? 0;
    if (trouble !== undefined) troubles.push({ ...trouble, start, end: total });
    if (total > INFLATED_LIMIT) return { pieces, troubles: [...troubles, tooLarge] };
    // Where a frame's own lengths may be wrong the next one is looked for by its first bytes.
    const sound = frame !== undefined && frame.complete && (trouble === undefined || frame.end === bytes.length || frameAt(bytes, frame.end) !== undefined);
    at = sound ? frame.end : nextFrame(bytes, at + 1);
  }
  return { pieces, troubles };
}

async function inflateFrame(bytes: Uint8Array, at: number, frame: Frame | undefined, index: number, host: Host): Promise<{ readonly piece?: Uint8Array; readonly trouble?: Omit<Problem, 'source'> }> {
  const next = frame?.complete === true ? frame.end : nextFrame(bytes, at + 1);
  if (frame === undefined) return { trouble: { code: 'records/zstd-corrupt', severity: 'error', message: `Bytes ${at} to ${next} of the file are no zstd frame` } };
  // What runs to the end of the file although another frame begins inside it is not cut off: its lengths are wrong.
  const torn = !frame.complete && next === bytes.length;
  const end = torn ? frame.end : next;
  const corrupt = (why: string, kept: boolean): Omit<Problem, 'source'> => ({
    code: 'records/zstd-corrupt', severity: 'error',
    message: `zstd frame ${index} (bytes ${at} to ${end} of the file) is corrupt: ${why}${kept ? '; what could be decompressed of it is shown and may be wrong' : ''}`,
  });
  const data = bytes.subarray(at, end);
  if (torn) {
    const cut = `zstd frame ${index} (from byte ${at} of the file) is cut off`;
    try {
      return { piece: await host.inflate('zstd', data, true), trouble: { code: 'records/zstd-torn', severity: 'warning', message: `${cut}; its complete part was read` } };
    } catch (error) {
      return { trouble: { code: 'records/zstd-torn', severity: 'warning', message: `${cut} and holds nothing readable: ${messageOf(error)}` } };
    }
  }
  try {
    const piece = await host.inflate('zstd', data, false);
    // Not every decoder compares the length that the frame names (RFC 8878 section 3.1.1.1.4).
    return frame.contentSize === undefined || frame.contentSize === piece.length ? { piece } : { piece, trouble: corrupt(`it names ${frame.contentSize} bytes and holds ${piece.length}`, true) };
  } catch (error) {
    const piece = await host.inflate('zstd', data, true).catch(() => new Uint8Array());
    return { piece, trouble: corrupt(messageOf(error), piece.length > 0) };
  }
}

/** Where the next data frame begins at or behind an offset, or the end. */
function nextFrame(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x28, from); at >= 0; at = bytes.indexOf(0x28, at + 1)) {
    if (bytes[at + 1] === 0xb5 && bytes[at + 2] === 0x2f && bytes[at + 3] === 0xfd) return at;
  }
  return bytes.length;
}

async function inflateGzip(bytes: Uint8Array, host: Host): Promise<Inflated> {
  try {
    return { pieces: [await host.inflate('gzip', bytes, false)], troubles: [] };
  } catch (error) {
    try {
      return { pieces: [await host.inflate('gzip', bytes, true)], troubles: [{ code: 'records/gzip-corrupt', severity: 'error', message: `The gzip data is corrupt or cut off: ${messageOf(error)}` }] };
    } catch {
      return { pieces: [], troubles: [{ code: 'records/gzip-corrupt', severity: 'error', message: `The gzip data is corrupt: ${messageOf(error)}` }] };
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
