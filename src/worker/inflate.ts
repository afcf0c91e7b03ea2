import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import xxhash from 'xxhash-wasm';
import { INFLATED_LIMIT } from '../core/records/container.ts';

type ZstdSync = (bytes: Uint8Array, options?: object) => Uint8Array;
/** Node has zstd from 22.15 on; older ones use fzstd, which does not check the frame's checksum: we do. */
const native = (zlib as unknown as { zstdDecompressSync?: ZstdSync }).zstdDecompressSync;

/**
 * Decompresses one zstd frame or gzip member. `partial`: a torn one gives what it holds. Rejects where the checksum fails, and
 * where more comes out than a session may hold: a small file must not fill the memory.
 */
export async function inflate(kind: 'zstd' | 'gzip', frame: Uint8Array, partial: boolean): Promise<Uint8Array> {
  const maxOutputLength = INFLATED_LIMIT;
  if (kind === 'gzip') return zlib.gunzipSync(frame, partial ? { maxOutputLength, finishFlush: zlib.constants.Z_SYNC_FLUSH } : { maxOutputLength });
  if (partial) return inflateStream(frame, false);
  if (native !== undefined) return native(frame, { maxOutputLength });
  const whole = inflateStream(frame, true);
  if ((frame[4]! & 4) !== 0) await verify(frame, whole);
  return whole;
}

async function verify(frame: Uint8Array, content: Uint8Array): Promise<void> {
  const { h64Raw } = await xxhash();
  const stored = new DataView(frame.buffer, frame.byteOffset + frame.length - 4, 4).getUint32(0, true);
  if (Number(h64Raw(content) & 0xffffffffn) !== stored) throw new Error('checksum does not match');
}

/** fzstd piece by piece, so that the limit is noticed before the memory is gone. A torn frame gives what its writer had flushed. */
function inflateStream(frame: Uint8Array, complete: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  let total = 0;
  const stream = new Decompress((piece) => {
    total += piece.length;
    if (total > INFLATED_LIMIT) throw new RangeError(`more than ${INFLATED_LIMIT} bytes`);
    if (piece.length > 0) pieces.push(piece.slice());
  });
  try {
    stream.push(frame, complete);
  } catch (error) {
    if (complete || error instanceof RangeError) throw error;
  }
  return Buffer.concat(pieces);
}
