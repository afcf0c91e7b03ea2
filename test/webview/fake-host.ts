import { toHostSchema, type ToHost, type ToView } from '../../src/protocol/view-messages.ts';
import { MAX_ROWS, TEXT_PIECE } from '../../src/protocol/view-messages.ts';
import { NO_FILTER, type Filter, type Row } from '../../src/protocol/view-model.ts';
import { detailOf, type Sample } from './sample-session.ts';

/** Answers the view as the extension would, from a sample. Every message of the view is checked against the contract and kept. */
export class FakeHost {
  readonly received: ToHost[] = [];
  readonly #post: (message: ToView) => void;
  sample: Sample;
  generation = 1;
  filter: Filter = NO_FILTER;
  /** Answers to row questions are held back while this is set. */
  slow = false;
  #held: (() => void)[] = [];
  #shown: number[] | undefined;

  constructor(sample: Sample, post: (message: ToView) => void) { this.sample = sample; this.#post = post; }

  commands(): readonly string[] {
    return this.received.flatMap((m) => m.type === 'command' ? [m.id === undefined ? m.command : `${m.command} ${m.id}`] : []);
  }

  post(message: ToView): void { this.#post(message); }

  /** Gives the view another state of the session, as a growing file or another target does. */
  renew(sample: Sample = this.sample): void { this.sample = sample; this.generation += 1; this.#select(); this.#outline(); }

  release(): void { this.slow = false; for (const answer of this.#held.splice(0)) answer(); }

  receive(raw: unknown): void {
    const message = toHostSchema.parse(raw);
    this.received.push(message);
    switch (message.type) {
      case 'ready': this.#start(); return;
      case 'filter': this.filter = message.filter; this.renew(); return;
      case 'rows': {
        if (message.count > MAX_ROWS) throw new Error(`asked for ${message.count} rows`);
        const rows: Row[] = [];
        for (let i = message.first; i < Math.min(message.first + message.count, this.count); i += 1) rows.push(this.row(i));
        const answer = () => this.post({ type: 'rows', request: message.request, generation: message.generation, first: message.first, rows });
        if (this.slow) this.#held.push(answer); else answer();
        return;
      }
      case 'detail': {
        const row = this.find(message.id);
        const text = row === undefined ? '' : this.sample.texts?.[row.id] ?? (row.row === 'block' ? row.preview : '');
        const detail = row === undefined ? undefined : detailOf(row, this.sample.target, text);
        this.post({ type: 'detail', request: message.request, ...(detail === undefined ? {} : { detail: { ...detail, text: text.slice(0, TEXT_PIECE) } }) });
        return;
      }
      case 'text': { const text = this.sample.texts?.[message.id] ?? ''; this.post({ type: 'text', request: message.request, from: message.from, text: text.slice(message.from, message.from + TEXT_PIECE), length: text.length }); return; }
      case 'find': this.#find(message); return;
      case 'seek': this.#seek(message); return;
      case 'command': case 'state': case 'focus': return;
    }
  }

  get count(): number { return this.#shown?.length ?? this.sample.count; }
  row(i: number): Row { return this.sample.row(this.#shown?.[i] ?? i); }
  index(id: string): number | undefined { for (let i = 0; i < this.count; i += 1) if (this.row(i).id === id) return i; return undefined; }
  find(id: string): Row | undefined { for (let i = 0; i < this.sample.count; i += 1) { const row = this.sample.row(i); if (row.id === id) return row; } return undefined; }

  #start(): void {
    const { session, target, explain, failed } = this.sample;
    if (failed !== undefined) { this.post({ type: 'failed', ...failed }); return; }
    if (session !== undefined) this.post({ type: 'session', session });
    if (target !== undefined) this.post({ type: 'target', target });
    this.#outline();
    if (explain !== undefined) this.post({ type: 'explained', explain });
  }

  #select(): void {
    const { ops, roles, findings, signed } = this.filter;
    if (ops.length === 0 && roles.length === 0 && !findings && !signed) { this.#shown = undefined; return; }
    const kept: number[] = [];
    let head: number | undefined;
    for (let i = 0; i < this.sample.count; i += 1) {
      const row = this.sample.row(i);
      if (row.row === 'turn') head = i;
      if (row.row !== 'block') continue;
      const fits = (ops.length === 0 || ops.includes(row.decision.op)) && (roles.length === 0 || roles.includes(row.role)) && (!findings || row.findings > 0) && (!signed || row.signed);
      if (!fits) continue;
      if (head !== undefined) { kept.push(head); head = undefined; }
      kept.push(i);
    }
    this.#shown = kept;
  }

  #outline(): void {
    const turns = this.#shown === undefined ? this.sample.turns : this.#shown.flatMap((own, i) => this.sample.row(own).row === 'turn' ? [i] : []);
    this.post({ type: 'outline', outline: { generation: this.generation, rows: this.count, total: this.sample.count, turns: [...turns], filtered: this.#shown !== undefined } });
  }

  #find(message: Extract<ToHost, { type: 'find' }>): void {
    let pattern: RegExp;
    try { pattern = new RegExp(message.regex ? message.query : message.query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), message.caseSensitive ? '' : 'i'); } catch (error) {
      this.post({ type: 'found', request: message.request, rows: [], ids: [], more: false, error: (error as Error).message });
      return;
    }
    const rows: number[] = []; const ids: string[] = [];
    for (let i = 0; i < this.count && rows.length < 1000; i += 1) { const row = this.row(i); if (row.row === 'block' && pattern.test(this.sample.texts?.[row.id] ?? row.preview)) { rows.push(i); ids.push(row.id); } }
    this.post({ type: 'found', request: message.request, rows, ids, more: rows.length >= 1000 });
  }

  #seek(message: Extract<ToHost, { type: 'seek' }>): void {
    const { request, what, from, step, id } = message;
    const is = (row: Row): boolean => what === 'finding' ? (row.row === 'block' && row.findings > 0) : row.row === 'boundary';
    let found: number | undefined;
    if (what === 'id') found = id === undefined ? undefined : this.index(id);
    else if (what === 'partner') { const own = id === undefined ? undefined : this.find(id); found = own?.row === 'block' && own.kind === 'tool-call' ? this.index(`${own.line + 1}:/payload`) : undefined; } else for (let i = from + step; i >= 0 && i < this.count; i += step) if (is(this.row(i))) { found = i; break; }
    this.post({ type: 'sought', request, ...(found === undefined ? {} : { row: found, id: this.row(found).id }) });
  }
}
