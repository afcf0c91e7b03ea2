import { detached, previewOf } from '../../model/facts.ts';
import { idOf } from '../../model/source.ts';
import type { Branch } from '../../model/turn.ts';
import type { ActivePath } from './active-path.ts';
import { isConversation, type Row } from './row.ts';
import type { Tree } from './tree.ts';

/** How long a branch's label is at most. */
const LABEL = 60;

/** The leaves of a transcript that can be chosen. Looked for again only when the active path was traced anew. */
export class Branches {
  private others: readonly Branch[] = [];
  private traced = -1;

  constructor(private readonly tree: Tree, private readonly active: ActivePath) {}

  list(): readonly Branch[] {
    this.active.entries();
    const { leaf } = this.active;
    if (leaf === undefined) return [];
    if (this.traced !== this.active.traced) { this.others = this.search(leaf); this.traced = this.active.traced; }
    return [{ leaf: leafId(leaf), active: true, turns: this.active.turns, label: labelOf(leaf) }, ...this.others];
  }

  /** The row of a leaf as a branch names it; undefined for anything else. */
  find(leaf: string): Row | undefined {
    const record = /^(\d+):$/.exec(leaf)?.[1];
    return record === undefined ? undefined : this.tree.rows.find((row) => row.source.record === Number(record) && isConversation(row));
  }

  /**
   * A leaf is a record that nothing goes on from. Results beside the active one are part of it: a branch holds at least a
   * prompt or an answer of its own. Each row is looked at once, however many leaves there are.
   */
  private search(active: Row): readonly Branch[] {
    const { rows } = this.tree;
    const owned = new Set<Row>();
    const messages = new Set<string>();
    const own = (row: Row): void => { owned.add(row); if (row.message !== undefined) messages.add(row.message); };
    for (const row of rows) if (this.active.has(row)) own(row);
    const counts = new TurnCounts(this.tree);
    const found: Branch[] = [];
    for (let at = rows.length - 1; at >= 0; at--) {
      const leaf = rows[at]!;
      if (leaf === active || !isConversation(leaf) || !this.tree.belongs(leaf) || owned.has(leaf)) continue;
      const chain: Row[] = [];
      const seen = new Set<Row>();
      for (let row: Row | undefined = leaf; row !== undefined && !owned.has(row) && !seen.has(row); row = row.up) { chain.push(row); seen.add(row); }
      const real = chain.some((row) => row.typed || row.type === 'assistant' && row.entries.length > 0 && (row.message === undefined || !messages.has(row.message)));
      chain.forEach(own);
      if (real) found.push({ leaf: leafId(leaf), active: false, turns: counts.of(leaf), label: labelOf(leaf) });
    }
    return found;
  }
}

/** Turns of the conversation that ends with a row: each row counts what it adds to the one it hangs from. */
class TurnCounts {
  private readonly turns: number[] = [];
  private readonly first = new Map<string, Row>();
  private readonly results = new Map<string, number>();
  private readonly madeBy = new Map<string, string>();

  constructor(tree: Tree) {
    for (const row of tree.rows) {
      if (row.message === undefined) continue;
      if (!this.first.has(row.message) && row.entries.length > 0) this.first.set(row.message, row);
      for (const call of row.calls) this.madeBy.set(call, row.message);
    }
    const answered = new Set<string>();
    for (const row of tree.rows) for (const call of row.answers) {
      const message = this.madeBy.get(call);
      if (message === undefined || answered.has(call)) continue;
      answered.add(call);
      this.results.set(message, (this.results.get(message) ?? 0) + 1);
    }
    for (const row of tree.rows) {
      const up = tree.over(row);
      this.turns.push((up === undefined || up.index >= row.index ? 0 : this.turns[up.index]!) + this.adds(row));
    }
  }

  of(row: Row): number { return this.turns[row.index]!; }

  private adds(row: Row): number {
    if (row.message !== undefined) return this.first.get(row.message) === row ? 1 + (this.results.get(row.message) ?? 0) : 0;
    return row.entries.filter((entry) => entry.callId === undefined || !this.madeBy.has(entry.callId)).length;
  }
}

function leafId(row: Row): string { return idOf({ ...row.source, pointer: '' }); }

/** The last prompt of the branch: what a person knows it by. */
function labelOf(leaf: Row): string {
  const seen = new Set<Row>();
  for (let row: Row | undefined = leaf; row !== undefined && !seen.has(row); row = row.up) {
    seen.add(row);
    const block = row.typed ? row.entries[0]?.blocks.find((b) => b.text.state === 'text') : undefined;
    if (block === undefined) continue;
    const text = previewOf(block.text).replace(/\s+/g, ' ').trim();
    return detached(text.length > LABEL ? `${text.slice(0, LABEL - 1)}…` : text);
  }
  return 'the whole session';
}
