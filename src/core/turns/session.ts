import { asObject, type Json } from '../model/json.ts';
import type { Hidden, Problem } from '../model/problem.ts';
import type { Source } from '../model/source.ts';
import { type Detected, detect, formatById, genericFormat } from '../formats/index.ts';
import type { FormatReader, FormatSink, Head, SessionFormat } from '../formats/format.ts';
import { readRange, type ByteSource, type Host } from '../records/byte-source.ts';
import { openContainer } from '../records/container.ts';
import { readDocument } from '../records/document.ts';
import { LineReader } from '../records/line-reader.ts';
import { createLoader, type Loader } from '../records/loader.ts';
import { ProblemList } from '../records/problem-list.ts';
import type { RecordMeta, RecordSink } from '../records/record.ts';
import { decodeVia } from '../signatures/decode-via.ts';
import type { Conversation } from './conversation.ts';
import { TurnBuilder } from './turn-builder.ts';

/** Records looked at before a format is chosen, and bytes read for them at most (a longer first line is read whole). */
const HEAD_RECORDS = 20;
const HEAD_BYTES = 256 << 10;
/** JSON documents beyond this are not read as one value. */
const DOCUMENT_LIMIT = 256 << 20;

export interface SessionOptions {
  /** Format id that overrides detection. Unknown ids are refused by the caller (formatById). */
  readonly inputFormat?: string;
  /** Called between chunks with bytes read and, where known, the size. */
  readonly progress?: (bytes: number, size: number | undefined) => void;
}

/**
 * One opened file: reads it once, keeps facts, follows its growth. Not safe for concurrent calls of `read`.
 * Bad data never throws; an unreadable file rejects.
 */
export class Session {
  private readonly hiddenList: Hidden[] = [];
  private readonly problemList = new ProblemList();
  private tail: Problem | undefined;
  private readonly files: ByteSource[] = [];
  private readonly builder = new TurnBuilder();
  private lines: LineReader | undefined;
  private reader: FormatReader | undefined;
  private revision = 0;
  private attached = false;
  private documentDone = false;
  private headBytes = 0;
  detected!: Detected;
  container: 'plain' | 'zstd' | 'gzip' = 'plain';
  readonly loader: Loader = createLoader((index) => this.files[index], decodeVia);

  private constructor(private readonly host: Host, private readonly options: SessionOptions) {}

  /** Opens a file and reads its head: the format is known and the first turns are there. `read` goes on. */
  static async open(source: ByteSource, host: Host, options: SessionOptions = {}): Promise<Session> {
    const session = new Session(host, options);
    const opened = await openContainer(source, host);
    session.container = opened.container;
    session.files[0] = opened.bytes;
    for (const problem of opened.problems) session.problemList.push(problem);
    await session.readHead(opened.bytes);
    return session;
  }

  get format(): SessionFormat { return this.detected.format; }
  get version(): string | undefined { return this.reader?.version; }
  get hidden(): readonly Hidden[] { return this.hiddenList; }
  get problems(): readonly Problem[] { return this.tail === undefined ? this.problemList.all : [...this.problemList.all, this.tail]; }
  /** Bytes read so far; independent of the file's size until `read` is called. */
  get bytesRead(): number { return this.headBytes + (this.lines?.bytesRead ?? 0); }
  /** The decompressed bytes of a file of the session. */
  file(index: number): ByteSource | undefined { return this.files[index]; }
  /** Names of the session's files by index; 0 is the opened one. */
  get fileNames(): readonly string[] { return this.files.map((f) => f.name); }

  /** Reads on to the end of the file as it is now; again after a growth. `cancelled` when the host said so. */
  async read(): Promise<'end' | 'cancelled'> {
    if (this.documentDone || this.lines === undefined) return 'end';
    const { lines, reader } = this;
    const size = await this.files[0]!.size();
    for (;;) {
      this.tail = undefined;
      const state = await lines.advance(this.sink(reader!), { limit: 1 << 23, cancelled: this.host.cancelled.bind(this.host), last: (source) => { this.tail = tornTail(source); } });
      this.revision++;
      this.options.progress?.(lines.offset, size);
      if (state === 'end') break;
      if (this.host.cancelled()) return 'cancelled';
    }
    reader?.end?.(this.formatSink());
    await this.attachSiblings();
    return 'end';
  }

