import { detached, previewOf } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Severity } from '../../model/problem.ts';
import type { Source } from '../../model/source.ts';
import type { Entry, Path } from '../../model/turn.ts';
import type { RecordMeta } from '../../records/record.ts';
import type { FormatReader, FormatSink } from '../format.ts';
import { ActivePath } from './active-path.ts';
import { attachmentEntry, userEntries } from './entries.ts';
import { Branches } from './branches.ts';
import { KNOWN_TYPES, linkReason, metadataReason, silentAttachment, systemReason } from './hidden.ts';
import { Messages } from './messages.ts';
import { recordedOf } from './recorded.ts';
import { RequestLog } from './request-log.ts';
import { type Boundary, type Mark, type Row } from './row.ts';
import { Tree } from './tree.ts';

/** How many records that hang from a missing one are named as problems. */
const GAPS_NAMED = 100;

/** Reads a transcript, a sub-agent's transcript or `stream-json` output, record by record. */
export class TranscriptReader implements FormatReader {
  private readonly tree = new Tree();
  private readonly active = new ActivePath(this.tree);
  private readonly branches = new Branches(this.tree, this.active);
  private readonly log = new RequestLog();
  private readonly messages = new Messages();
  private readonly known = new Set<string>();
  private readonly beside = new Set<Row>();
  private readonly gaps = new Set<Row>();
  private model: string | undefined;
  private unrendered = 0;
  private renders = false;
  private elsewhere = false;
  private reported = 0;
  private reportedTrace = 0;
  version: string | undefined;

  get revision(): number { return this.active.revision; }

  record(source: Source, value: Json, _meta: RecordMeta, out: FormatSink): void {
    const record = asObject(value);
    const type = asString(record?.type);
    if (record === undefined || type === undefined) { this.odd('claude/not-a-record', 'warning', 'The line is no record of Claude Code', source, out, 'no record of Claude Code'); return; }
    if (typeof record.version === 'string' && record.version !== this.version) this.version = record.version;
    // In `stream-json` output the records of a sub-agent stand between those of its parent.
    if (typeof record.parent_tool_use_id === 'string') { out.hidden({ source, reason: `record of the sub-agent that call ${record.parent_tool_use_id.slice(0, 64)} started` }); return; }
    switch (type) {
      case 'user': this.user(record, source, out); return;
      case 'assistant': this.assistant(record, source, out); return;
      case 'attachment': this.attachment(record, source, out); return;
      case 'system': this.system(record, source, out); return;
      case 'stream_event': out.hidden({ source, reason: 'event of the response stream: the whole message follows' }); return;
      case 'result': out.hidden({ source, reason: 'result of the run: it repeats the last answer' }); return;
    }
    this.metadata(type, record, source, out);
  }

  private user(record: JsonObject, source: Source, out: FormatSink): void {
    const message = asObject(record.message);
    if (message === undefined) { this.malformed(record, source, out); return; }
    if (record.isVisibleInTranscriptOnly === true && record.isCompactSummary !== true) {
      out.hidden({ source, reason: 'shown in the transcript only' });
      this.add(this.row(record, source, 'link', []), out);
      return;
    }
    const entries = userEntries(record, message.content, source);
    if (entries.length === 0) out.hidden({ source, reason: 'a user record without content' });
    const answers: string[] = [];
    for (const entry of entries) if (entry.role === 'toolResult' && entry.callId !== undefined) answers.push(entry.callId);
    const typed = answers.length === 0 && record.isMeta !== true && record.isCompactSummary !== true;
    const row = this.row(record, source, 'user', entries, { answers, typed });
    if (!this.add(row, out)) return;
    const wrap = entries[entries.length - 1]?.detail?.wrap;
    if (wrap === undefined) this.log.forget();
    else this.log.await((sent) => { this.sent(row, sent); });
  }

  /** A text that the client frames when it sends it was found in its own log as it was sent. */
  private sent(row: Row, sent: NonNullable<Entry['blocks'][number]['sent']>): void {
    const last = row.entries[row.entries.length - 1];
    const block = last?.blocks[last.blocks.length - 1];
    if (last === undefined || block === undefined || block.kind !== 'text') return;
    row.entries = [...row.entries.slice(0, -1), { ...last, blocks: [...last.blocks.slice(0, -1), { ...block, sent }] }];
    this.active.invalidate();
  }

