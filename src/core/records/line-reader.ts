import type { Json } from '../model/json.ts';
import type { Severity } from '../model/problem.ts';
import type { Source } from '../model/source.ts';
import { CHUNK, concat, type ByteSource } from './byte-source.ts';
import { decodeUtf8 } from './decode.ts';
import type { RecordSink } from './record.ts';
import { isSpace, salvage } from './recover.ts';

/** Lines beyond this many bytes are not parsed (V8 strings stop near 512 MiB): they are a problem with a span. */
export const MAX_LINE = 256 << 20;
const NEWLINE = 0x0a;

/**
 * Reads a JSONL byte source record by record, and again from where it stopped when the source has grown.
 * Bad lines are split, salvaged or reported (reference: session-formats section 0); reading never stops at one.
 */
export class LineReader {
  /** Offset of the first byte not yet handed on: the start of the pending line. */
  offset = 0;
  /** 1-based number of the line that starts at `offset`. */
  line = 1;
  /** Number the next record gets. */
  record = 0;
  /** Bytes read so far, over all calls; what a progress bar shows. */
  bytesRead = 0;
  /** Where a last line without newline was handed on as a whole record; it ends the pending line when the file grows. */
  private tailDone = -1;
  private ahead: { readonly at: number; readonly chunk: Promise<Uint8Array> } | undefined;

  constructor(private readonly source: ByteSource, private readonly file: number) {}

  /**
   * Reads on, at most `limit` bytes further (rounded up to a chunk and a line: a call that is not cancelled always hands on
   * at least one line). Returns `more` when it stopped for the limit or a cancel, `end` at the end of the source. `last` is
   * told of a final line that has no newline and does not parse.
   */
  async advance(sink: RecordSink, options: { limit?: number; cancelled?: () => boolean; last?: (source: Source) => void } = {}): Promise<'more' | 'end'> {
    let pieces: Uint8Array[] = [];
    let held = 0;
    let dropped = 0;
    let nul = true;
    const stop = options.limit === undefined ? Infinity : this.offset + options.limit;
    let at = this.tailDone >= 0 ? this.tailDone : this.offset;
    if (this.tailDone >= 0) { this.offset = this.tailDone; this.tailDone = -1; }
    const begin = this.offset;
    for (;;) {
      // A pending line is read again by the next call, so without progress there is no stopping in the middle of one.
      if (options.cancelled?.() === true || at >= stop && this.offset > begin) return 'more';
      const chunk = await this.chunkAt(at);
      if (chunk.length === 0) break;
      this.bytesRead += chunk.length;
      let from = 0;
      for (let newline = chunk.indexOf(NEWLINE); newline >= 0; newline = chunk.indexOf(NEWLINE, from)) {
        const end = at + newline;
        const rest = chunk.subarray(from, newline);
        const onlyNul = nul && held > 0 && isNul(rest);
        if (onlyNul || dropped > 0 || held + rest.length > MAX_LINE) this.skipLine(end, onlyNul, sink);
        else if (held > 0) this.takeLine(concat(nul ? [new Uint8Array(held), rest] : [...pieces, rest]), this.offset, true, sink);
        else this.takeLine(rest, this.offset, true, sink);
        pieces = []; held = 0; dropped = 0; nul = true;
        this.offset = end + 1;
        this.line++;
        from = newline + 1;
      }
      const rest = chunk.subarray(from);
      if (rest.length > 0) {
        if (nul && !isNul(rest)) {
          // NULs seen so far on this line were only counted; keep as many so that offsets stay true.
          if (held > 0) { pieces = held <= MAX_LINE ? [new Uint8Array(held)] : []; if (held > MAX_LINE) dropped = held; }
          nul = false;
        }
        held += rest.length;
        if (!nul) { if (held > MAX_LINE) { dropped = held; pieces = []; } else pieces.push(rest); }
      }
      at += chunk.length;
    }
    if (held > 0) {
      const source = this.span(this.offset, at);
      if (nul || dropped > 0) this.skipLine(at, nul, sink);
      else {
        if (!this.takeLine(concat(pieces), this.offset, false, sink, true)) { options.last?.(source); return 'end'; }
      }
      this.tailDone = at;
    }
    return 'end';
  }

