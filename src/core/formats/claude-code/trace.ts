import { isBeside, isConversation, type Row } from './row.ts';
import type { Tree } from './tree.ts';

/** The rows of one conversation: those in the context, in context order, and those before the newest compaction, in file order. */
export interface Trace {
  readonly active: readonly Row[];
  readonly history: readonly Row[];
  /** Compaction boundaries, newest first. */
  readonly boundaries: readonly Row[];
  readonly cycle: Row | undefined;
  /** The row that a continuation hangs from. */
  readonly tail: Row;
}

/**
 * The conversation that ends with a leaf, as Claude Code reads it back (2.1.197, 2.1.332): up the links, then every row of
 * the same messages, then every result of their calls, in file order. The links alone lose parallel results (each hangs from
 * its own call's row, the next record from one of them), and whole calls where a synthesised result became the leaf.
 */
export function trace(tree: Tree, leaf: Row): Trace {
  const tail = tailOf(tree, leaf);
  const marks = new Marks(tree.rows.length);
  const boundaries: Row[] = [];
  let at: Row | undefined = tail;
  let into = ACTIVE;
  for (; at !== undefined && !marks.has(at); at = tree.over(at)) {
    marks.set(at, into);
    if (at.mark?.kind !== 'boundary') continue;
    boundaries.push(at);
    into = HISTORY;
  }
  const cut = boundaries[0];
  complete(tree, marks, cut);
  const kept = cut === undefined ? [] : keptRows(tree, cut, marks);
  for (const row of kept) marks.set(row, 0);
  return { active: ordered(tree, marks, cut, kept), history: cut === undefined ? [] : tree.rows.filter((row) => marks.of(row) === HISTORY), boundaries, cycle: at, tail };
}

const ACTIVE = 1;
const HISTORY = 2;

/** Which rows belong to the conversation, by their place in the file: a session has very many of them. */
class Marks {
  private readonly marks: Uint8Array;
  constructor(rows: number) { this.marks = new Uint8Array(rows); }
  of(row: Row): number { return this.marks[row.index]!; }
  has(row: Row | undefined): boolean { return row !== undefined && this.marks[row.index] !== 0; }
  set(row: Row, mark: number): void { this.marks[row.index] = mark; }
}

/** Attachments and notices behind the leaf belong to it: reminders of a prompt that has no answer yet. */
function tailOf(tree: Tree, leaf: Row): Row {
  let tail = leaf;
  for (let at = leaf.index + 1; at < tree.rows.length; at++) {
    const row = tree.rows[at]!;
    if (row.up === tail && !isConversation(row) && !isBeside(row) && row.side === leaf.side) tail = row;
  }
  return tail;
}

/** Adds the rows that the links do not lead to. */
function complete(tree: Tree, marks: Marks, cut: Row | undefined): void {
  const place = (row: Row): void => { if (!marks.has(row)) marks.set(row, cut === undefined || row.index > cut.index ? ACTIVE : HISTORY); };
  const { rows } = tree;
  const messages = new Set<string>();
  let message: string | undefined;
  // The rows of a message stand together as a rule: only where they do not are they looked for.
  for (const row of rows) if (row.message !== undefined && row.message !== message && marks.has(row)) messages.add(message = row.message);
  const candidates: Row[] = [];
  let beside = false;
  for (const row of rows) {
    if (row.message === undefined && row.answers.length === 0) { beside ||= isBeside(row); continue; }
    if (marks.has(row) || !tree.belongs(row)) continue;
    if (row.message === undefined) candidates.push(row);
    else if (messages.has(row.message)) place(row);
  }
  if (candidates.length > 0) addResults(tree, marks, candidates, place);
  if (beside) for (const row of rows) if (isBeside(row) && marks.has(row.up)) place(row);
}

/** Results that hang beside the way, for calls on it that have none. One whose own row is on the way comes before one that only names the same call. */
function addResults(tree: Tree, marks: Marks, candidates: readonly Row[], place: (row: Row) => void): void {
  const asked = new Set<string>();
  for (const row of candidates) for (const call of row.answers) asked.add(call);
  const open = new Set<string>();
  const answered = new Set<string>();
  for (const row of tree.rows) {
    if (!marks.has(row)) continue;
    for (const call of row.calls) if (asked.has(call)) open.add(call);
    for (const call of row.answers) if (asked.has(call)) answered.add(call);
  }
  for (const near of [true, false]) for (const row of candidates) {
    if (marks.has(row) || near && !marks.has(tree.find(row.answersIn) ?? row.up)) continue;
    if (!row.answers.some((call) => open.has(call) && !answered.has(call))) continue;
    place(row);
    for (const call of row.answers) answered.add(call);
  }
}

/** The records that a compaction keeps: listed ones are looked up directly, others are those that hang behind the boundary but stand before it. */
function keptRows(tree: Tree, cut: Row, marks: Marks): readonly Row[] {
  const boundary = cut.mark?.kind === 'boundary' ? cut.mark.boundary : undefined;
  const anchor = tree.find(boundary?.anchor);
  const listed = [...new Set(boundary?.kept ?? [])].map((uuid) => tree.find(uuid)).filter((row): row is Row => row !== undefined && row !== anchor && row.index < cut.index && tree.belongs(row));
  if (listed.length > 0) return listed;
  const segment = boundary?.segment === undefined ? [] : segmentOf(tree, cut, boundary.segment.head, boundary.segment.tail);
  return segment.length > 0 ? segment : tree.rows.filter((row) => row.index < cut.index && marks.of(row) === ACTIVE);
}

/** Older boundaries name the first and the last record that stay. */
function segmentOf(tree: Tree, cut: Row, head: string, tail: string): readonly Row[] {
  const rows = new Set<Row>();
  const last = tree.find(tail);
  if (last === undefined || last.index > cut.index) return [];
  for (let at: Row | undefined = last; at !== undefined && !rows.has(at); at = at.up) { rows.add(at); if (at.uuid === head) return [...rows].reverse(); }
  return [];
}

function ordered(tree: Tree, marks: Marks, cut: Row | undefined, kept: readonly Row[]): readonly Row[] {
  const rows = tree.rows.filter((row) => marks.of(row) === ACTIVE);
  if (cut === undefined || kept.length === 0) return rows;
  const anchor = cut.mark?.kind === 'boundary' ? tree.find(cut.mark.boundary.anchor) : undefined;
  const at = Math.max(anchor === undefined ? -1 : rows.indexOf(anchor), rows.indexOf(cut));
  return [...rows.slice(0, at + 1), ...kept, ...rows.slice(at + 1)];
}
