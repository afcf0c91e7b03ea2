/** A piece of a line: a top-level JSON value, or bytes that are none. Offsets are relative to the line. */
export interface Piece { readonly start: number; readonly end: number; readonly json: boolean }

const QUOTE = 0x22, BACKSLASH = 0x5c, OPEN = 0x7b, CLOSE = 0x7d, OPEN_A = 0x5b, CLOSE_A = 0x5d;

/** Heads a client's record starts with; none can stand raw inside a JSON string, where quotes are escaped. */
const HEADS = ['{"parentUuid"', '{"type"', '{"timestamp"', '{"uuid"', '{"kind"', '{"id"', '{"sessionId"']
  .map((head) => new TextEncoder().encode(head));

/** End (exclusive) of the top-level object or array that starts at `start`, or -1 when it is not closed. */
export function valueEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let i = start; i < bytes.length; i++) {
    const c = bytes[i];
    if (c === QUOTE) {
      i = stringEnd(bytes, i);
      if (i < 0) return -1;
    } else if (c === OPEN || c === OPEN_A) depth++;
    else if (c === CLOSE || c === CLOSE_A) { if (--depth === 0) return i + 1; if (depth < 0) return -1; }
  }
  return -1;
}

/** Index of the closing quote of the string that opens at `open`, or -1. */
export function stringEnd(bytes: Uint8Array, open: number): number {
  for (let at = open + 1; ;) {
    const close = bytes.indexOf(QUOTE, at);
    if (close < 0) return -1;
    let slashes = 0;
    while (bytes[close - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return close;
    at = close + 1;
  }
}

/** True for JSON white space and NUL, which a crashed file system leaves behind. */
export function isSpace(c: number | undefined): boolean {
  return c === 0x20 || c === 0x09 || c === 0x0d || c === 0x0a || c === 0;
}

function findHead(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(OPEN, from); at >= 0; at = bytes.indexOf(OPEN, at + 1)) {
    for (const head of HEADS) {
      let same = true;
      for (let k = 0; k < head.length; k++) if (bytes[at + k] !== head[k]) { same = false; break; }
      if (same) return at;
    }
  }
  return -1;
}

/** Failed attempts may scan this many times the line's length in total; hostile lines would cost its square. */
const ATTEMPTS = 32;

/**
 * Splits a line that is not one JSON value: two records with no newline between them, a torn record with the next one
 * glued on, text around a record. Every byte but white space is in exactly one piece.
 */
export function salvage(bytes: Uint8Array, parses: (start: number, end: number) => boolean): readonly Piece[] {
  const pieces: Piece[] = [];
  let lost = -1;
  const flush = (end: number): void => {
    while (end > lost && isSpace(bytes[end - 1])) end--;
    if (lost >= 0 && end > lost) pieces.push({ start: lost, end, json: false });
    lost = -1;
  };
  let budget = ATTEMPTS * bytes.length + (1 << 16);
  for (let at = 0; at < bytes.length;) {
    if (isSpace(bytes[at])) { at++; continue; }
    const opens = bytes[at] === OPEN || bytes[at] === OPEN_A;
    const end = opens ? valueEnd(bytes, at) : -1;
    if (end > 0 && parses(at, end)) {
      flush(at);
      pieces.push({ start: at, end, json: true });
      at = end;
      continue;
    }
    if (lost < 0) lost = at;
    if (opens) budget -= (end > 0 ? end : bytes.length) - at;
    const head = budget < 0 ? -1 : findHead(bytes, at + 1);
    if (head < 0) { flush(bytes.length); break; }
    at = head;
  }
  return pieces;
}
