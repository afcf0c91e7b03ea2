const K = ((): Uint32Array => {
  // First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
  const out = new Uint32Array(64);
  for (let n = 2, count = 0; count < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (prime) out[count++] = fraction(n, 3);
  }
  return out;
})();
// First 32 bits of the fractional parts of the square roots of the first eight primes (FIPS 180-4, 5.3.3).
const H: readonly number[] = [2, 3, 5, 7, 11, 13, 17, 19].map((prime) => fraction(prime, 2));

/** The first 32 bits behind the point of the n-th root, exactly: an integer root of value · 2^(32·n). */
function fraction(value: number, n: 2 | 3): number {
  const scaled = BigInt(value) << BigInt(32 * n);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(n) <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as lower-case hex. The core has no node:crypto; made for short texts such as ids. */
export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((bytes.length + 9 + 63) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(H);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) compress(state, words, view, at);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, words: Uint32Array, view: DataView, at: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getUint32(at + t * 4);
  for (let t = 16; t < 64; t++) {
    const a = words[t - 15]!;
    const b = words[t - 2]!;
    words[t] = (rotate(b, 17) ^ rotate(b, 19) ^ b >>> 10) + words[t - 7]! + (rotate(a, 7) ^ rotate(a, 18) ^ a >>> 3) + words[t - 16]!;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e & f ^ ~e & g) + K[t]! + words[t]! | 0;
    const t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
    h = g; g = f; f = e; e = d + t1 | 0; d = c; c = b; b = a; a = t1 + t2 | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] = state[index]! + word; });
}

function rotate(word: number, by: number): number {
  return word >>> by | word << 32 - by;
}
