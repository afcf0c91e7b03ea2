import { factsOf } from '../../model/facts.ts';
import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Severity } from '../../model/problem.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import type { Entry, Path, Recorded, Response } from '../../model/turn.ts';
import type { RecordMeta } from '../../records/record.ts';
import type { FormatReader, FormatSink, SiblingWish } from '../format.ts';
import { agentMessage, isKnownItem, itemTypeOf, makerOf, readItem } from '../responses-item.ts';
import { ResponseGroups } from '../responses-item/groups.ts';
import { eventReason, recordReason, RECORD_TYPES } from './hidden.ts';
import { History } from './history.ts';
import { readSessionMeta, type SessionMeta } from './session-meta.ts';

/** Keys of an item that Codex keeps in the file and takes off before it sends the item (0.171.0). */
const NEVER_SENT: readonly string[] = ['internal_chat_message_metadata_passthrough'];
/** Items that Codex itself strips when it loads a file. */
const STRIPPED: ReadonlyMap<string, string> = new Map([['ghost_snapshot', 'undo snapshot of an older version: stripped on load'], ['other', 'item without content: ignored on load']]);

/** Reads a rollout record by record. Little is done per record: most are events that nothing is kept of. */
export class RolloutReader implements FormatReader {
  private readonly history = new History();
  private readonly groups = new ResponseGroups();
  private readonly known = new Set<string>();
  private meta: SessionMeta | undefined;
  private header: Source | undefined;
  private bare = false;
  private copied = false;
  private own = true;
  private model: string | undefined;
  private effort: string | undefined;
  private baseInTurns = false;
  private toolsInTurns = false;
  private lostContext = false;
  private parentMissing = true;
  private lastSource: Source | undefined;

  get revision(): number { return this.history.revision; }
  get version(): string | undefined { return this.meta?.version; }

  record(source: Source, value: Json, _meta: RecordMeta, out: FormatSink): void {
    const record = asObject(value);
    if (record === undefined) { this.odd('codex/not-a-record', 'warning', 'The line is no Codex record', source, out, 'no Codex record'); return; }
    const payload = asObject(record.payload);
    const type = record.type;
    if (payload !== undefined && typeof type === 'string') { this.enveloped(type, payload, record, source, out); return; }
    if (typeof type === 'string' && RECORD_TYPES.has(type)) { this.odd('codex/no-payload', 'warning', `A ${type} record without a payload object`, source, out, `${type} without payload`); return; }
    this.bareRecord(record, source, out);
  }

  private enveloped(type: string, payload: JsonObject, record: JsonObject, source: Source, out: FormatSink): void {
    switch (type) {
      case 'response_item': this.item(payload, asObject(record.metadata), source, ordinalOf(record, source), out); return;
      case 'event_msg': this.event(payload, source, ordinalOf(record, source), out); return;
      case 'compacted': this.compacted(payload, source, ordinalOf(record, source), out); return;
      case 'session_meta': this.sessionMeta(payload, source, out); return;
      case 'turn_context': this.turnContext(payload); break;
      case 'inter_agent_communication': this.agentCommunication(payload, source, ordinalOf(record, source)); return;
      case 'token_usage_record': this.groups.cut(); break;
    }
    const reason = recordReason(type);
    if (reason !== undefined) out.hidden({ source, reason });
    else this.odd(`codex/unknown-record`, 'info', `Records of type "${type.slice(0, 64)}" are not known; they are shown as they are and not sent`, source, out, `unknown record type ${type.slice(0, 64)}`, type);
  }

  /** Generation 1 (to September 2025): a header without type, then items without envelope and state markers. */
  private bareRecord(record: JsonObject, source: Source, out: FormatSink): void {
    if (typeof record.record_type === 'string') { this.bare = true; out.hidden({ source, reason: 'state marker of an older version' }); return; }
    if (record.type === undefined && typeof record.id === 'string' && typeof record.timestamp === 'string') {
      this.bare = true;
      if (this.meta === undefined) { this.header = source; this.meta = { ...readSessionMeta({ id: record.id, cli_version: record.cli_version }, source) }; }
      // The `instructions` of this header are the project's own; they stand in the first user item as well.
      out.hidden({ source, reason: 'header of the session' });
      return;
    }
    if (typeof record.type === 'string' && (this.bare || isKnownItem(record.type))) { this.add(record, undefined, source, '', source.record, []); return; }
    this.odd('codex/not-a-record', 'warning', 'The line is no Codex record', source, out, 'no Codex record');
  }

