import { asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Problem, Severity } from '../../model/problem.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import type { Entry, Path, Recorded, Response } from '../../model/turn.ts';
import type { RecordMeta } from '../../records/record.ts';
import type { FormatReader, FormatSink, SiblingWish } from '../format.ts';
import { hiddenReason, isKnown, SURFACE } from './event-types.ts';
import { headerOf, headerTroubles, isHeader, NEWEST, refuses, type Header } from './header.ts';
import { liveEvent } from './live-event.ts';
import { entriesOf, instructionsOf, messageOf } from './message.ts';
import { expandPacked, isPacked } from './packed.ts';
import { RequestFacts } from './request-facts.ts';
import { expandSeqs, seqsTrouble } from './seqs.ts';
import { Surface, surfaceOpOf, type Node } from './surface.ts';

const NO_HEADER: Header = { id: '', version: undefined, seeded: undefined, seedLength: undefined };

/** Trouble that a real reader only refuses on when a turn ends at or after it (the "committed region"). */
interface Uncommitted { readonly text: string; readonly code: string; readonly source: Source }

/**
 * Reads one dsh session file. What a real reader refuses is read all the same, with a warning that quotes its text; a last line without a line
 * break is left out, as dsh leaves it out, until the file grows past it.
 */
export class DshReader implements FormatReader {
  private readonly surface = new Surface();
  private readonly request = new RequestFacts();
  private readonly responseKeys = new Map<string, string>();
  private instructions: Entry[] = [];
  private own = 0;
  private responses = 0;
  private header: Header | undefined;
  private headerLine = 0;
  private lastLine = 0;
  private expected = 0;
  private numbered: boolean | undefined;
  private uncommitted: Uncommitted[] = [];
  private torn: { source: Source; value: Json } | undefined;
  private readonly told = new Set<string>();
  private endSeed: { inherited: boolean; source: Source } | undefined;

  constructor(private readonly file: number) {}

  get version(): string { return this.header?.version === undefined ? 'no version' : `v${this.header.version}`; }
  get revision(): number { return this.own + this.surface.revision; }

  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void {
    const { torn } = this;
    this.torn = undefined;
    if (torn !== undefined) this.take(torn.source, torn.value, out);
    if (meta.terminated) this.take(source, value, out);
    else this.torn = { source, value };
  }

  end(out: FormatSink): void {
    if (this.torn !== undefined && this.once(`torn ${this.torn.source.start}`)) {
      problem(out, 'dsh/torn-tail', 'warning', 'The last line has no line break: dsh takes it for a torn tail and leaves it out. It is read once something follows it.', this.torn.source);
      out.hidden({ source: this.torn.source, reason: 'the last line has no line break: a torn tail' });
    }
    for (const { text, source } of this.uncommitted) {
      problem(out, 'dsh/torn-region', 'warning', `No turn ends after this place, so a real reader keeps what stands before it and takes the rest for a torn tail (${text}). All of it is shown here.`, source);
    }
    this.uncommitted = [];
    const start: Source = { file: this.file, line: 1, record: 0, start: 0, end: 0, pointer: '' };
    if (this.header === undefined && this.torn === undefined && this.lastLine === 0 && this.once('header')) this.trouble(out, 'dsh/no-header', 'empty or header-less session log', start);
    if (this.header?.version === 4 && this.header.seeded === true && this.endSeed?.inherited !== true && this.once('seed')) {
      this.trouble(out, 'dsh/seed-marker', 'format v4 seeded header disagrees with its last inherited end-seed marker', this.endSeed?.source ?? start);
    }
  }

  /** The end is reached again after each growth; what was told once is not told again. */
  private once(what: string): boolean {
    if (this.told.has(what)) return false;
    this.told.add(what);
    return true;
  }

  /** Migration never deletes: a higher generation beside this file is what dsh reads now. Its presence is told, it is not read in place of the opened file. */
  wishes(): readonly SiblingWish[] {
    const version = this.header?.version;
    if (version === undefined || this.file !== 0) return [];
    const wishes: SiblingWish[] = [];
    for (let n = NEWEST; n > version; n--) {
      const part = `session.v${n}.jsonl`;
      const source: Source = { file: 0, line: 1, record: 0, start: 0, end: 0, pointer: '' };
      wishes.push({ key: part, part, present: {
        code: 'dsh/newer-generation', severity: 'warning', source,
        message: `A newer generation lies beside this file: ${part}. dsh reads the highest one; this file (v${version}) is what the session was before it was migrated. Open that file to see the current session.`,
      } });
    }
    return wishes;
  }

  path(): Path {
    const entries = this.instructions.length === 0 ? this.surface.entries() : [...this.instructions, ...this.surface.entries()];
    const leaf = entries[entries.length - 1];
    const recorded: Recorded = this.request.recorded();
    return { entries, recorded, branches: leaf === undefined ? [] : [{ leaf: idOf(leaf.source), active: true, turns: entries.length, label: 'the session' }] };
  }

