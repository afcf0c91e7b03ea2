import { stat } from 'node:fs/promises';
import { setImmediate as tick } from 'node:timers/promises';
import type { Serializer } from '../core/replay/serializer.ts';
import type { Session } from '../core/turns/session.ts';
import { TARGETS } from '../core/targets/index.ts';
import { NO_FILTER, type Filter } from '../protocol/view-model.ts';
import type { Choices, FromWorker, Input } from '../protocol/worker-messages.ts';
import { changeOf, fingerprint, type Fingerprint } from './follow.ts';
import { frameOf, rowsOf, type Frame, type Rows } from './frame.ts';
import { openInput, type Opened } from './opened.ts';
import { Replays, type Replayed } from './replays.ts';
import { SessionIndex } from './session-index.ts';
import { sessionView, type Progress } from './session-view.ts';
import { targetView } from './target-view.ts';
import { TextMap } from './locate-text.ts';

/** While reading, the rows are made anew only when that costs at most a tenth of the time. */
const SHARE = 10;
const PROGRESS_MS = 100;
/** Replays for targets that nobody chose may take this long for one question. */
const BUDGET_MS = 600;

const MAX_TURN_ROWS = 100_000;

const AUTO: Choices = { chosen: { target: 'auto' }, pinned: [] };

/** Replays for all targets, and the targets that there is none for yet. */
export interface Targets { readonly done: readonly Replayed[]; readonly rest: readonly Serializer[] }

/**
 * The analysis of one document: opens and reads it, follows its growth, keeps what was chosen, and tells the host of every
 * change. Work on the file is done one after another; questions are answered from the frame of the moment.
 */
export class Analysis {
  private opened: Opened | undefined;
  private input: Input | undefined;
  private choices = AUTO;
  private frame: Frame | undefined;
  private replays: Replays | undefined;
  private texts: TextMap | undefined;
  private readonly filters = new Map<number, Filter>();
  private readonly lists = new Map<number, Rows>();
  /** Numbers of generations are never used twice, not by another worker of the same view either. */
  private generation = Date.now() % 1_000_000_000 * 1000;
  private progress: Progress = { bytes: 0, size: undefined, done: false, cancelled: false };
  private stop = false;
  private notice: string | undefined;
  private seen: Fingerprint | undefined;
  private work: Promise<void> = Promise.resolve();
  private closed = false;
  private lastShown = 0;
  private lastTold = 0;
  private showCost = 0;
  private shownOf: Opened | undefined;

  constructor(private readonly send: (message: FromWorker) => void) {}

  open(input: Input, choices: Choices): void {
    this.input = input;
    this.choices = choices;
    this.again(() => this.reopen());
  }

  /** The file may have changed. */
  changed(): void {
    this.queue(() => this.look());
  }

  choose(choices: Choices): void {
    const reread = choices.format !== this.choices.format;
    this.choices = choices;
    if (reread) this.again(() => this.reopen());
    else if (this.opened !== undefined) this.show(this.opened);
  }

  cancel(): void { this.stop = true; }

  /** Reads on after a cancel, or opens again after a failure. */
  resume(): void {
    this.queue(async () => { if (this.opened === undefined) await this.reopen(); else await this.readOn(this.opened); });
  }

  setView(view: number, filter: Filter): void {
    this.filters.set(view, filter);
    this.list(view, true);
  }

  dropView(view: number): void {
    this.filters.delete(view);
    this.lists.delete(view);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.stop = true;
    await this.work;
    await this.opened?.close();
  }

  /** The frame and the open file, once there are any. */
  get current(): { readonly frame: Frame; readonly opened: Opened } | undefined {
    return this.frame === undefined || this.opened === undefined ? undefined : { frame: this.frame, opened: this.opened };
  }

  rows(view: number): Rows | undefined {
    return this.lists.get(view) ?? this.list(view, false);
  }

  /** Waits for the reading that is under way. */
  async settled(): Promise<void> {
    for (let work = this.work; ; work = this.work) { await work; if (work === this.work) return; }
  }

  textMap(): TextMap | undefined {
    return this.texts ??= this.frame === undefined ? undefined : new TextMap(this.frame.index.conversation);
  }

  /**
   * The replays of all targets, the chosen one first, as far as they are there or can be made in about `BUDGET_MS`; the others
   * are in `rest`. Lets other questions in between.
   */
  async everyTarget(frame: Frame): Promise<Targets> {
    const { replays } = this;
    const done = [frame.chosen, ...frame.pinned.map((p) => p.replayed)];
    const rest: Serializer[] = [];
    const until = Date.now() + BUDGET_MS;
    for (const serializer of TARGETS) {
      if (done.some((r) => r.serializer.id === serializer.id)) continue;
      const choice = { target: serializer.id };
      if (replays === undefined || replays !== this.replays || Date.now() + replays.cost > until && !replays.has(choice)) { rest.push(serializer); continue; }
      done.push(replays.of(choice));
      await tick();
    }
    return { done, rest };
  }

  private queue(job: () => Promise<void>): void {
    this.work = this.work.then(async () => {
      if (this.closed) return;
      this.stop = false;
      try {
        await job();
      } catch (error) {
        this.fail(error as Error);
      }
    });
  }

  /** As queue, but what is being read now is given up. */
  private again(job: () => Promise<void>): void {
    this.stop = true;
    this.queue(job);
  }

  private fail(error: Error): void {
    this.send({ type: 'log', level: 'warn', message: `reading failed: ${error.name}` });
    if (this.opened === undefined) this.send({ type: 'failed', message: error.message, canRetry: true });
    else { this.notice = error.message; this.show(this.opened); }
  }

