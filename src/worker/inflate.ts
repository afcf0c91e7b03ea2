import * as zlib from 'node:zlib';
import { Decompress, decompress } from 'fzstd';
import xxhash from 'xxhash-wasm';

type ZstdSync = (bytes: Uint8Array, options?: object) => Uint8Array;
/** Node has zstd from 22.15 on; older ones use fzstd, which does not check the frame's checksum: we do. */
const native = (zlib as unknown as { zstdDecompressSync?: ZstdSync }).zstdDecompressSync;

/** Decompresses one zstd frame or gzip member. `partial`: a torn one gives what it holds. Rejects where the checksum fails. */
export async function inflate(kind: 'zstd' | 'gzip', frame: Uint8Array, partial: boolean): Promise<Uint8Array> {
  if (kind === 'gzip') return zlib.gunzipSync(frame, partial ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {});
  if (partial) return inflatePartial(frame);
  if (native !== undefined) return native(frame);
  const whole = decompress(frame);
  if ((frame[4]! & 4) !== 0) await verify(frame, whole);
  return whole;
}

async function verify(frame: Uint8Array, content: Uint8Array): Promise<void> {
  const { h64Raw } = await xxhash();
  const stored = new DataView(frame.buffer, frame.byteOffset + frame.length - 4, 4).getUint32(0, true);
  if (Number(h64Raw(content) & 0xffffffffn) !== stored) throw new Error('checksum does not match');
}

function inflatePartial(frame: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  const stream = new Decompress((piece) => { if (piece.length > 0) pieces.push(piece.slice()); });
  try {
    stream.push(frame, false);
  } catch {
    // A torn frame ends in the middle of a block: what came before it is what the writer had flushed.
  }
  return Buffer.concat(pieces);
}