  /** The chunk at an offset; behind a full one the next is already on its way while this one is parsed. */
  private async chunkAt(at: number): Promise<Uint8Array> {
    const chunk = await (this.ahead?.at === at ? this.ahead.chunk : this.source.read(at, CHUNK));
    this.ahead = undefined;
    if (chunk.length === CHUNK) {
      this.ahead = { at: at + CHUNK, chunk: this.source.read(at + CHUNK, CHUNK) };
      // A failure is told when this chunk is asked for; if it never is, it is nobody's.
      this.ahead.chunk.catch(() => undefined);
    }
    return chunk;
  }

  private span(start: number, end: number): Source {
    return { file: this.file, line: this.line, record: this.record, start, end, pointer: '' };
  }

  private skipLine(end: number, nul: boolean, sink: RecordSink): void {
    const size = end - this.offset;
    if (nul) sink.problem({ code: 'records/nul-bytes', severity: 'warning', message: `${size} NUL bytes instead of a record`, source: this.span(this.offset, end) });
    else sink.problem({ code: 'records/line-too-long', severity: 'error', message: `The line has ${size} bytes; lines over ${MAX_LINE} are not read`, source: this.span(this.offset, end) });
    this.record++;
  }

  /** Hands on the records of one line. For a `tail`, false (and nothing handed on) when it is not one whole value. */
  private takeLine(bytes: Uint8Array, base: number, terminated: boolean, sink: RecordSink, tail = false): boolean {
    const mark = base === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    let start = mark;
    let end = bytes.length;
    while (start < end && isSpace(bytes[start])) start++;
    while (end > start && isSpace(bytes[end - 1])) end--;
    const decoded = decodeUtf8(bytes.subarray(start, end));
    const value = start === end ? undefined : parse(decoded.text);
    if (value === undefined && start < end && tail) return false;
    const nuls = count(bytes, 0, mark, start) + count(bytes, 0, end, bytes.length);
    if (nuls > 0) this.report(sink, 'records/nul-bytes', 'warning', `${nuls} NUL bytes ${start === end ? 'instead of' : 'around'} a record`, base, base + bytes.length);
    if (start === end) { if (nuls > 0) this.record++; return true; }
    if (value === undefined) {
      this.salvageLine(bytes.subarray(start, end), base + start, terminated, sink);
      return true;
    }
    if (!decoded.valid) this.report(sink, 'records/invalid-utf8', 'warning', 'The record holds bytes that are not UTF-8; they are shown as U+FFFD', base + start, base + end);
    sink.record(this.span(base + start, base + end), value, { terminated });
    this.record++;
    return true;
  }

  private salvageLine(bytes: Uint8Array, base: number, terminated: boolean, sink: RecordSink): void {
    const text = (start: number, end: number): string => decodeUtf8(bytes.subarray(start, end)).text;
    const pieces = salvage(bytes, (start, end) => parse(text(start, end)) !== undefined);
    const nuls = pieces.reduce((sum, piece, k) => sum + count(bytes, 0, pieces[k - 1]?.end ?? 0, piece.start), 0);
    if (nuls > 0) this.report(sink, 'records/nul-bytes', 'warning', `${nuls} NUL bytes between records`, base, base + bytes.length);
    const whole = pieces.filter((p) => p.json).length;
    if (whole > 1) this.report(sink, 'records/joined-lines', 'warning', `The line holds ${whole} records; all were read, the line break between them is missing`, base, base + bytes.length);
    for (const piece of pieces) {
      const source = this.span(base + piece.start, base + piece.end);
      const value = piece.json ? parse(text(piece.start, piece.end)) : undefined;
      if (value !== undefined) sink.record(source, value, { terminated });
      else {
        const torn = bytes[piece.start] === 0x7b || bytes[piece.start] === 0x5b;
        sink.problem({
          code: torn ? 'records/torn-line' : 'records/not-json', severity: torn ? 'error' : 'warning', source,
          message: torn ? `The record is torn: ${piece.end - piece.start} bytes that are not valid JSON` : `${piece.end - piece.start} bytes that are not JSON`,
        });
      }
      this.record++;
    }
  }

  private report(sink: RecordSink, code: string, severity: Severity, message: string, start: number, end: number): void {
    sink.problem({ code, severity, message, source: this.span(start, end) });
  }
}

function count(bytes: Uint8Array, what: number, from: number, to: number): number {
  let found = 0;
  for (let i = from; i < to; i++) if (bytes[i] === what) found++;
  return found;
}

function isNul(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** The JSON value of a text, or undefined when it is none. */
export function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
