import type { Source } from '../../model/source.ts';
import type { Entry, Response } from '../../model/turn.ts';
import { shiftedKey } from '../responses-item/groups.ts';

/** Something that changes what of the earlier history is in the context. `rows`: entries that stood before it. */
type Mark =
  | { readonly kind: 'base'; readonly source: Source; readonly ordinal: number; readonly rows: number; readonly segment: number; readonly keepsPrompts: boolean }
  | { readonly kind: 'rollback'; readonly source: Source; readonly ordinal: number; readonly rows: number; readonly segment: number; readonly turns: number };

/** Codex keeps about 20,000 tokens of prompts, newest first, at 4 bytes a token (codex-rs compaction, 2025). */
const KEPT_PROMPTS = 80_000;

/**
 * The items of a rollout in file order, and which of them Codex would still send: the newest surviving compaction replaces
 * what precedes it, a rollback drops the last turns with the compactions in them (so that an older base counts again).
 * Appending is cheap; visibility is settled when the path is asked for.
 */
export class History {
  private readonly base: Entry[] = [];
  private readonly shown: Entry[] = [];
  private readonly ordinals: number[] = [];
  private readonly segmentOf: number[] = [];
  /** Whether a turn segment holds a prompt or an agent message: only such ones count for a rollback. */
  private readonly counting: boolean[] = [false];
  private marks: Mark[] = [];
  private explicitTurns = false;
  private dirty = false;
  private turnCount = 0;
  private newest = 0;
  private readonly copied = new Set<number>();
  /** Goes up when entries handed out before have changed. */
  revision = 0;

  get turns(): number { return this.turnCount; }
  get length(): number { return this.base.length; }

  /** `replacing`: the entry is part of what a compaction left, so it begins no turn even where it is a prompt. */
  add(entry: Entry, ordinal: number, replacing = false): void {
    const prompt = !replacing && isPrompt(entry);
    if (prompt && !this.explicitTurns) this.newSegment();
    this.base.push(entry);
    this.shown.push(entry);
    this.ordinals.push(ordinal);
    this.segmentOf.push(this.counting.length - 1);
    if (prompt || !replacing && entry.kind === 'agent-message') this.counts();
    this.countTurn(entry, replacing);
  }

  /** A turn of the client begins (`task_started`). Files without such events are cut at their prompts. */
  startTurn(): void {
    this.explicitTurns = true;
    this.newSegment();
  }

  /** The running turn has a prompt. */
  counts(): void { this.counting[this.counting.length - 1] = true; }

  /** What follows replaces everything before. `keepsPrompts`: the form of 2025, where the newest prompts stay. */
  compact(source: Source, ordinal: number, keepsPrompts: boolean): void {
    this.marks.push({ kind: 'base', source, ordinal, rows: this.base.length, segment: this.counting.length - 1, keepsPrompts });
    this.dirty = true;
    this.copied.clear();
  }

  rollBack(turns: number, source: Source, ordinal: number): void {
    this.marks.push({ kind: 'rollback', source, ordinal, rows: this.base.length, segment: this.counting.length - 1, turns });
    this.dirty = true;
    this.newSegment();
  }

  /** Every entry, shadowed ones marked with what replaced them. The array grows; it is never copied. */
  entries(): readonly Entry[] {
    if (!this.dirty) return this.shown;
    this.dirty = false;
    const shadows = this.shadows();
    let changed = false;
    this.base.forEach((entry, row) => {
      const by = shadows[row];
      if (this.shown[row]!.shadowedBy === by) return;
      this.shown[row] = by === undefined ? entry : { ...entry, visibility: 'shadowed', shadowedBy: by };
      changed = true;
    });
    if (changed) this.revision++;
    return this.shown;
  }

