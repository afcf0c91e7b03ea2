/** Bytes that can be read at any offset. Compressed containers are byte sources of their decompressed stream. */
export interface ByteSource {
  /** A name for people; never used to decide anything but detection hints. */
  readonly name: string;
  /** Size in bytes as it is now, or undefined where it is only known after reading to the end. */
  size(): Promise<number | undefined>;
  /** Up to `length` bytes at `offset`; fewer only at the end, none past it. The array stays as it is: no source reuses it. Rejects with an Error when the file cannot be read. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** What the core needs from its surroundings; injected, never imported. */
export interface Host {
  /** A file beside the opened one (or where its client keeps such files) whose name contains `part`. */
  sibling(part: string): Promise<ByteSource | undefined>;
  /** Decompresses one zstd frame or gzip member; `partial` asks for what a torn one holds. Rejects on a checksum failure. */
  inflate(kind: 'zstd' | 'gzip', frame: Uint8Array, partial: boolean): Promise<Uint8Array>;
  /** True once the user cancelled; asked between chunks. */
  cancelled(): boolean;
}

/** Bytes read at once. One chunk stays in the processor's cache; larger ones are slower (reference: performance notes). */
export const CHUNK = 1 << 20;

/** A byte source over bytes in memory. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: () => Promise.resolve(bytes.length),
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, Math.min(bytes.length, offset + length))),
  };
}

/** Joins pieces into one array; a single piece is returned as it is. */
export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1 && pieces[0] !== undefined) return pieces[0];
  const whole = new Uint8Array(pieces.reduce((sum, p) => sum + p.length, 0));
  let offset = 0;
  for (const piece of pieces) { whole.set(piece, offset); offset += piece.length; }
  return whole;
}

/** Reads a whole range, chunk by chunk. */
export async function readRange(source: ByteSource, start: number, end: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let at = start; at < end;) {
    const piece = await source.read(at, Math.min(CHUNK, end - at));
    if (piece.length === 0) break;
    pieces.push(piece);
    at += piece.length;
  }
  return concat(pieces);
}
