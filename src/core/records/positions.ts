import { createScanner } from 'jsonc-parser';
import type { Json } from '../model/json.ts';
import { pointerSteps } from '../model/json.ts';
import type { Source } from '../model/source.ts';
import { type ByteSource, readRange } from './byte-source.ts';
import { decodeUtf8 } from './decode.ts';

/** A place in text: 1-based line, 1-based columns in UTF-16 units, end exclusive. */
export interface Position { readonly line: number; readonly column: number; readonly endLine: number; readonly endColumn: number }

/** Token kinds of jsonc-parser's scanner (its const enum cannot be imported under isolated modules). */
const OPEN = 1, CLOSE = 2, OPEN_ARRAY = 3, CLOSE_ARRAY = 4, COMMA = 5, COLON = 6, STRING = 10, EOF = 17;

/** Offsets (UTF-16 units, end exclusive) of the value at `pointer` in a record's text, or undefined where it leads nowhere. Iterative. */
export function locate(text: string, pointer: string): { readonly start: number; readonly end: number } | undefined {
  const cursor = new Cursor(text);
  for (const step of pointerSteps(pointer)) {
    const found = cursor.token === OPEN_ARRAY ? /^(0|[1-9]\d*)$/.test(step) && cursor.toElement(Number(step)) : cursor.token === OPEN ? cursor.toMember(step) : false;
    if (!found) return undefined;
  }
  if (cursor.token === EOF) return undefined;
  const start = cursor.offset;
  cursor.skip();
  return { start, end: cursor.end };
}

class Cursor {
  private readonly scanner: ReturnType<typeof createScanner>;
  token: number;
  constructor(text: string) { this.scanner = createScanner(text, true); this.token = this.scanner.scan(); }
  get offset(): number { return this.scanner.getTokenOffset(); }
  get end(): number { return this.scanner.getTokenOffset() + this.scanner.getTokenLength(); }
  private next(): number { return this.token = this.scanner.scan(); }

  /** From the first to the last token of a value. */
  skip(): void {
    for (let depth = 0; ; this.next()) {
      if (this.token === OPEN || this.token === OPEN_ARRAY) depth++;
      else if (this.token === CLOSE || this.token === CLOSE_ARRAY) depth--;
      if (depth <= 0 || this.token === EOF) return;
    }
  }

  toElement(index: number): boolean {
    if (this.next() === CLOSE_ARRAY) return false;
    for (; index > 0; index--) {
      this.skip();
      if (this.next() !== COMMA) return false;
      this.next();
    }
    return true;
  }

  /** As JSON.parse, the last of duplicate keys counts: the whole object is read. */
  toMember(name: string): boolean {
    let found = -1;
    this.next();
    while (this.token === STRING) {
      const key = this.scanner.getTokenValue();
      if (this.next() !== COLON) return false;
      this.next();
      if (key === name) found = this.offset;
      this.skip();
      if (this.next() === COMMA) this.next();
    }
    if (found < 0) return false;
    this.scanner.setPosition(found);
    this.next();
    return true;
  }
}

/** Where the value of a source stands in the file's text. Reads the record's bytes and, backwards, the head of its line. */
export async function positionOf(source: Source, bytes: ByteSource): Promise<Position> {
  const text = decodeUtf8(await readRange(bytes, source.start, source.end)).text;
  const before = await columnsBefore(source.start, bytes);
  const span = locate(text, source.pointer) ?? { start: 0, end: text.length };
  const place = (offset: number): { line: number; column: number } => {
    let line = source.line;
    let lineStart = -1;
    for (let n = text.indexOf('\n'); n >= 0 && n < offset; n = text.indexOf('\n', n + 1)) { line++; lineStart = n; }
    return { line, column: lineStart >= 0 ? offset - lineStart : before + offset + 1 };
  };
  const from = place(span.start);
  const to = place(span.end);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

async function columnsBefore(start: number, bytes: ByteSource): Promise<number> {
  const step = 1 << 16;
  for (let at = start; at > 0;) {
    const from = Math.max(0, at - step);
    const piece = await bytes.read(from, at - from);
    const newline = piece.lastIndexOf(0x0a);
    if (newline >= 0) return columns(await readRange(bytes, from + newline + 1, start));
    at = from;
  }
  return columns(await readRange(bytes, 0, start));
}

/** A byte order mark at the start of the file is no column. */
function columns(head: Uint8Array): number {
  return decodeUtf8(head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head).text.length;
}

/** The JSON text of the value at a pointer in a record, exactly as it stands in the file. */
export function sliceAt(text: string, pointer: string): string | undefined {
  const span = locate(text, pointer);
  return span === undefined ? undefined : text.slice(span.start, span.end);
}

/** Parses the value at a pointer from a record's text; undefined where there is none. */
export function parseAt(text: string, pointer: string): Json | undefined {
  const slice = sliceAt(text, pointer);
  return slice === undefined ? undefined : JSON.parse(slice) as Json;
}
