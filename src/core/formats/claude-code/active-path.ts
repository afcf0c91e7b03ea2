import type { Entry } from '../../model/turn.ts';
import { Context } from './context.ts';
import { isBeside, isConversation, type Row } from './row.ts';
import { trace } from './trace.ts';
import { activeLeaf, lastSaid, type Tree } from './tree.ts';

/**
 * The conversation that the client would go on with. A record that hangs from its end is added at its own cost; anything else
 * (a rewind, a compaction, a late link) has it traced anew when it is asked for.
 */
export class ActivePath {
  private readonly context = new Context();
  private list: Entry[] = [];
  /** By place in the file: whether a row belongs to the path. */
  private members: boolean[] = [];
  private valid = false;
  private sideFile = true;
  /** Ids of all messages of the file: a record of an earlier one brings its other records with it. */
  private readonly messages = new Set<string>();
  /** Calls that any record of the file answers. */
  private readonly answered = new Set<string>();
  /** Id of the message whose parallel results may still come. */
  private batch: string | undefined;
  /** Calls of that message without a result; undefined where they are not known: then only tracing tells what belongs here. */
  private open: Set<string> | undefined = new Set();
  private fromHint = false;
  /** Uuid of the record that what a compaction keeps stands behind. */
  private anchor: string | undefined;
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
  has(row: Row): boolean { return this.members[row.index] === true; }
  invalidate(): void { this.valid = false; }

  entries(): readonly Entry[] {
    if (!this.valid) this.retrace();
    return this.list;
  }

  /** A row was added to the tree. */
  added(row: Row): void {
    const known = row.message !== undefined && this.messages.has(row.message);
    const late = row.calls.some((call) => this.answered.has(call));
    if (row.message !== undefined) this.messages.add(row.message);
    for (const call of row.answers) this.answered.add(call);
    if (!this.valid) return;
    if (row.uuid !== undefined && (row.uuid === this.tree.hint?.uuid || row.uuid === this.anchor)) { this.valid = false; return; }
    if (this.sideFile !== this.tree.belongs({ side: true })) { this.valid = false; return; }
    this.members.push(false);
    if (!this.tree.belongs(row)) return;
    if (late || known && row.message !== this.batch || !this.extends(row)) { this.valid = false; return; }
    this.members[row.index] = true;
    if (!isBeside(row)) this.tail = row;
    if (isConversation(row)) this.leaf = row;
    this.follow(row);
    for (const entry of row.entries) this.push(entry);
  }

  /** The client pointed at a record as the leaf. */
  hinted(uuid: string): void {
    const row = this.tree.find(uuid);
    if (this.fromHint || row !== undefined && !this.has(row)) this.valid = false;
  }

  /** The entries of another branch. */
  entriesOf(leaf: Row): readonly Entry[] { return this.context.entries(trace(this.tree, leaf)); }

  private extends(row: Row): boolean {
    if (this.tail === undefined || row.mark !== undefined) return false;
    // A result of another call than those that wait may belong to another branch as well.
    if (row.answers.length > 0 && (this.open === undefined || !row.answers.every((call) => this.open!.has(call)))) return false;
    return row.up === this.tail || isBeside(row) && row.up !== undefined && this.has(row.up) || row.answers.length > 0 && row.up?.message !== undefined && row.up.message === this.batch;
  }

  /** Keeps track of the message whose parallel results may still come. */
  private follow(row: Row): void {
    if (row.message !== undefined) {
      if (row.message !== this.batch) this.open = new Set();
      this.batch = row.message;
      for (const call of row.calls) this.open?.add(call);
    } else if (row.answers.length > 0) {
      for (const call of row.answers) this.open?.delete(call);
    } else if (row.entries.length > 0) { this.batch = undefined; this.open = undefined; }
  }

  private retrace(): void {
    this.valid = true;
    this.traced++;
    const before = this.list;
    this.list = []; this.members = []; this.responses = new Set(); this.others = 0;
    this.batch = undefined; this.tail = undefined; this.cycle = undefined;
    this.sideFile = this.tree.belongs({ side: true });
    this.leaf = activeLeaf(this.tree);
    this.fromHint = this.leaf !== lastSaid(this.tree);
    if (this.leaf !== undefined) {
      const found = trace(this.tree, this.leaf);
      // (The array grows from its end: a hole would make it a table.)
      for (let at = this.tree.rows.length; at > 0; at--) this.members.push(false);
      for (const part of [found.history, found.active, found.boundaries]) for (const row of part) this.members[row.index] = true;
      this.tail = found.tail;
      this.cycle = found.cycle;
      const mark = found.boundaries[0]?.mark;
      this.anchor = mark?.kind === 'boundary' ? mark.boundary.anchor : undefined;
      for (const entry of this.context.entries(found)) this.push(entry);
      // What follows now is traced anew until a message begins: parallel results of the last one are rare at this very moment.
      this.open = undefined;
    }
    // A boundary behind the leaf that names another history leaves the leaf itself out: nothing can be added to that.
    this.valid = this.leaf === undefined || this.has(this.leaf);
    if (before.length > this.list.length || before.some((entry, at) => entry !== this.list[at])) this.revision++;
  }

  private push(entry: Entry): void {
    this.list.push(entry);
    if (entry.role === 'assistant' && entry.response !== undefined) this.responses.add(`${entry.response.key} ${entry.visibility}`);
    else this.others++;
  }
}
