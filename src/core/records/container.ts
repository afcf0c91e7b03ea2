import type { Problem } from '../model/problem.ts';
import { concat, readRange, type ByteSource, type Host } from './byte-source.ts';
import { frameAt, isZstd } from './zstd-frames.ts';

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
 * Offsets of the result are of the decompressed stream. Corruption is a problem at the end of what could be read.
 */
export async function openContainer(source: ByteSource, host: Host): Promise<Opened> {
  const head = await source.read(0, 16);
  const kind = isZstd(head) ? 'zstd' : head[0] === 0x1f && head[1] === 0x8b ? 'gzip' : 'plain';
  if (kind === 'plain') return { bytes: source, container: kind, problems: [] };
  const size = await source.size();
  const deflated = await readRange(source, 0, Math.min(size ?? DEFLATED_LIMIT, DEFLATED_LIMIT));
  const { pieces, problem } = kind === 'zstd' ? await inflateFrames(deflated, host) : await inflateGzip(deflated, host);
  const whole = concat(pieces);
  const problems = problem === undefined ? [] : [{
    ...problem, source: { file: 0, line: 1, record: 0, start: whole.length, end: whole.length, pointer: '' },
  }];
  return { bytes: { name: source.name, size: () => Promise.resolve(whole.length), read: (o, n) => Promise.resolve(whole.subarray(o, Math.min(whole.length, o + n))) }, container: kind, problems };
}

interface Inflated { readonly pieces: readonly Uint8Array[]; readonly problem?: Omit<Problem, 'source'> }

async function inflateFrames(bytes: Uint8Array, host: Host): Promise<Inflated> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (let at = 0, index = 0; at < bytes.length; index++) {
    if (host.cancelled()) break;
    const frame = frameAt(bytes, at);
    if (frame === undefined) return { pieces, problem: { code: 'records/zstd-corrupt', severity: 'error', message: `Bytes ${at} to ${bytes.length} are no zstd frame` } };
    if (total + (frame.contentSize ?? 0) > INFLATED_LIMIT) return { pieces, problem: { code: 'records/too-large', severity: 'error', message: `Decompressed data beyond ${INFLATED_LIMIT} bytes is not read` } };
    if (!frame.skippable) {
      try {
        const piece = await host.inflate('zstd', bytes.subarray(frame.start, frame.end), !frame.complete);
        pieces.push(piece);
        total += piece.length;
      } catch (error) {
        const what = frame.complete ? 'is corrupt' : 'is cut off and holds nothing readable';
        return { pieces, problem: { code: frame.complete ? 'records/zstd-corrupt' : 'records/zstd-torn', severity: frame.complete ? 'error' : 'warning', message: `zstd frame ${index} (bytes ${frame.start} to ${frame.end} of the file) ${what}: ${messageOf(error)}` } };
      }
    }
    if (!frame.complete) return { pieces, problem: { code: 'records/zstd-torn', severity: 'warning', message: `zstd frame ${index} (from byte ${frame.start} of the file) is cut off; its complete part was read` } };
    if (total > INFLATED_LIMIT) return { pieces, problem: { code: 'records/too-large', severity: 'error', message: `Decompressed data beyond ${INFLATED_LIMIT} bytes is not read` } };
    at = frame.end;
  }
  return { pieces };
}

async function inflateGzip(bytes: Uint8Array, host: Host): Promise<Inflated> {
  try {
    return { pieces: [await host.inflate('gzip', bytes, false)] };
  } catch (error) {
    try {
      return { pieces: [await host.inflate('gzip', bytes, true)], problem: { code: 'records/gzip-corrupt', severity: 'error', message: `The gzip data is corrupt or cut off: ${messageOf(error)}` } };
    } catch {
      return { pieces: [], problem: { code: 'records/gzip-corrupt', severity: 'error', message: `The gzip data is corrupt: ${messageOf(error)}` } };
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
