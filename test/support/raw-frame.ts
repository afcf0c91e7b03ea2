import xxhash from 'xxhash-wasm';
import { concat } from '../../src/core/records/byte-source.ts';

const { h64Raw } = await xxhash();

/** A zstd frame of raw blocks (RFC 8878 section 3.1.1), as no packer writes it but every reader takes it. */
export function rawFrame(content: Uint8Array, options: { block?: number; checksum?: boolean } = {}): Uint8Array {
  const { block = 1000, checksum = true } = options;
  const pieces: Uint8Array[] = [new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, checksum ? 0x04 : 0, 0x50])];
  for (let at = 0; at === 0 || at < content.length; at += block) {
    const part = content.subarray(at, at + block);
    const header = part.length << 3 | (at + block >= content.length ? 1 : 0);
    pieces.push(new Uint8Array([header & 255, header >>> 8 & 255, header >>> 16]), part);
  }
  const sum = Number(h64Raw(content) & 0xffffffffn);
  if (checksum) pieces.push(new Uint8Array([sum & 255, sum >>> 8 & 255, sum >>> 16 & 255, sum >>> 24]));
  return concat(pieces);
}