  /**
   * Puts the part of a parent's history with ordinals below `limit` in front, as if it stood in this file. Returns the
   * entries of the parent that are not part of it, and by how much this file's response keys moved.
   */
  prepend(parent: History, limit: number): { readonly left: readonly Entry[]; readonly shift: number } {
    let rows = parent.ordinals.findIndex((ordinal) => ordinal >= limit);
    if (rows < 0) rows = parent.base.length;
    const marks = parent.marks.filter((mark) => mark.ordinal < limit && mark.rows <= rows);
    const segments = marks.reduce((most, mark) => Math.max(most, mark.segment), rows === 0 ? 0 : parent.segmentOf[rows - 1]!) + 1;
    let shift = 0;
    for (let row = 0; row < rows; row++) shift = Math.max(shift, Number(parent.base[row]!.response?.key.slice(1) ?? 0));
    const own = this.base.map(rekeyed(shift));
    const taken = parent.base.slice(0, rows);
    replace(this.base, [...taken, ...own]);
    replace(this.shown, [...taken, ...own]);
    replace(this.ordinals, [...parent.ordinals.slice(0, rows), ...this.ordinals]);
    replace(this.segmentOf, [...parent.segmentOf.slice(0, rows), ...this.segmentOf.map((segment) => segment + segments)]);
    replace(this.counting, [...parent.counting.slice(0, segments), ...this.counting]);
    this.marks = [...marks, ...this.marks.map((mark) => ({ ...mark, rows: mark.rows + rows, segment: mark.segment + segments }))];
    this.explicitTurns ||= parent.explicitTurns;
    this.turnCount += turnsOf(taken);
    this.newest += shift;
    this.dirty = true;
    this.revision++;
    return { left: parent.base.slice(rows), shift };
  }

  private newSegment(): void { this.counting.push(false); }

  /** Items of one response are one turn (keys are numbered in order of appearance); a copy that a compaction keeps is another. */
  private countTurn({ role, response }: Entry, replacing: boolean): void {
    if (role !== 'assistant' || response === undefined) { this.turnCount++; return; }
    const key = Number(response.key.slice(1));
    if (key > this.newest) this.newest = key;
    else if (!replacing || this.copied.has(key)) return;
    if (replacing) this.copied.add(key);
    this.turnCount++;
  }

  /** What shadows each row. One pass over marks and segments, each pushed and popped once. */
  private shadows(): readonly (Source | undefined)[] {
    const dropped = new Map<number, Source>();
    const live: number[] = [];
    let next = 0;
    for (const mark of this.marks) {
      if (mark.kind !== 'rollback') continue;
      for (; next <= mark.segment; next++) live.push(next);
      for (let left = mark.turns; left > 0;) {
        const segment = live.pop();
        if (segment === undefined) break;
        dropped.set(segment, mark.source);
        if (this.counting[segment] === true) left--;
      }
    }
    const base = this.marks.findLast((mark) => mark.kind === 'base' && !dropped.has(mark.segment));
    const kept = base?.kind === 'base' && base.keepsPrompts ? this.keptPrompts(base.rows, dropped) : undefined;
    return this.base.map((_, row) => dropped.get(this.segmentOf[row]!) ?? (base !== undefined && row < base.rows && kept?.has(row) !== true ? base.source : undefined));
  }

  private keptPrompts(before: number, dropped: ReadonlyMap<number, Source>): ReadonlySet<number> {
    const kept = new Set<number>();
    let held = 0;
    for (let row = before - 1; row >= 0 && held < KEPT_PROMPTS; row--) {
      const entry = this.base[row]!;
      if (!isPrompt(entry) || dropped.has(this.segmentOf[row]!)) continue;
      kept.add(row);
      for (const block of entry.blocks) held += block.text.length;
    }
    return kept;
  }
}

/** A user message that nothing but a person or a script wrote: injected ones carry a kind. */
function isPrompt(entry: Entry): boolean {
  return entry.role === 'user' && entry.kind === undefined && entry.detail?.itemType === 'message';
}

function turnsOf(entries: readonly Entry[]): number {
  const responses = new Set<string>();
  let others = 0;
  for (const { role, response } of entries) if (role === 'assistant' && response !== undefined) responses.add(response.key); else others++;
  return others + responses.size;
}

function replace<T>(list: T[], by: readonly T[]): void {
  list.length = 0;
  for (const item of by) list.push(item);
}

function rekeyed(by: number): (entry: Entry) => Entry {
  const moved = new Map<string, Response>();
  return (entry) => {
    const { response } = entry;
    if (response === undefined || by === 0) return entry;
    let to = moved.get(response.key);
    if (to === undefined) moved.set(response.key, to = { ...response, key: shiftedKey(response.key, by) });
    const { key } = to;
    return { ...entry, response: to, blocks: entry.blocks.map((block) => block.response === undefined ? block : { ...block, response: key }) };
  };
}