  /** The conversation of a branch, the active one by default. Cheap when nothing changed. */
  conversation(branch?: string): Conversation {
    const path = this.reader!.path(branch);
    const builder = branch === undefined ? this.builder : new TurnBuilder();
    const turns = builder.build(path, this.reader!.revision);
    return { revision: this.revision, format: this.format.id, turns, entries: path.entries, recorded: path.recorded, responses: builder.responses, branches: path.branches, branch };
  }

  private formatSink(): FormatSink {
    return { hidden: (h) => { this.hiddenList.push(h); }, problem: (p) => { this.problemList.push(p); } };
  }

  private sink(reader: FormatReader): RecordSink {
    const out = this.formatSink();
    return { record: (source, value, meta) => { reader.record(source, value, meta, out); }, problem: out.problem };
  }

  private async readHead(bytes: ByteSource): Promise<void> {
    const head: { source: Source; value: Json; meta: RecordMeta }[] = [];
    const early: Problem[] = [];
    const lines = new LineReader(bytes, 0);
    const collect: RecordSink = { record: (source, value, meta) => { head.push({ source, value, meta }); }, problem: (p) => { early.push(p); } };
    let torn: Source | undefined;
    let state: 'more' | 'end' = 'more';
    while (state === 'more' && head.length < HEAD_RECORDS && (lines.offset < HEAD_BYTES || head.length === 0) && !this.host.cancelled()) {
      state = await lines.advance(collect, { limit: HEAD_BYTES, cancelled: this.host.cancelled.bind(this.host), last: (source) => { torn = source; } });
    }
    const records = head.slice(0, HEAD_RECORDS).map((r) => r.value);
    const objects = head.filter((r) => asObject(r.value) !== undefined).length;
    // Two whole objects more than there is trouble: lines. (A document's own lines end in commas or do not parse.)
    const lineLike = objects - early.length >= 2;
    if (!lineLike && await this.tryDocument(bytes, records, head.length + early.length, state)) return;
    this.lines = lines;
    this.detected = this.choose({ name: bytes.name, shape: 'lines', records });
    this.reader = this.format.open(0);
    for (const problem of early) this.problemList.push(problem);
    const out = this.formatSink();
    for (const { source, value, meta } of head) this.reader.record(source, value, meta, out);
    if (torn !== undefined) this.tail = tornTail(torn);
    const empty = head.length + early.length === 0 && torn === undefined && state === 'end';
    // A container of which nothing could be read is not empty, and has its own problem.
    if (this.detected.confidence === 0 && !(empty && this.problemList.all.length > 0)) this.problemList.push(noFormat(this.detected, empty));
    this.revision++;
  }

  private choose(head: Head): Detected {
    const forced = this.options.inputFormat === undefined ? undefined : formatById(this.options.inputFormat);
    return forced === undefined ? detect(head) : { format: forced, confidence: 1, reasons: ['chosen by hand'], others: [] };
  }

  /** One value, or lines that only make sense together: read as a JSON document. */
  private async tryDocument(bytes: ByteSource, records: readonly Json[], pieces: number, state: 'more' | 'end'): Promise<boolean> {
    const forced = this.options.inputFormat === undefined ? undefined : formatById(this.options.inputFormat);
    if (forced?.shape === 'lines') return false;
    const size = await bytes.size();
    if (size !== undefined && size > DOCUMENT_LIMIT) {
      if (records.length <= 1) this.problemList.push({ code: 'records/document-too-large', severity: 'error', message: `JSON documents over ${DOCUMENT_LIMIT} bytes are not read as one value`, source: { file: 0, line: 1, record: 0, start: 0, end: size, pointer: '' } });
      return false;
    }
    const first = records[0];
    if (first !== undefined && pieces === 1 && state === 'end' && forced === undefined) {
      const asLines = detect({ name: bytes.name, shape: 'lines', records });
      const asDocument = detect({ name: bytes.name, shape: 'document', records });
      if (asLines.confidence >= asDocument.confidence && asLines.confidence > 0) return false;
    }
    const data = await readRange(bytes, 0, size ?? DOCUMENT_LIMIT);
    this.headBytes += data.length;
    const document = readDocument(data);
    if (document === undefined) return false;
    const detected = this.choose({ name: bytes.name, shape: 'document', records: [document.value] });
    if (detected.format.shape !== 'document' && detected.format !== genericFormat) return false;
    this.detected = detected;
    this.reader = this.format.open(0);
    this.documentDone = true;
    if (detected.confidence === 0) this.problemList.push(noFormat(detected, false));
    reportNuls(data, document, this.formatSink());
    this.feedDocument(document);
    this.reader.end?.(this.formatSink());
    this.revision++;
    return true;
  }