  private sessionMeta(payload: JsonObject, source: Source, out: FormatSink): void {
    const meta = readSessionMeta(payload, source);
    if (this.meta !== undefined) {
      const same = meta.id === this.meta.id;
      if (!same) { this.copied = true; this.own = this.meta.ownFrom === undefined; }
      out.hidden({ source, reason: same ? 'repeated header of the session' : 'header of the parent, whose items are copied here; the first header is the session\'s own' });
      return;
    }
    this.meta = meta;
    this.header = source;
    if (meta.historyMode !== undefined && !['paginated', 'legacy'].includes(meta.historyMode)) {
      out.problem({ code: 'codex/unknown-history-mode', severity: 'warning', message: `history_mode "${meta.historyMode.slice(0, 64)}" is not known; Codex would refuse the file`, source });
    }
    out.hidden({ source, reason: meta.system.length > 0 ? 'header of the session; its base instructions are recorded system text' : 'header of the session' });
  }

  private turnContext(payload: JsonObject): void {
    this.model = asString(payload.model) ?? this.model;
    this.effort = asString(payload.effort) ?? asString(asObject(asObject(payload.collaboration_mode)?.settings)?.reasoning_effort) ?? this.effort;
  }

  private event(payload: JsonObject, source: Source, ordinal: number, out: FormatSink): void {
    const type = asString(payload.type) ?? 'without type';
    switch (type) {
      case 'task_started': case 'turn_started': this.groups.cut(); this.history.startTurn(); break;
      case 'user_message': this.history.counts(); break;
      case 'item_completed': if (asObject(payload.item)?.type === 'UserMessage') this.history.counts(); break;
      // Written once a response is complete, so it ends the run that nothing else marks.
      case 'token_count': this.groups.cut(); break;
      case 'thread_rolled_back': {
        const turns = asNumber(payload.num_turns) ?? 0;
        if (turns > 0) this.history.rollBack(turns, source, ordinal);
        this.groups.forget();
        break;
      }
    }
    out.hidden({ source, reason: eventReason(type) });
  }

  private item(item: JsonObject, metadata: JsonObject | undefined, source: Source, ordinal: number, out: FormatSink): void {
    const type = itemTypeOf(item);
    if (metadata?.compaction_output === true) { out.hidden({ source, reason: 'answer of the compaction request: its text is in the summary that replaced the history' }); return; }
    const stripped = STRIPPED.get(type);
    if (stripped !== undefined) { out.hidden({ source, reason: stripped }); return; }
    if (!isKnownItem(type) && !this.known.has(`item ${type}`)) {
      this.known.add(`item ${type}`);
      out.problem({ code: 'codex/unknown-item', severity: 'info', message: `Items of type "${type.slice(0, 64)}" are not known; they are kept as opaque blocks`, source });
    }
    this.add(item, asNumber(metadata?.sampled_through_sequence), source, '/payload', ordinal, neverSent(item));
  }

  private add(item: JsonObject, sampled: number | undefined, source: Source, pointer: string, ordinal: number, omit: readonly string[], replacing = false): void {
    if (!this.own && ordinal >= (this.meta?.ownFrom ?? Infinity)) { this.own = true; this.groups.forget(); }
    const entry = readItem(item, source, pointer, this.responseOf(item, sampled), omit);
    if (entry.kind === 'base-instructions') this.baseInTurns = true;
    if (item.type === 'additional_tools') this.toolsInTurns = true;
    this.push(entry, ordinal, replacing);
  }

  private push(entry: Entry, ordinal: number, replacing = false): void {
    this.lastSource = entry.source;
    this.history.add(entry, ordinal, replacing);
  }

  private responseOf(item: JsonObject, sampled: number | undefined): Response | undefined {
    if (makerOf(item) !== 'model') { this.groups.cut(); return undefined; }
    const around = { model: this.model, provider: this.meta?.provider };
    return sampled === undefined ? this.groups.inferred(itemTypeOf(item), asString(item.phase), around)
      : this.groups.exact(sampled, evidenceOf, around);
  }

  /** A message between agents as a record of its own (before agent_message items). */
  private agentCommunication(payload: JsonObject, source: Source, ordinal: number): void {
    this.groups.cut();
    const place = at(source, '/payload');
    const said = agentMessage(payload, source, '/payload', {});
    const sealed = at(source, '/payload/encrypted_content');
    const blocks = typeof payload.encrypted_content !== 'string' ? said.blocks : [
      ...said.blocks.filter((block) => block.synthetic !== true),
      { id: idOf(sealed), kind: 'opaque' as const, meaning: 'encrypted' as const, nativeType: 'encrypted_content', text: factsOf('', []), source: sealed },
    ];
    this.push({ ...said, blocks, source: place, visibility: 'active', detail: { itemType: 'inter_agent_communication' } }, ordinal);
  }

