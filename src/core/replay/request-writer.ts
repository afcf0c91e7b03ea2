import type { Decision, Inserted, Op, Why } from '../model/decision.ts';
import type { Id } from '../model/source.ts';
import { isRef, visit, type Wire } from './wire.ts';

/** Strongest last. The strongest thing that happened to a block is its decision; the others go to `also`. */
const STRENGTH: readonly Op[] = ['kept', 'converted', 'moved', 'merged', 'omitted', 'rejected'];

/** Why a request was refused by the serializer itself, with the client's own code and text. */
export interface Rejection { readonly code: string; readonly message: string; readonly block: Id }

/** A finished request template with what happened to every block. */
export interface Written {
  readonly outcome: 'ok' | 'rejected';
  readonly template: Wire;
  readonly rejection?: Rejection;
  readonly decisions: ReadonlyMap<Id, Decision>;
  readonly inserted: readonly Inserted[];
  /** Dotted path of each placed or inserted node, in wire order; no ids where it was inserted. */
  readonly origins: ReadonlyMap<string, readonly Id[]>;
}

interface Fate { placed: boolean; omitted: boolean; ops: Set<Op>; why: Map<Op, Why>; paths: string[] }

/** Root keys of any request that hold conversation content: each leaf below them must have an origin. */
const CONVERSATION = new Set(['messages', 'input', 'contents', 'system', 'instructions', 'systemPrompt', 'systemInstruction']);
/** Keys whose literal values are structure, not content. */
const STRUCTURE = new Set(['role', 'type']);

/**
 * Builds a request and its decisions together. A serializer places nodes it will put into the template, marks what happened
 * on the way, and finishes; a block that was neither placed nor omitted, a placed node that is not in the template, or
 * conversation content without origin is our bug and throws.
 */
export class RequestWriter {
  private readonly fates = new Map<Id, Fate>();
  private readonly nodes = new Map<object, { ids: readonly Id[]; inserted?: Why; held?: true }>();
  private readonly frames = new Set<object>();
  private rejection: Rejection | undefined;

  constructor(subjects: readonly Id[]) {
    for (const id of subjects) this.fates.set(id, { placed: false, omitted: false, ops: new Set(), why: new Map(), paths: [] });
  }

  /** Something that happened to a block on the way. May be called many times; the strongest counts. */
  mark(id: Id, op: Exclude<Op, 'omitted' | 'rejected'>, why: Why): void {
    const fate = this.fate(id);
    fate.ops.add(op);
    if (!fate.why.has(op)) fate.why.set(op, why);
  }

  /** This node carries these blocks. `op` is what became of them in it. Returns the node. */
  place<T extends object>(node: T, ids: readonly Id[], op: Exclude<Op, 'omitted' | 'rejected'> = 'kept', why: Why = KEPT): T {
    const known = this.nodes.get(node);
    this.nodes.set(node, { ids: known === undefined ? ids : [...known.ids, ...ids] });
    for (const id of ids) { this.mark(id, op, why); const fate = this.fate(id); fate.placed = true; fate.omitted = false; }
    return node;
  }

  /** The block is not sent (as far as this pass goes: a later `place` takes it back). */
  omit(id: Id, why: Why): void {
    const fate = this.fate(id);
    fate.omitted = true;
    fate.placed = false;
    fate.why.set('omitted', why);
  }

  /** Content that stands in no block. Returns the node. */
  insert<T extends object>(node: T, why: Why): T {
    this.nodes.set(node, { ids: [], inserted: why });
    return node;
  }

  /** What stands around blocks and is in none: call ids, time stamps. Its leaves need no origin; the blocks in it keep their own. Returns the node. */
  frame<T extends object>(node: T): T {
    this.frames.add(node);
    return node;
  }

  /** This node stands for a turn of which nothing else is sent: a path to it leads to the turn. Nothing is decided by it. Returns the node. */
  hold<T extends object>(node: T, turn: Id): T {
    this.nodes.set(node, { ids: [turn], held: true });
    return node;
  }

  /** The client refuses the request because of this block. The first rejection counts; go on, so that the others get a `wouldBe`. */
  reject(block: Id, code: string, message: string): void {
    this.rejection ??= { code, message, block };
    const fate = this.fates.get(block);
    if (fate !== undefined && !fate.placed) { fate.omitted = true; if (!fate.why.has('omitted')) fate.why.set('omitted', { reason: message }); }
  }

  get rejected(): boolean { return this.rejection !== undefined; }

  finish(template: Wire): Written {
    const inserted: Inserted[] = [];
    const origins = new Map<string, readonly Id[]>();
    const covered = new Set<string>();
    for (const { path, node, key, parent } of visit(template)) {
      const origin = typeof node === 'object' && node !== null ? this.nodes.get(node) : undefined;
      if (origin !== undefined) {
        covered.add(path);
        origins.set(path, origin.ids);
        if (origin.inserted !== undefined) inserted.push({ wirePath: path, ...origin.inserted });
        if (origin.held === undefined) for (const id of origin.ids) this.fate(id).paths.push(path);
      } else if (covered.has(parent) || typeof node === 'object' && node !== null && this.frames.has(node)) covered.add(path);
      else if (isLeaf(node) && !STRUCTURE.has(key) && CONVERSATION.has(path.split('.', 1)[0]!)) throw new Error(`request content without origin at ${path}`);
    }
    return this.settle(template, inserted, origins);
  }

  private settle(template: Wire, inserted: readonly Inserted[], origins: ReadonlyMap<string, readonly Id[]>): Written {
    const decisions = new Map<Id, Decision>();
    for (const [id, fate] of this.fates) decisions.set(id, this.decide(id, fate));
    return this.rejection === undefined ? { outcome: 'ok', template, decisions, inserted, origins }
      : { outcome: 'rejected', template, rejection: this.rejection, decisions, inserted: [], origins };
  }

  private decide(id: Id, fate: Fate): Decision {
    const { rejection } = this;
    const ops = fate.omitted ? new Set<Op>(['omitted']) : fate.ops;
    const ordered = STRENGTH.filter((op) => ops.has(op)).reverse();
    const [op = 'kept', ...also] = ordered;
    const why = fate.why.get(op) ?? KEPT;
    if (rejection !== undefined) {
      if (id === rejection.block) return { block: id, op: 'rejected', also: [], wirePaths: [], reason: rejection.message, ...(fate.omitted ? {} : { wouldBe: op }) };
      if (op === 'omitted') return { block: id, op, also: [], wirePaths: [], ...why };
      return { block: id, op: 'omitted', also: [], wirePaths: [], reason: 'Nothing is sent: the request is rejected.', wouldBe: op };
    }
    if (!fate.omitted && !fate.placed) throw new Error(`block ${id} was not decided`);
    if (!fate.omitted && fate.paths.length === 0) throw new Error(`block ${id} was placed in a node that is not in the request`);
    return { block: id, op, also: also.filter((o) => o !== 'kept'), wirePaths: fate.omitted ? [] : fate.paths, ...why };
  }

  private fate(id: Id): Fate {
    const fate = this.fates.get(id);
    if (fate === undefined) throw new Error(`decision on ${id}, which is no block of this conversation`);
    return fate;
  }
}

const KEPT: Why = { reason: 'Sent as recorded.' };

function isLeaf(node: Wire): boolean {
  return isRef(node) ? node.ref !== 'native' && node.ref !== 'derived' : typeof node !== 'object' && node !== null;
}
