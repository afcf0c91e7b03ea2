import type { Entry } from '../../model/turn.ts';
import { Context } from './context.ts';
import { isBeside, isConversation, type Row } from './row.ts';
import { trace } from './trace.ts';
import { activeLeaf, type Tree } from './tree.ts';

/**
 * The conversation that the client would go on with. A record that hangs from its end is added at its own cost; anything else
 * (a rewind, a compaction, a late link) has it traced anew when it is asked for.
 */
export class ActivePath {
  private readonly context = new Context();
  private list: Entry[] = [];
  private members = new Set<Row>();
  private valid = false;
  private sideFile = true;
  private behindError = false;
  /** Id of the message whose parallel results may still come. */
  private batch: string | undefined;
  private responses = new Set<string>();
  private others = 0;
  leaf: Row | undefined;
  tail: Row | undefined;
  cycle: Row | undefined;
  /** Goes up when entries handed out before have changed. */
  revision = 0;
  /** Goes up when the path was traced anew. */
  traced = 0;

  constructor(private readonly tree: Tree) {}

  get turns(): number { return this.others + this.responses.size; }
  has(row: Row): boolean { return this.members.has(row); }
  invalidate(): void { this.valid = false; }

  entries(): readonly Entry[] {
    if (!this.valid) this.retrace();
    return this.list;
  }

  /** A row was added to the tree. */
  added(row: Row): void {
    if (!this.valid) return;
    if (this.sideFile !== this.tree.belongs({ side: true })) { this.valid = false; return; }
    if (!this.tree.belongs(row)) return;
    if (!this.extends(row)) { this.valid = false; return; }
    this.members.add(row);
    if (!isBeside(row)) this.tail = row;
    if (isConversation(row)) this.leaf = row;
    if (row.message !== undefined) this.batch = row.message;
    else if (row.answers.length === 0 && row.entries.length > 0) this.batch = undefined;
    if (row.mark?.kind === 'error') { this.behindError = true; return; }
    for (const entry of row.entries) { this.push(this.behindError ? this.context.behindError(entry) : entry); this.behindError = false; }
  }

  /** The client pointed at a record as the leaf. */
  hinted(uuid: string): void {
    const row = this.tree.find(uuid);
    if (row !== undefined && !this.members.has(row)) this.valid = false;
  }

  /** The entries of another branch. */
  entriesOf(leaf: Row): readonly Entry[] { return this.context.entries(trace(this.tree, leaf)); }

  private extends(row: Row): boolean {
    if (this.tail === undefined || row.mark !== undefined && row.mark.kind !== 'error') return false;
    return row.up === this.tail || isBeside(row) && row.up !== undefined && this.members.has(row.up) || row.answers.length > 0 && this.batch !== undefined && row.up?.message === this.batch && row.mark === undefined;
  }

  private retrace(): void {
    this.valid = true;
    this.traced++;
    const before = this.list;
    this.list = []; this.members = new Set(); this.responses = new Set(); this.others = 0;
    this.batch = undefined; this.behindError = false; this.tail = undefined; this.cycle = undefined;
    this.sideFile = this.tree.belongs({ side: true });
    this.leaf = activeLeaf(this.tree);
    if (this.leaf !== undefined) {
      const found = trace(this.tree, this.leaf);
      for (const row of found.history) this.members.add(row);
      for (const row of found.active) this.members.add(row);
      for (const row of found.boundaries) this.members.add(row);
      this.tail = found.tail;
      this.cycle = found.cycle;
      for (const entry of this.context.entries(found)) this.push(entry);
      const last = found.active.findLast((row) => row.entries.length > 0 || row.mark?.kind === 'error');
      this.behindError = last?.mark?.kind === 'error';
      this.batch = last?.message ?? (last !== undefined && last.answers.length > 0 ? this.tree.find(last.answersIn)?.message ?? last.up?.message : undefined);
    }
    if (before.length > this.list.length || before.some((entry, at) => entry !== this.list[at])) this.revision++;
  }

  private push(entry: Entry): void {
    this.list.push(entry);
    if (entry.role === 'assistant' && entry.response !== undefined) this.responses.add(`${entry.response.key} ${entry.visibility}`);
    else this.others++;
  }
}