  private compacted(payload: JsonObject, source: Source, ordinal: number, out: FormatSink): void {
    this.groups.cut();
    const replacement = asArray(payload.replacement_history);
    const summary = asString(payload.message);
    if (replacement === undefined && summary === undefined) { this.odd('codex/no-payload', 'warning', 'A compacted record without history and summary', source, out, 'compaction without history and summary'); return; }
    this.history.compact(source, ordinal, replacement === undefined);
    const before = this.history.length;
    const metadata = asArray(payload.replacement_history_metadata);
    replacement?.forEach((value, index) => {
      const pointer = `/payload/replacement_history/${index}`;
      const item = asObject(value);
      const stripped = item === undefined ? 'no item' : STRIPPED.get(itemTypeOf(item));
      if (item === undefined || stripped !== undefined) { out.hidden({ source: at(source, pointer), reason: stripped ?? 'no item' }); return; }
      this.add(item, asNumber(asObject(metadata?.[index])?.sampled_through_sequence), source, pointer, ordinal, neverSent(item), true);
    });
    if (replacement === undefined && summary !== undefined) this.oldSummary(summary, source, ordinal);
    this.groups.cut();
    if (this.history.length === before) out.hidden({ source, reason: 'compaction that leaves nothing of the history' });
  }

  /** The form of 2025: the newest prompts stay, the summary follows them as a user message, the client adds its context anew. */
  private oldSummary(summary: string, source: Source, ordinal: number): void {
    this.lostContext = true;
    const where = at(source, '/payload/message');
    const block = { id: idOf(where), kind: 'text' as const, nativeType: 'text', text: factsOf(summary, [where]), source: where };
    this.push({ role: 'user', kind: 'compaction-summary', source: where, blocks: [block], visibility: 'active', detail: { itemType: 'compacted' } }, ordinal);
  }

  wishes(): readonly SiblingWish[] {
    const parent = this.meta?.parent;
    if (parent === undefined || this.copied || this.header === undefined) return [];
    return [{
      key: parent.thread, part: parent.thread,
      missing: { code: 'codex/parent-missing', severity: 'warning', message: `The history before the fork is in the rollout of thread ${parent.thread.slice(0, 64)}, which is not beside this file: the conversation is incomplete`, source: this.header },
    }];
  }

  attach(key: string, sibling: FormatReader, out: FormatSink): void {
    const parent = this.meta?.parent;
    if (parent?.thread !== key || !(sibling instanceof RolloutReader) || !this.parentMissing) return;
    const { left, shift } = this.history.prepend(sibling.history, parent.limit);
    this.groups.shift(shift);
    this.parentMissing = false;
    for (const entry of left) out.hidden({ source: entry.source, reason: 'after the fork: not part of this thread' });
  }

  path(): Path {
    const entries = this.history.entries();
    return {
      entries, recorded: this.recorded(),
      branches: this.lastSource === undefined ? [] : [{ leaf: idOf(this.lastSource), active: true, turns: this.history.turns, label: this.meta?.id ?? 'the whole session' }],
    };
  }

  private recorded(): Recorded {
    const system = this.baseInTurns ? [] : this.meta?.system ?? [];
    const missing = [
      ...(system.length > 0 ? ['the base instructions as sent: Codex cuts them to the tools it offers and sends them as a first developer item'] : []),
      ...(this.toolsInTurns ? [] : ['the tool definitions: Codex adds its own']),
      ...(this.lostContext ? ['the initial context that Codex adds again after a compaction, and the cut of the oldest prompt it keeps'] : []),
      ...(this.meta?.parent !== undefined && this.parentMissing && !this.copied ? ['the history before the fork'] : []),
    ];
    return {
      system, missing, api: 'openai-responses',
      ...(this.model === undefined ? {} : { model: this.model }), ...(this.meta?.provider === undefined ? {} : { provider: this.meta.provider }),
      ...(this.effort === undefined ? {} : { params: { reasoning: { effort: this.effort } } }),
    };
  }

  /** Hides a record that is not understood, and says so once per `kind`. */
  private odd(code: string, severity: Severity, message: string, source: Source, out: FormatSink, reason: string, kind?: string): void {
    out.hidden({ source, reason });
    if (kind !== undefined && this.known.has(kind)) return;
    if (kind !== undefined) this.known.add(kind);
    out.problem({ code, severity, message, source });
  }
}

const NOTHING_OFF: readonly string[] = [];

/** The keys of this item that are taken off: a serializer can tell from them that they are there. */
function neverSent(item: JsonObject): readonly string[] { return Object.hasOwn(item, NEVER_SENT[0]!) ? NEVER_SENT : NOTHING_OFF; }

function evidenceOf(sampled: number): string { return `sampled_through_sequence ${sampled}`; }

/** The line's place in the thread (paginated files); without it the record's place in the file. */
function ordinalOf(record: JsonObject, source: Source): number {
  return asNumber(record.ordinal) ?? source.record;
}
