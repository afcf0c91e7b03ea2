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
  const active = new Set<Row>();
  const history = new Set<Row>();
  const boundaries: Row[] = [];
  let at: Row | undefined = tail;
  let into = active;
  for (; at !== undefined && !active.has(at) && !history.has(at); ) {
    into.add(at);
    if (at.mark?.kind !== 'boundary') { at = at.up; continue; }
    boundaries.push(at);
    into = history;
    at = tree.over(at);
  }
  const cut = boundaries[0];
  complete(tree, active, history, cut);
  const kept = cut === undefined ? [] : keptRows(tree, cut, active);
  for (const row of kept) { history.delete(row); active.delete(row); }
  return { active: ordered(tree, active, cut, kept), history: inFileOrder(tree, history), boundaries, cycle: at, tail };
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
function complete(tree: Tree, active: Set<Row>, history: Set<Row>, cut: Row | undefined): void {
  const messages = new Set<string>();
  const place = (row: Row): void => { if (cut === undefined || row.index > cut.index) active.add(row); else if (!active.has(row)) history.add(row); };
  const has = (row: Row | undefined): boolean => row !== undefined && (active.has(row) || history.has(row));
  for (const set of [active, history]) for (const row of set) if (row.message !== undefined) messages.add(row.message);
  const calls = new Set<string>();
  const answered = new Set<string>();
  const candidates: Row[] = [];
  for (const row of tree.rows) {
    if (!tree.belongs(row)) continue;
    if (row.message !== undefined && messages.has(row.message)) { place(row); for (const call of row.calls) calls.add(call); }
    else if (row.answers.length > 0) { if (has(row)) for (const call of row.answers) answered.add(call); else candidates.push(row); }
  }
  // A result whose own row is on the way comes before one that only names the same call.
  for (const near of [true, false]) for (const row of candidates) {
    if (has(row) || near && !has(tree.find(row.answersIn) ?? row.up)) continue;
    if (!row.answers.some((call) => calls.has(call) && !answered.has(call))) continue;
    place(row);
    for (const call of row.answers) answered.add(call);
  }
  for (const row of tree.rows) if (isBeside(row) && has(row.up)) place(row);
}

/** The records that a compaction keeps: listed ones are looked up directly, others are those that hang behind the boundary but stand before it. */
function keptRows(tree: Tree, cut: Row, active: ReadonlySet<Row>): readonly Row[] {
  const boundary = cut.mark?.kind === 'boundary' ? cut.mark.boundary : undefined;
  const anchor = tree.find(boundary?.anchor);
  const listed = [...new Set(boundary?.kept ?? [])].map((uuid) => tree.find(uuid)).filter((row): row is Row => row !== undefined && row !== anchor && row.index < cut.index && tree.belongs(row));
  if (listed.length > 0) return listed;
  const segment = boundary?.segment === undefined ? [] : segmentOf(tree, cut, boundary.segment.head, boundary.segment.tail);
  return segment.length > 0 ? segment : [...active].filter((row) => row.index < cut.index).sort((a, b) => a.index - b.index);
}

/** Older boundaries name the first and the last record that stay. */
function segmentOf(tree: Tree, cut: Row, head: string, tail: string): readonly Row[] {
  const rows = new Set<Row>();
  const last = tree.find(tail);
  if (last === undefined || last.index > cut.index) return [];
  for (let at: Row | undefined = last; at !== undefined && !rows.has(at); at = at.up) { rows.add(at); if (at.uuid === head) return [...rows].reverse(); }
  return [];
}

function ordered(tree: Tree, active: ReadonlySet<Row>, cut: Row | undefined, kept: readonly Row[]): readonly Row[] {
  const rows = inFileOrder(tree, active);
  if (cut === undefined || kept.length === 0) return rows;
  const anchor = cut.mark?.kind === 'boundary' ? tree.find(cut.mark.boundary.anchor) : undefined;
  const at = Math.max(anchor === undefined ? -1 : rows.indexOf(anchor), rows.indexOf(cut));
  return [...rows.slice(0, at + 1), ...kept, ...rows.slice(at + 1)];
}

function inFileOrder(tree: Tree, set: ReadonlySet<Row>): readonly Row[] {
  if (set.size * 16 < tree.rows.length) return [...set].sort((a, b) => a.index - b.index);
  return tree.rows.filter((row) => set.has(row));
}
