import type { Json } from '../model/json.ts';
import { decodeUtf8 } from './decode.ts';
import { parse } from './line-reader.ts';
import { isSpace, stringEnd, valueEnd } from './recover.ts';

/** A value inside a document, by byte span; `line` is 1-based. */
export interface Span { readonly start: number; readonly end: number; readonly line: number }
/** A member of the root object with the spans of its elements where it is an array. A root array is one member with key ''. */
export interface Member extends Span { readonly key: string; readonly complete: boolean; readonly elements: readonly Span[] }
/** A JSON document: its value (of what is complete, when it is cut off), its members, and where the cut is. */
export interface JsonDocument { readonly value: Json; readonly members: readonly Member[]; readonly start: number; readonly end: number; readonly line: number; readonly cutAt?: number }

const QUOTE = 0x22, COMMA = 0x2c, COLON = 0x3a, OPEN = 0x7b, CLOSE = 0x7d, OPEN_A = 0x5b, CLOSE_A = 0x5d;

/**
 * Reads one JSON document. A document that was cut off keeps its complete members and elements; anything else that does not
 * parse is undefined. The scan is iterative: depth does not matter.
 */
export function readDocument(bytes: Uint8Array): JsonDocument | undefined {
  const scan = new Scan(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) scan.at = 3;
  scan.space();
  const { at: start, line } = scan;
  const open = bytes[start];
  if (open !== OPEN && open !== OPEN_A) return undefined;
  let end = bytes.length;
  while (end > start && isSpace(bytes[end - 1])) end--;
  const whole = parse(decodeUtf8(bytes.subarray(start, end)).text);
  const members = open === OPEN ? scan.object() : [scan.array('')].filter((m): m is Member => m !== undefined);
  if (whole !== undefined) return { value: whole, members, start, end, line };
  if (valueEnd(bytes, start) >= 0 || members.length === 0) return undefined;
  const value = salvageMembers(bytes, members, open === OPEN_A);
  return value === undefined ? undefined : { value, members, start, end, line, cutAt: scan.at };
}

/** The value of what is complete; undefined when a part of it is not JSON (then it was not only cut off). */
function salvageMembers(bytes: Uint8Array, members: readonly Member[], rootArray: boolean): Json | undefined {
  const valueOf = (span: Span): Json | undefined => parse(decodeUtf8(bytes.subarray(span.start, span.end)).text);
  const root: (readonly [string, Json])[] = [];
  for (const member of members) {
    const elements = member.complete ? [] : member.elements.map(valueOf);
    if (elements.includes(undefined)) return undefined;
    const value = member.complete ? valueOf(member) : elements as readonly Json[];
    if (rootArray || value === undefined) return value;
    if (member.complete || elements.length > 0) root.push([member.key, value]);
  }
  return Object.fromEntries(root);
}

class Scan {
  at = 0;
  line = 1;
  /** The first line break at or behind what was scanned; found once, or every value of a one-line document would look for it. */
  private newline = -1;
  constructor(private readonly bytes: Uint8Array) {}

  space(): void {
    while (this.at < this.bytes.length && isSpace(this.bytes[this.at])) { if (this.bytes[this.at] === 0x0a) this.line++; this.at++; }
  }

  /** Steps over one value; undefined (and `at` at its start) when it is cut off. */
  value(): Span | undefined {
    const { at: start, line } = this;
    const c = this.bytes[start];
    let end: number;
    if (c === OPEN || c === OPEN_A) end = valueEnd(this.bytes, start);
    else if (c === QUOTE) end = stringEnd(this.bytes, start) + 1 || -1;
    else {
      end = start;
      while (end < this.bytes.length && !isSpace(this.bytes[end]) && this.bytes[end] !== COMMA && this.bytes[end] !== CLOSE && this.bytes[end] !== CLOSE_A) end++;
      if (end === this.bytes.length) end = -1;
    }
    if (end <= start) return undefined;
    if (this.newline < start) this.newline = this.nextNewline(start);
    for (; this.newline < end; this.newline = this.nextNewline(this.newline + 1)) this.line++;
    this.at = end;
    return { start, end, line };
  }

  private nextNewline(from: number): number {
    const found = this.bytes.indexOf(0x0a, from);
    return found < 0 ? Infinity : found;
  }

  array(key: string): Member | undefined {
    const { at: start, line } = this;
    const elements: Span[] = [];
    this.at++;
    for (;;) {
      this.space();
      if (this.bytes[this.at] === CLOSE_A) { this.at++; return { key, start, end: this.at, line, complete: true, elements }; }
      const span = this.at < this.bytes.length ? this.value() : undefined;
      if (span === undefined) return { key, start, end: this.at, line, complete: false, elements };
      elements.push(span);
      this.space();
      if (this.bytes[this.at] === COMMA) this.at++;
    }
  }

  object(): readonly Member[] {
    const members: Member[] = [];
    this.at++;
    for (;;) {
      this.space();
      if (this.at >= this.bytes.length || this.bytes[this.at] !== QUOTE) { if (this.bytes[this.at] === CLOSE) this.at++; return members; }
      const name = this.value();
      if (name === undefined) return members;
      const key = parse(decodeUtf8(this.bytes.subarray(name.start, name.end)).text);
      this.space();
      if (this.bytes[this.at] !== COLON) return members;
      this.at++;
      this.space();
      const array = this.bytes[this.at] === OPEN_A ? this.array(String(key)) : undefined;
      const span = array ?? this.value();
      if (span === undefined) return members;
      members.push(array ?? { ...span, key: String(key), complete: true, elements: [] });
      if (array !== undefined && !array.complete) return members;
      this.space();
      if (this.bytes[this.at] === COMMA) this.at++;
    }
  }
}
