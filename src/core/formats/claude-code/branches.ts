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
    const owned = new Uint8Array(rows.length);
    for (const row of rows) if (this.active.has(row)) owned[row.index] = 1;
    let messages: Set<string> | undefined;
    let counts: TurnCounts | undefined;
    const found: Branch[] = [];
    for (let at = rows.length - 1; at >= 0; at--) {
      const leaf = rows[at]!;
      if (owned[at] === 1 || leaf === active || !isConversation(leaf) || !this.tree.belongs(leaf)) continue;
      messages ??= messagesOf(rows, owned);
      const chain: Row[] = [];
      for (let row: Row | undefined = leaf; row !== undefined && owned[row.index] === 0; row = row.up) { chain.push(row); owned[row.index] = 1; }
      const own = messages;
      const real = chain.some((row) => row.typed || row.type === 'assistant' && row.entries.length > 0 && (row.message === undefined || !own.has(row.message)));
      for (const row of chain) if (row.message !== undefined) own.add(row.message);
      if (!real) continue;
      const { tree } = this;
      // Turns are counted when a person looks at the list, not whenever a conversation is read.
      found.push({ leaf: leafId(leaf), active: false, label: labelOf(leaf), get turns() { return (counts ??= new TurnCounts(tree)).of(leaf); } });
    }
    return found;
  }
}

function messagesOf(rows: readonly Row[], owned: Uint8Array): Set<string> {
  const messages = new Set<string>();
  for (const row of rows) if (row.message !== undefined && owned[row.index] === 1) messages.add(row.message);
  return messages;
}

/** Turns of the conversation that ends with a row: each row counts what it adds to the one it hangs from; a message counts all results of its calls. */
class TurnCounts {
  private readonly turns: number[] = [];

  constructor(tree: Tree) {
    const results = new Map<string, number>();
    const messageOf = (row: Row): string | undefined => (tree.find(row.answersIn) ?? row.up)?.message;
    for (const row of tree.rows) {
      const message = row.answers.length === 0 ? undefined : messageOf(row);
      if (message !== undefined) results.set(message, (results.get(message) ?? 0) + row.answers.length);
    }
    const seen = new Set<string>();
    for (const row of tree.rows) {
      const up = tree.over(row);
      let adds = row.entries.length;
      if (row.message !== undefined) {
        const first = adds > 0 && !seen.has(row.message);
        if (first) seen.add(row.message);
        adds = first ? 1 + (results.get(row.message) ?? 0) : 0;
      } else if (row.answers.length > 0 && messageOf(row) !== undefined) adds -= row.answers.length;
      this.turns.push((up === undefined || up.index >= row.index ? 0 : this.turns[up.index]!) + adds);
    }
  }

  of(row: Row): number { return this.turns[row.index]!; }
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