  private feedDocument(document: NonNullable<ReturnType<typeof readDocument>>): void {
    const out = this.formatSink();
    const reader = this.reader!;
    const root: Source = { file: 0, line: document.line, record: 0, start: document.start, end: document.end, pointer: '' };
    if (document.cutAt !== undefined) out.problem({ code: 'records/torn-document', severity: 'error', message: `The document is cut off at byte ${document.cutAt}; its complete members were read`, source: { ...root, start: document.cutAt } });
    reader.record(root, document.value, { terminated: document.cutAt === undefined }, out);
    let record = 1;
    for (const key of this.format.elements ?? []) {
      const member = document.members.findLast((m) => m.key === key);
      const values = key === '' ? document.value : (document.value as { readonly [k: string]: Json })[key];
      if (member === undefined || !Array.isArray(values)) continue;
      member.elements.forEach((span, index) => {
        const value = (values as readonly Json[])[index];
        if (value === undefined) return;
        reader.record({ file: 0, line: span.line, record: record++, start: span.start, end: span.end, pointer: '' }, value, { terminated: true, element: { key, index } }, out);
      });
    }
  }

  private async attachSiblings(): Promise<void> {
    if (this.attached || this.reader?.wishes === undefined) return;
    this.attached = true;
    await this.attachTo(this.reader, new Set());
  }

  /** Siblings first get their own siblings (a fork of a fork); a chain that closes on itself ends where it does. */
  private async attachTo(reader: FormatReader, seen: Set<string>): Promise<void> {
    for (const wish of reader.wishes?.() ?? []) {
      const source = seen.has(wish.key) ? undefined : await this.host.sibling(wish.part);
      if (wish.present !== undefined) { if (source !== undefined) this.problemList.push(wish.present); continue; }
      if (source === undefined) { this.problemList.push(wish.missing); continue; }
      seen.add(wish.key);
      const index = this.files.length;
      const opened = await openContainer(source, this.host, index);
      this.files[index] = opened.bytes;
      for (const problem of opened.problems) this.problemList.push(problem);
      const sibling = this.format.open(index);
      await new LineReader(opened.bytes, index).advance(this.sink(sibling), { cancelled: this.host.cancelled.bind(this.host) });
      sibling.end?.(this.formatSink());
      await this.attachTo(sibling, seen);
      reader.attach?.(wish.key, sibling, this.formatSink());
      this.revision++;
    }
  }
}

/** That no conversation is claimed must not look like an empty one. */
function noFormat(detected: Detected, empty: boolean): Problem {
  const source: Source = { file: 0, line: 1, record: 0, start: 0, end: 0, pointer: '' };
  return empty ? { code: 'session/empty', severity: 'warning', message: 'The file holds nothing', source }
    : { code: 'session/no-format', severity: 'warning', message: `This is no session format that is known here: ${detected.reasons.join('; ')}. A format can be chosen by hand.`, source };
}

/** NUL bytes before or behind a document are no part of it. */
function reportNuls(data: Uint8Array, document: { readonly start: number; readonly end: number; readonly line: number }, out: FormatSink): void {
  let nuls = 0;
  for (const outside of [data.subarray(0, document.start), data.subarray(document.end)]) for (const byte of outside) if (byte === 0) nuls++;
  if (nuls > 0) out.problem({ code: 'records/nul-bytes', severity: 'warning', message: `${nuls} NUL bytes around the document`, source: { file: 0, line: document.line, record: 0, start: 0, end: data.length, pointer: '' } });
}

function tornTail(source: Source): Problem {
  return { code: 'records/torn-tail', severity: 'warning', message: `The last line is not finished: ${source.end - source.start} bytes without a line break that are not valid JSON. Its writer may still be at work.`, source };
}
