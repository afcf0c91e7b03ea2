const CODES = ((): Int8Array => {
  const codes = new Int8Array(128).fill(-1);
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((c, k) => { codes[c.charCodeAt(0)] = k; });
  codes['-'.charCodeAt(0)] = 62;
  codes['_'.charCodeAt(0)] = 63;
  return codes;
})();

/** Bytes of a base64 text, decoded one by one as they are asked for: a signature's structure is read without copying its payload. */
export interface Base64View {
  /** Decoded length in bytes. */
  readonly length: number;
  /** The byte at an index, or -1 outside and at a character that is none of base64. */
  at(index: number): number;
}

/** A view on base64 or base64url text, padded or not; undefined where the length alone rules it out. */
export function base64View(text: string): Base64View | undefined {
  const characters = unpaddedLength(text);
  if (characters === 0 || characters % 4 === 1) return undefined;
  const length = Math.floor(characters * 3 / 4);
  const code = (index: number): number => {
    const c = text.charCodeAt(index);
    return c < 128 ? CODES[c]! : -1;
  };
  return {
    length,
    at(index) {
      if (index < 0 || index >= length) return -1;
      const group = Math.floor(index / 3) * 4;
      const place = index % 3;
      const high = code(group + place);
      const low = code(group + place + 1);
      if (high < 0 || low < 0) return -1;
      return place === 0 ? high << 2 | low >> 4 : place === 1 ? (high & 15) << 4 | low >> 2 : (high & 3) << 6 | low;
    },
  };
}

/** Bytes `start` to `end` (exclusive) as Latin-1 text; undefined where the base64 is broken there. */
export function textOf(view: Base64View, start: number, end: number): string | undefined {
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = view.at(i);
    if (byte < 0) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

/**
 * True for padded standard base64: the outer form of what Anthropic hands out. Checked by one linear search, never by a
 * repeated group, which on texts of megabytes would exhaust the expression engine's stack.
 */
export function isStandardBase64(text: string): boolean {
  const characters = unpaddedLength(text);
  return characters > 0 && text.length % 4 === 0 && text.length - characters <= 2 && !/[^A-Za-z0-9+/]/.test(text.slice(0, characters));
}

/** True for base64 of either alphabet, padded or not. */
export function isAnyBase64(text: string): boolean {
  const characters = unpaddedLength(text);
  return characters > 0 && characters % 4 !== 1 && text.length - characters <= 2 && !/[^A-Za-z0-9+/_-]/.test(text.slice(0, characters));
}

function unpaddedLength(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x3d) end--;
  return end;
}