  private take(source: Source, value: Json, out: FormatSink): void {
    this.checkLines(source, out);
    const record = asObject(value);
    const live = record === undefined ? undefined : liveEvent(record);
    if (live !== undefined) { this.header ??= NO_HEADER; this.event(live.event, at(source, live.pointer), out); return; }
    if (this.header === undefined) {
      if (isHeader(value)) { this.readHeader(value, source, out); return; }
      this.header = NO_HEADER;
      this.headerLine = source.line - 1;
      this.trouble(out, 'dsh/no-header', 'corrupt session log: first line is not a session header', source);
    }
    if (record === undefined || typeof record.type !== 'string') { this.unreadable(source, out); return; }
    if (isHeader(value)) { out.hidden({ source, reason: 'a second session header' }); this.trouble(out, 'dsh/second-header', 'a session header stands among the events', source); return; }
    if (isPacked(record.type)) this.packed(record, source, out);
    else this.event(record, source, out);
  }

  private readHeader(value: JsonObject, source: Source, out: FormatSink): void {
    this.header = headerOf(value);
    this.headerLine = source.line;
    this.lastLine = source.line;
    for (const trouble of headerTroubles(value)) problem(out, trouble.code, trouble.severity, trouble.message, source);
    out.hidden({ source, reason: 'the session header' });
    if (value.parentSession !== undefined) this.request.forked();
  }

  /** Lines that gave no record (torn, blank) and lines that gave two are what a real reader calls unparsable. */
  private checkLines(source: Source, out: FormatSink): void {
    const before = this.lastLine;
    this.lastLine = source.line;
    if (before === 0) {
      if (source.line > 1) this.trouble(out, 'dsh/header-unparsable', 'corrupt session log: header line is not valid JSON', { ...source, line: 1 });
      return;
    }
    if (source.line === before + 1) return;
    const line = source.line === before ? before : before + 1;
    this.hold({ code: 'dsh/unparsable-row', text: `corrupt session log: unparsable committed event at line ${line - this.headerLine}`, source: { ...source, line } });
  }

  private unreadable(source: Source, out: FormatSink): void {
    out.hidden({ source, reason: 'no event: it has no type' });
    this.hold({ code: 'dsh/unparsable-row', text: `corrupt session log: unparsable committed event at line ${source.line - this.headerLine}`, source });
  }

  private hold(trouble: Uncommitted): void {
    this.uncommitted.push(trouble);
  }

  private packed(row: JsonObject, source: Source, out: FormatSink): void {
    const expanded = expandPacked(row);
    if ('error' in expanded) {
      out.hidden({ source, reason: 'a packed row that cannot be expanded' });
      this.trouble(out, 'dsh/malformed-row', expanded.error, source);
      return;
    }
    const [first] = expanded.members;
    const last = expanded.members[expanded.members.length - 1];
    if (first === undefined || last === undefined) return;
    if ((this.header?.version ?? 0) > 1) this.trouble(out, 'dsh/packed-generation', `packed ${String(row.type)} rows exist in v0 and v1 only`, source);
    this.number(first.seq, source, out);
    this.expected = last.seq + 1;
    out.hidden({ source: at(source, '', ['packed']), reason: `${expanded.members.length} streamed pieces (${String(first.chunk.type)}, seq ${first.seq} to ${last.seq}) in one packed row; the assembled response is in its assistant/message` });
  }

  private event(event: JsonObject, source: Source, out: FormatSink): void {
    const type = String(event.type);
    const seq = this.number(event.seq, source, out);
    this.checkEnvelope(type, seq, event, source, out);
    const data = asObject(event.data) ?? {};
    if (type === 'turn/end') this.commit(out);
    const known = isKnown(type);
    if (!known && event.ignorable !== true) this.trouble(out, 'dsh/unknown-event', unknownText(this.header, type, seq), source);
    const op = surfaceOpOf(event.surfaceOp);
    if (SURFACE.has(type) || !known && op !== undefined && Array.isArray(messageOf(type, data).message.content)) { this.surfaceEvent(type, data, seq, event, source, out); return; }
    this.logOnly(type, data, source);
    const reason = known ? hiddenReason(type) : event.ignorable === true ? `an unknown event (${type}), marked ignorable` : `an unknown event (${type})`;
    if (type !== 'request/header' || !this.usesInstructions(data, source, seq)) out.hidden({ source, reason });
  }

  private surfaceEvent(type: string, data: JsonObject, seq: number, event: JsonObject, source: Source, out: FormatSink): void {
    const entries = entriesOf(type, data, seq, source, (id, model, provider, s) => this.response(id, model, provider, s));
    const later = type === 'system/message' && this.request.systemSeen;
    if (type === 'system/message') this.request.systemSeen = true;
    const empty = entries.every((entry) => entry.blocks.length === 0);
    const none = empty && (type === 'assistant/message' || later);
    if (none) out.hidden({ source, reason: type === 'assistant/message' ? 'an assistant message without content: dsh makes no message of it' : 'an empty later system message: dsh makes no message of it' });
    for (const entry of entries) this.request.entry(entry);
    const op = surfaceOpOf(event.surfaceOp);
    const replaced = op?.op === 'replace';
    const shown = replaced ? entries.map((entry) => entry.role === 'user' && entry.kind === undefined ? { ...entry, kind: 'compaction-summary' } : entry) : entries;
    const node: Node = { seq, type, source, entries: none ? [] : shown, shadowed: false };
    if (!replaced) { this.surface.append(node); return; }
    const trouble = this.surface.replace(node, op.start, op.end, expandSeqs(event.sourceEventSeqs));
    if (trouble !== undefined) this.trouble(out, 'dsh/surface-replace', trouble, source);
  }