  private async reopen(): Promise<void> {
    const { input, choices: { format } } = this;
    if (input === undefined) return;
    const started = Date.now();
    const old = this.opened;
    const opened = await openInput(input, () => this.stop || this.closed, { ...(format === undefined ? {} : { inputFormat: format }), progress: (bytes, size) => { this.advanced(opened, bytes, size); } });
    this.opened = opened;
    this.notice = undefined;
    this.seen = undefined;
    this.progress = { bytes: opened.session.bytesRead, size: await opened.session.file(0)?.size(), done: false, cancelled: false };
    this.show(opened);
    await old?.close();
    await this.readOn(opened);
    this.send({ type: 'log', level: 'info', message: `read ${opened.session.format.id} (${opened.session.container}), ${this.progress.bytes} bytes in ${Date.now() - started} ms` });
  }

  private async readOn(opened: Opened): Promise<void> {
    this.progress = { ...this.progress, cancelled: false };
    const { session, input } = opened;
    let state: 'end' | 'cancelled' = 'end';
    let before: number | undefined;
    let size = await session.file(0)?.size();
    // A file that grows while it is read is read on, a few times; the rest is seen as growth.
    for (let round = 0; round < 4 && state === 'end' && before !== size; round++) {
      before = size;
      state = await session.read();
      size = await session.file(0)?.size();
    }
    this.progress = { bytes: state === 'end' ? before ?? this.progress.bytes : this.progress.bytes, size, done: state === 'end', cancelled: state === 'cancelled' };
    if (state === 'end' && input.kind === 'file') this.seen = await fingerprint(input.path, session.container === 'plain' ? before ?? 0 : (await stat(input.path)).size).catch(() => undefined);
    if (this.closed || opened !== this.opened) return;
    if (this.shownOf === opened && this.frame?.index.conversation.revision === session.conversation().revision) this.tell(opened);
    else this.show(opened);
  }

  private advanced(opened: Opened, bytes: number, size: number | undefined): void {
    if (opened !== this.opened || this.closed) return;
    this.progress = { bytes, size, done: false, cancelled: false };
    const now = Date.now();
    if (now - this.lastShown > this.showCost * SHARE) this.show(opened);
    else if (now - this.lastTold > PROGRESS_MS) this.tell(opened);
  }

  private async look(): Promise<void> {
    const { opened, seen } = this;
    if (opened === undefined) { await this.reopen(); return; }
    if (opened.input.kind !== 'file' || seen === undefined) return;
    const change = await changeOf(opened.input.path, seen);
    this.send({ type: 'log', level: 'debug', message: `file ${change}` });
    switch (change) {
      case 'same': if (this.notice !== undefined) { this.notice = undefined; this.tell(opened); } return;
      case 'gone': this.notice = 'The file was deleted or moved. What was read stays until this view is closed.'; this.tell(opened); return;
      case 'replaced': await this.reopen(); return;
      case 'grown': {
        const before = opened.session.bytesRead;
        if (opened.session.container !== 'plain') { await this.reopen(); return; }
        await this.readOn(opened);
        if (opened.session.bytesRead === before) await this.reopen();
      }
    }
  }

  /** Composes everything anew and tells the host. */
  private show(opened: Opened): void {
    const started = Date.now();
    const { session } = opened;
    const conversation = this.conversationOf(session);
    const known = this.frame?.index;
    const same = known !== undefined && this.shownOf === opened && known.conversation.revision === conversation.revision && known.conversation.branch === conversation.branch;
    const index = same ? known : new SessionIndex(conversation);
    if (!same || this.replays === undefined) {
      this.replays = new Replays(conversation, (target, error) => { this.send({ type: 'log', level: 'error', message: `target ${target} failed: ${error.stack ?? error.message}` }); });
      this.texts = undefined;
      this.shownOf = opened;
    }
    const { replays, choices: { chosen, pinned } } = this;
    this.frame = frameOf(index, replays.of(chosen), pinned.map((choice) => replays.of(choice)), session.problems);
    this.tell(opened);
    this.send({ type: 'target', target: targetView(this.frame) });
    this.lists.clear();
    for (const view of this.filters.keys()) this.list(view, true);
    this.lastShown = Date.now();
    this.showCost = this.lastShown - started;
  }

  private conversationOf(session: Session): ReturnType<Session['conversation']> {
    const { branch } = this.choices;
    const own = session.conversation();
    return branch === undefined || !own.branches.some((b) => b.leaf === branch) ? own : session.conversation(branch);
  }

  private tell(opened: Opened): void {
    this.lastTold = Date.now();
    if (this.frame !== undefined) this.send({ type: 'session', session: sessionView(opened.session, this.frame.index, opened.session.fileNames[0] ?? '', opened.input.kind === 'bytes', this.progress, this.notice) });
  }

  private list(view: number, tell: boolean): Rows | undefined {
    const { frame } = this;
    if (frame === undefined) return undefined;
    const list = rowsOf(frame, this.filters.get(view) ?? NO_FILTER, ++this.generation);
    this.lists.set(view, list);
    if (tell) {
      this.send({ type: 'outline', view, outline: { generation: list.generation, rows: list.rows.length, total: frame.rows.length, turns: turnRows(list), filtered: list.rows !== frame.rows } });
    }
    return list;
  }
}

/** First rows of turns; of very long sessions every second, third … only, so that the message stays below 1 MB. */
function turnRows(list: Rows): number[] {
  const turns: number[] = [];
  list.rows.forEach((row, at) => { if (row.row === 'turn') turns.push(at); });
  const step = Math.ceil(turns.length / MAX_TURN_ROWS);
  return step <= 1 ? turns : turns.filter((_, at) => at % step === 0);
}