  private assistant(record: JsonObject, source: Source, out: FormatSink): void {
    const message = asObject(record.message);
    if (message === undefined) { this.malformed(record, source, out); return; }
    if (record.isApiErrorMessage === true) {
      const text = previewOf(this.messages.text(message.content, source));
      out.hidden({ source, reason: 'an error of the provider, shown as an answer: it is never sent' });
      out.problem({ code: 'claude/api-error', severity: 'info', message: `The provider refused the request here: ${text.slice(0, 200)}`, source });
      this.add(this.row(record, source, 'assistant', [], { mark: { kind: 'error' } }), out);
      return;
    }
    const read = this.messages.read(record, message, source);
    if (read.repeats) { out.hidden({ source, reason: 'an earlier record of the message holds the same blocks' }); this.add(this.row(record, source, 'link', []), out); return; }
    if (read.entry === undefined) out.hidden({ source, reason: 'a record of a response without content' });
    if (read.superseded !== undefined) {
      out.hidden({ source: read.superseded.source, reason: 'a later record of the message holds the same blocks, and more' });
      read.superseded.entries = [];
      this.active.invalidate();
    }
    const calls: string[] = [];
    for (const block of read.entry?.blocks ?? []) if (block.kind === 'tool-call' && block.callId !== undefined) calls.push(block.callId);
    const row = this.row(record, source, 'assistant', read.entry === undefined ? [] : [read.entry], { calls, ...(read.message === undefined ? {} : { message: read.message }) });
    if (!this.add(row, out)) return;
    this.log.forget();
    this.messages.took(read, row);
    if (read.model !== undefined && this.tree.belongs(row)) this.model = read.model;
  }

  private attachment(record: JsonObject, source: Source, out: FormatSink): void {
    const attachment = asObject(record.attachment);
    if (attachment === undefined) { this.malformed(record, source, out); return; }
    const type = asString(attachment.type) ?? '';
    const silent = silentAttachment(type);
    if (type === 'prompt_snapshot') this.log.addSnapshot(attachment, source);
    const entry = silent !== undefined && record.rendered === undefined ? undefined : attachmentEntry(record, attachment, source);
    if (entry === undefined) out.hidden({ source, reason: silent ?? 'an attachment that is rendered to nothing' });
    if (entry?.detail?.unrendered === true) this.unrendered++;
    if (record.rendered !== undefined) this.renders = true;
    const mark: Mark | undefined = type === 'thinking_stripped' ? { kind: 'stripped' } : undefined;
    const row = this.row(record, source, 'attachment', entry === undefined ? [] : [entry], mark === undefined ? {} : { mark });
    this.add(row, out);
  }

  private system(record: JsonObject, source: Source, out: FormatSink): void {
    const subtype = asString(record.subtype);
    out.hidden({ source, reason: systemReason(subtype) });
    if (subtype === 'init') { this.version ??= asString(record.claude_code_version); this.model = asString(record.model) ?? this.model; }
    for (const uuid of asArray(record.retracted_message_uuids) ?? []) this.retract(asString(uuid), out);
    const boundary = boundaryOf(subtype, record);
    const cleared = subtype === 'microcompact_boundary' ? asArray(asObject(record.microcompactMetadata)?.compactedToolIds) : undefined;
    const mark: Mark | undefined = boundary !== undefined ? { kind: 'boundary', boundary }
      : cleared === undefined ? undefined : { kind: 'cleared', calls: new Set(cleared.filter((id): id is string => typeof id === 'string')) };
    if (record.uuid !== undefined || mark !== undefined) this.add(this.row(record, source, 'link', [], mark === undefined ? {} : { mark }), out);
  }

  /** An answer was taken back after it was streamed (a refusal that another model answered). */
  private retract(uuid: string | undefined, out: FormatSink): void {
    const row = this.tree.find(uuid);
    if (row === undefined || row.entries.length === 0) return;
    out.hidden({ source: row.source, reason: 'taken back by the client' });
    row.entries = [];
    this.active.invalidate();
  }

  private metadata(type: string, record: JsonObject, source: Source, out: FormatSink): void {
    const reason = metadataReason(type);
    if (type.startsWith('api-request')) this.log.record(type, record, source);
    if (type === 'last-prompt' && typeof record.leafUuid === 'string') {
      this.tree.hint = { uuid: record.leafUuid, rows: this.tree.rows.length };
      this.active.hinted(record.leafUuid);
    }
    if (type === 'fork-context-ref' && !this.elsewhere) {
      this.elsewhere = true;
      out.problem({ code: 'claude/history-elsewhere', severity: 'warning', message: `The history before this point stands in the transcript of session ${String(record.forkedSessionId).slice(0, 64)}: the conversation is incomplete`, source });
    }
    if (reason !== undefined) { out.hidden({ source, reason }); return; }
    const link = linkReason(type);
    if (link !== undefined || KNOWN_TYPES.has(type)) out.hidden({ source, reason: link ?? 'record of the client' });
    else this.odd('claude/unknown-record', 'info', `Records of type "${type.slice(0, 64)}" are not known; they are shown as they are and not sent`, source, out, `unknown record type ${type.slice(0, 64)}`, type);
    if (typeof record.uuid === 'string') this.add(this.row(record, source, 'link', []), out);
  }