  private logOnly(type: string, data: JsonObject, source: Source): void {
    if (type === 'request/header') this.request.header(data, source);
    else if (type === 'request/context') this.request.context(data);
    else if (type === 'session/end-seed') this.endSeed = { inherited: data.inherited === true, source };
  }

  /** The v0 prompt of a request header stands in front of the conversation; the latest one counts. */
  private usesInstructions(data: JsonObject, source: Source, seq: number): boolean {
    const system = asString(asObject(data.header)?.system);
    if (system === undefined) return false;
    const last = this.instructions[this.instructions.length - 1];
    if (last !== undefined && this.request.sameSystem(system)) return false;
    this.request.keepSystem(system);
    const entry = instructionsOf(system, source, seq);
    this.instructions = [...this.instructions.map((old): Entry => old.visibility === 'shadowed' ? old : { ...old, visibility: 'shadowed', shadowedBy: source }), entry];
    this.own++;
    return true;
  }

  /** The seq of an event; by position where no event of the file has one (fixtures). */
  private number(value: Json | undefined, source: Source, out: FormatSink): number {
    const seq = asNumber(value);
    this.numbered ??= seq !== undefined;
    if (seq === undefined) {
      if (this.numbered) this.trouble(out, 'dsh/no-seq', 'an event has no seq although others have one', source);
      return this.expected++;
    }
    if (seq !== this.expected) {
      if (this.header?.version === 4) this.trouble(out, 'dsh/seq-gap', `format v4 event ${this.expected} is not dense`, source);
      else this.hold({ code: 'dsh/seq-gap', text: `corrupt session log: seq gap in committed region at line ${source.line - this.headerLine} (expected ${this.expected}, got ${seq})`, source });
    }
    this.expected = seq + 1;
    return seq;
  }

  private commit(out: FormatSink): void {
    for (const { code, text, source } of this.uncommitted) this.trouble(out, code, text, source);
    this.uncommitted = [];
  }

  private checkEnvelope(type: string, seq: number, event: JsonObject, source: Source, out: FormatSink): void {
    const op = surfaceOpOf(event.surfaceOp);
    const eligible = SURFACE.has(type);
    const texts: (string | undefined)[] = [];
    if (eligible && op === undefined && this.numbered === true) texts.push(`session event "${type}" is surface-eligible and requires a surfaceOp marker`);
    if (op?.op === 'invalid') texts.push(`session event "${type}" carries an invalid surfaceOp`);
    if (!eligible && isKnown(type)) {
      if (event.surfaceOp !== undefined) texts.push(`session event "${type}" is not surface-eligible and cannot carry surfaceOp`);
      if (event.sourceEventSeqs !== undefined) texts.push(`session event "${type}" is not surface-eligible and cannot carry sourceEventSeqs`);
    }
    if (event.sourceEventSeqs !== undefined && eligible) {
      const seqs = expandSeqs(event.sourceEventSeqs);
      texts.push(seqs === undefined ? 'sourceEventSeqs must be an array of event numbers' : seqsTrouble(type, seq, seqs));
    }
    for (const text of texts) if (text !== undefined) this.trouble(out, 'dsh/event-envelope', text, source);
  }

  private response(responseId: string | undefined, model: string | undefined, provider: string | undefined, seq: number): Response {
    const known = responseId === undefined ? undefined : this.responseKeys.get(responseId);
    const key = known ?? `r${++this.responses}`;
    if (responseId !== undefined) this.responseKeys.set(responseId, key);
    return {
      key, confidence: 'exact', api: 'dsh', ...(model === undefined ? {} : { model }), ...(provider === undefined ? {} : { provider }),
      evidence: responseId === undefined ? `one assistant/message event is one response (seq ${seq})` : `response id ${responseId} in its replay state`,
    };
  }

  private trouble(out: FormatSink, code: string, text: string, source: Source): void {
    const { severity, message } = refuses(code, text);
    problem(out, code, severity, message, source);
  }
}

function problem(out: FormatSink, code: string, severity: Severity, message: string, source: Source): void {
  const found: Problem = { code, severity, message, source };
  out.problem(found);
}

function unknownText(header: Header | undefined, type: string, seq: number): string {
  if (header?.version === 4) return `format v4 contains unknown event type "${type}" at seq ${seq}`;
  return `session "${header?.id ?? ''}" contains event type "${type}" (seq ${seq}) unknown to this harness and not marked ignorable; refusing to interpret the log — it was likely written by a newer harness`;
}
