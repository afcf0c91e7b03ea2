/** A zstd frame's place in the file. `complete` is false for a last frame that is cut off; `skippable` frames hold no data. */
export interface Frame { readonly start: number; readonly end: number; readonly complete: boolean; readonly skippable: boolean; readonly checksum: boolean; readonly contentSize?: number }

const MAGIC = 0xfd2fb528;

/** True where bytes start with a zstd frame or skippable frame (RFC 8878 section 3.1). */
export function isZstd(bytes: Uint8Array): boolean {
  const magic = u32(bytes, 0);
  return magic === MAGIC || magic !== undefined && magic >>> 4 === 0x184d2a5;
}

function u32(b: Uint8Array, at: number): number | undefined {
  return at + 4 > b.length ? undefined : (b[at]! | b[at + 1]! << 8 | b[at + 2]! << 16 | b[at + 3]! << 24) >>> 0;
}

/** The frame at `start`, found by walking its block headers (RFC 8878 sections 3.1.1.1 and 3.1.1.2); undefined where no frame starts. */
export function frameAt(b: Uint8Array, start: number): Frame | undefined {
  const magic = u32(b, start);
  const torn: Frame = { start, end: b.length, complete: false, skippable: false, checksum: false };
  if (magic === undefined) return isPrefix(b, start) ? torn : undefined;
  if (magic >>> 4 === 0x184d2a5) {
    const size = u32(b, start + 4);
    const end = size === undefined ? Infinity : start + 8 + size;
    return { start, end: Math.min(end, b.length), complete: end <= b.length, skippable: true, checksum: false };
  }
  if (magic !== MAGIC) return undefined;
  const descriptor = b[start + 4];
  if (descriptor === undefined) return torn;
  const single = (descriptor & 0x20) !== 0;
  const checksum = (descriptor & 4) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][descriptor >>> 6]!;
  let at = start + 5 + (single ? 0 : 1) + dictionary;
  let contentSize: number | undefined;
  if (sizeBytes > 0) {
    if (at + sizeBytes > b.length) return torn;
    contentSize = 0;
    for (let k = sizeBytes - 1; k >= 0; k--) contentSize = contentSize * 256 + b[at + k]!;
    if (sizeBytes === 2) contentSize += 256;
    at += sizeBytes;
  }
  for (;;) {
    if (at + 3 > b.length) return { ...torn, checksum, ...(contentSize === undefined ? {} : { contentSize }) };
    const header = b[at]! | b[at + 1]! << 8 | b[at + 2]! << 16;
    const type = header >>> 1 & 3;
    at += 3 + (type === 1 ? 1 : header >>> 3);
    if ((header & 1) !== 0) break;
  }
  const end = at + (checksum ? 4 : 0);
  return { start, end: Math.min(end, b.length), complete: end <= b.length, skippable: false, checksum, ...(contentSize === undefined ? {} : { contentSize }) };
}

function isPrefix(b: Uint8Array, start: number): boolean {
  const magic = [0x28, 0xb5, 0x2f, 0xfd];
  return start < b.length && [...b.subarray(start)].every((byte, k) => byte === magic[k]);
}