  private malformed(record: JsonObject, source: Source, out: FormatSink): void {
    this.odd('claude/malformed-record', 'warning', `A record of type ${String(record.type).slice(0, 64)} without its content`, source, out, 'a record without its content');
    if (typeof record.uuid === 'string') this.add(this.row(record, source, 'link', []), out);
  }

  private row(record: JsonObject, source: Source, type: Row['type'], entries: readonly Entry[], more: Partial<Pick<Row, 'answers' | 'calls' | 'typed' | 'message' | 'mark'>> = NOTHING): Row {
    const { parentUuid } = record;
    return {
      source, index: this.tree.rows.length, uuid: typeof record.uuid === 'string' && record.uuid !== '' ? record.uuid : undefined,
      parentId: typeof parentUuid === 'string' ? parentUuid : parentUuid === null ? null : undefined, up: undefined, type, side: record.isSidechain === true,
      typed: more.typed === true, message: more.message, calls: more.calls ?? NONE, answers: more.answers ?? NONE, answersIn: asString(record.sourceToolAssistantUUID), mark: more.mark, entries,
    };
  }

  private add(row: Row, out: FormatSink): boolean {
    if (!this.tree.add(row)) {
      if (row.entries.length > 0) out.hidden({ source: row.source, reason: 'its uuid is taken: the first record with it counts' });
      if (!this.known.has('duplicate')) out.problem({ code: 'claude/duplicate-uuid', severity: 'warning', message: `Several records have the uuid ${String(row.uuid).slice(0, 64)}; the first one counts`, source: row.source });
      this.known.add('duplicate');
      return false;
    }
    if (this.tree.adopt(row)) this.active.invalidate();
    this.active.added(row);
    return true;
  }

  end(out: FormatSink): void {
    this.active.entries();
    const fresh = this.reportedTrace === this.active.traced ? this.reported : 0;
    const { rows } = this.tree;
    for (let at = fresh; at < rows.length; at++) {
      const row = rows[at]!;
      if (row.entries.length === 0 || this.active.has(row) || this.beside.has(row)) continue;
      this.beside.add(row);
      out.hidden({ source: row.source, reason: this.tree.belongs(row) ? 'on another branch than the active one' : 'record of a sub-agent: a conversation of its own' });
    }
    this.reported = rows.length;
    this.reportedTrace = this.active.traced;
    for (const row of this.tree.dangling()) {
      if (this.gaps.has(row) || this.gaps.size >= GAPS_NAMED) continue;
      this.gaps.add(row);
      out.problem({ code: 'claude/dangling-parent', severity: 'warning', message: `The record that this one hangs from (${String(row.parentId).slice(0, 64)}) is not in the file; it is read as following the record before it`, source: row.source });
    }
    if (this.active.cycle !== undefined && !this.known.has('cycle')) {
      this.known.add('cycle');
      out.problem({ code: 'claude/cycle', severity: 'warning', message: 'The links of the records close on themselves here; the conversation is read from this record on', source: this.active.cycle.source });
    }
  }

  path(branch?: string): Path {
    const recorded = recordedOf({ version: this.version, model: this.log.model ?? this.model, log: this.log, unrendered: this.unrendered, renders: this.renders, elsewhere: this.elsewhere });
    const leaf = branch === undefined ? undefined : this.branches.find(branch);
    const entries = leaf === undefined || leaf === this.active.leaf ? this.active.entries() : this.active.entriesOf(leaf);
    return { entries, recorded, branches: this.branches.list() };
  }

  /** Hides a record that is not understood, and says so once per `kind`. */
  private odd(code: string, severity: Severity, message: string, source: Source, out: FormatSink, reason: string, kind?: string): void {
    out.hidden({ source, reason });
    if (kind !== undefined && this.known.has(kind)) return;
    if (kind !== undefined) this.known.add(detached(kind));
    out.problem({ code, severity, message, source });
  }
}

const NONE: readonly string[] = [];
const NOTHING = {};

function boundaryOf(subtype: string | undefined, record: JsonObject): Boundary | undefined {
  if (subtype !== 'compact_boundary') return undefined;
  const metadata = asObject(record.compactMetadata) ?? asObject(record.compact_metadata);
  const messages = asObject(metadata?.preservedMessages);
  const segment = asObject(metadata?.preservedSegment);
  const head = asString(segment?.headUuid);
  const tail = asString(segment?.tailUuid);
  return {
    before: asString(record.logicalParentUuid), kept: (asArray(messages?.uuids) ?? []).filter((uuid): uuid is string => typeof uuid === 'string'),
    anchor: asString(messages?.anchorUuid) ?? asString(segment?.anchorUuid), segment: head === undefined || tail === undefined ? undefined : { head, tail },
  };
}
