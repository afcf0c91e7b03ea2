import type { Row } from './row.ts';
import { isBeside, isConversation } from './row.ts';

/** A hint of the client which record the conversation ends with, and how many rows stood before it. */
export interface LeafHint { readonly uuid: string; readonly rows: number }

/** The linked records of a file in file order. A parent is nearly always read before its children; one that comes later is linked then. */
export class Tree {
  readonly rows: Row[] = [];
  private readonly byId = new Map<string, Row>();
  private readonly waiting = new Map<string, Row[]>();
  private main = 0;
  private lastMain: Row | undefined;
  private lastSide: Row | undefined;
  hint: LeafHint | undefined;

  /** Adds a row; false when its uuid is taken: the first record with it counts. */
  add(row: Row): boolean {
    const { uuid } = row;
    if (uuid !== undefined && this.byId.has(uuid)) return false;
    if (uuid !== undefined) this.byId.set(uuid, row);
    this.rows.push(row);
    row.up = this.above(row);
    if (!isBeside(row)) { if (row.side) this.lastSide = row; else this.lastMain = row; }
    if (!row.side && isConversation(row)) this.main++;
    return true;
  }

  /** Rows that waited for this one as their parent are linked to it now. True when there were any. */
  adopt(row: Row): boolean {
    const children = row.uuid === undefined ? undefined : this.waiting.get(row.uuid);
    if (children === undefined) return false;
    this.waiting.delete(row.uuid!);
    for (const child of children) child.up = row;
    return true;
  }

  find(uuid: string | undefined): Row | undefined { return uuid === undefined ? undefined : this.byId.get(uuid); }

  /** Rows whose parent is not in the file (so far), in file order. */
  dangling(): readonly Row[] { return [...this.waiting.values()].flat().sort((a, b) => a.index - b.index); }

  /** In a file of nothing but a sub-agent's records these are the conversation; in any other they are another one's. */
  belongs(row: Pick<Row, 'side'>): boolean { return row.side === (this.main === 0); }

  /**
   * The row that the history goes on with above a row. A boundary's own link is null, or leads into what follows it (a known
   * fault): then it is the record before it.
   */
  over(row: Row): Row | undefined {
    if (row.mark?.kind !== 'boundary') return row.up;
    const named = this.find(row.mark.boundary.before);
    return named !== undefined && named.index < row.index ? named : row.up ?? this.before(row);
  }

  /** The nearest row before in the same conversation. */
  before(row: Row): Row | undefined {
    for (let at = row.index - 1; at >= 0; at--) if (this.rows[at]!.side === row.side) return this.rows[at];
    return undefined;
  }

  private above(row: Row): Row | undefined {
    if (row.parentId === null) return undefined;
    const bridge = row.side ? this.lastSide : this.lastMain;
    if (row.parentId === undefined) return bridge;
    const parent = this.byId.get(row.parentId);
    if (parent !== undefined && parent !== row) return parent;
    if (parent === row) return bridge;
    const others = this.waiting.get(row.parentId);
    if (others === undefined) this.waiting.set(row.parentId, [row]); else others.push(row);
    return bridge;
  }
}

/**
 * The record a conversation ends with: the client's own hint where nothing was said since and nothing hangs from it, else the
 * last user or assistant record that no later one goes on from (file order wins over time stamps).
 */
export function activeLeaf(tree: Tree): Row | undefined {
  const { rows } = tree;
  const hinted = tree.find(tree.hint?.uuid);
  if (hinted !== undefined && tree.belongs(hinted) && !rows.slice(tree.hint!.rows).some((row) => isConversation(row) && tree.belongs(row)) && !goesOn(tree, hinted)) {
    return upToConversation(hinted);
  }
  return lastSaid(tree);
}

/** The last user or assistant record of the conversation in file order. */
export function lastSaid(tree: Tree): Row | undefined {
  const { rows } = tree;
  // Children stand behind their parents, so the last one is a leaf; a child that stands before its parent does not count as going on.
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]!;
    if (isConversation(row) && tree.belongs(row)) return row;
  }
  return undefined;
}

/** Whether a conversation record hangs below a row (through notices and attachments). Each row is climbed over once, whatever their order. */
function goesOn(tree: Tree, from: Row): boolean {
  const elsewhere = new Set<Row>();
  for (const row of tree.rows) {
    if (!isConversation(row)) continue;
    let at = tree.over(row);
    for (; at !== undefined && at !== from && !isConversation(at) && !elsewhere.has(at); at = tree.over(at)) elsewhere.add(at);
    if (at === from) return true;
  }
  return false;
}

function upToConversation(row: Row): Row {
  const seen = new Set<Row>();
  for (let at: Row | undefined = row; at !== undefined && !seen.has(at); at = at.up) { if (isConversation(at)) return at; seen.add(at); }
  return row;
}
