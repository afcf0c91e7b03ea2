import type { Api } from '../model/block.ts';
import type { Decision, Inserted, Op, Why } from '../model/decision.ts';
import type { Id } from '../model/source.ts';
import { isRef, type Wire, type WireObject } from './wire.ts';

/** Strongest last. The strongest thing that happened to a block is its decision; the others go to `also`. */
const STRENGTH: readonly Op[] = ['kept', 'converted', 'moved', 'merged', 'omitted', 'rejected'];

/** Why a request was refused by the serializer itself, with the client's own code and text. */
export interface Rejection { readonly code: string; readonly message: string; readonly block: Id }

/** A finished request template with what happened to every block. */
export interface Written {
  readonly outcome: 'ok' | 'rejected';
  readonly template: Wire;
  readonly rejection?: Rejection;
  /** Handed over: the replay adds what is decided for every target alike. */
  readonly decisions: Map<Id, Decision>;
  readonly inserted: readonly Inserted[];
  /** Dotted path of each placed or inserted node, in wire order; no ids where it was inserted. */
  readonly origins: ReadonlyMap<string, readonly Id[]>;
}

/** What happened to one subject so far: `ops` is a set of bits (1 << strength), `why` holds a reason by strength. There are as many as blocks: kept small. */
interface Fate { placed: boolean; omitted: boolean; ops: number; why: (Why | undefined)[] | undefined; paths: string[] | undefined }

/** Root keys of a request that hold conversation content: each leaf below them must have an origin. In a request of another API they are parameters like any other. */
const CONVERSATION: Readonly<Record<Api, readonly string[]>> = {
  'anthropic-messages': ['messages', 'system'], 'openai-responses': ['input', 'instructions'], 'openai-chat': ['messages'],
  gemini: ['contents', 'systemInstruction', 'system_instruction'], 'bedrock-converse': ['messages', 'system'], 'mistral-chat': ['messages'],
  dsh: ['messages', 'system'], 'pi-ai': ['messages', 'systemPrompt'],
};
/** Keys whose literal values are structure, not content. */
const STRUCTURE = new Set(['role', 'type']);

/**
 * Builds a request and its decisions together. A serializer places nodes it will put into the template, marks what happened
 * on the way, and finishes; a block that was neither placed nor omitted, a placed node that is not in the template, or
 * conversation content without origin is our bug and throws.
 */
export class RequestWriter {
  private readonly fates = new Map<Id, Fate>();
  private readonly nodes = new Map<object, Origin>();
  private readonly frames = new Set<object>();
  private rejection: Rejection | undefined;

  /** `api`: of the request that is written. */
  constructor(subjects: readonly Id[], private readonly api: Api) {
    for (const id of subjects) this.fates.set(id, { placed: false, omitted: false, ops: 0, why: undefined, paths: undefined });
  }

  /** Something that happened to a block on the way. May be called many times; the strongest counts. */
  mark(id: Id, op: Exclude<Op, 'omitted' | 'rejected'>, why: Why): void {
    mark(this.fate(id), op, why);
  }

  /** This node carries these blocks. `op` is what became of them in it. Returns the node. */
  place<T extends object>(node: T, ids: readonly Id[], op: Exclude<Op, 'omitted' | 'rejected'> = 'kept', why: Why = KEPT): T {
    const known = this.nodes.get(node);
    this.nodes.set(node, { ids: known === undefined ? ids : [...known.ids, ...ids] });
    for (const id of ids) { const fate = this.fate(id); mark(fate, op, why); fate.placed = true; fate.omitted = false; }
    return node;
  }

  /** The block is not sent (as far as this pass goes: a later `place` takes it back). */
  omit(id: Id, why: Why): void {
    const fate = this.fate(id);
    fate.omitted = true;
    fate.placed = false;
    (fate.why ??= [])[OMITTED] = why;
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
    if (fate !== undefined && !fate.placed) { fate.omitted = true; (fate.why ??= [])[OMITTED] ??= { reason: message }; }
  }

  get rejected(): boolean { return this.rejection !== undefined; }

  finish(template: Wire): Written {
    const inserted: Inserted[] = [];
    const origins = new Map<string, readonly Id[]>();
    const stack: Place[] = [{ node: template, key: '', above: undefined, covered: false }];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const { node } = place;
      if (typeof node === 'object' && node !== null) {
        const origin = this.nodes.get(node);
        if (origin !== undefined) this.reach(place, origin, inserted, origins);
        else if (!place.covered && this.frames.has(node)) place.covered = true;
      }
      if (!place.covered && isLeaf(node)) checkOrigin(place, CONVERSATION[this.api]);
      this.descend(place, stack);
    }
    return this.settle(template, inserted, origins);
  }

  private reach(place: Place, origin: Origin, inserted: Inserted[], origins: Map<string, readonly Id[]>): void {
    const path = pathOf(place);
    place.covered = true;
    origins.set(path, origin.ids);
    if (origin.inserted !== undefined) inserted.push({ wirePath: path, ...origin.inserted });
    if (origin.held === undefined) for (const id of origin.ids) { const fate = this.fate(id); if (fate.paths === undefined) fate.paths = [path]; else fate.paths.push(path); }
  }

  /** Children in reverse, so that the stack gives them in wire order. Under a covered node only other nodes of ours matter. */
  private descend(place: Place, stack: Place[]): void {
    const { node } = place;
    const inner = isRef(node) ? node.ref === 'native' || node.ref === 'derived' ? node.shape : undefined : node;
    if (typeof inner !== 'object' || inner === null) return;
    if (isRef(inner)) { stack.push({ ...place, node: inner }); return; }
    const push = (key: string | number, child: Wire | undefined): void => {
      if (child === undefined) return;
      const object = typeof child === 'object' && child !== null;
      if (place.covered && (!object || isRef(child) && child.ref !== 'native' && child.ref !== 'derived' && !this.nodes.has(child))) return;
      stack.push({ node: child, key, above: place, covered: place.covered });
    };
    if (Array.isArray(inner)) for (let k = inner.length - 1; k >= 0; k--) push(k, (inner as readonly Wire[])[k]);
    else { const keys = Object.keys(inner); for (let k = keys.length - 1; k >= 0; k--) push(keys[k]!, (inner as WireObject)[keys[k]!]); }
  }

  private settle(template: Wire, inserted: readonly Inserted[], origins: ReadonlyMap<string, readonly Id[]>): Written {
    const decisions = new Map<Id, Decision>();
    for (const [id, fate] of this.fates) decisions.set(id, this.decide(id, fate));
    return this.rejection === undefined ? { outcome: 'ok', template, decisions, inserted, origins }
      : { outcome: 'rejected', template, rejection: this.rejection, decisions, inserted: [], origins };
  }

  private decide(id: Id, fate: Fate): Decision {
    const { rejection } = this;
    const strongest = fate.omitted ? OMITTED : fate.ops === 0 ? 0 : 31 - Math.clz32(fate.ops);
    const op = STRENGTH[strongest]!;
    const why = fate.why?.[strongest] ?? KEPT;
    if (rejection !== undefined) {
      if (id === rejection.block) return { block: id, op: 'rejected', also: [], wirePaths: [], reason: rejection.message, ...(fate.omitted ? {} : { wouldBe: op }) };
      if (op === 'omitted') return { block: id, op, also: [], wirePaths: [], ...why };
      return { block: id, op: 'omitted', also: [], wirePaths: [], reason: 'Nothing is sent: the request is rejected.', wouldBe: op };
    }
    if (!fate.omitted && !fate.placed) throw new Error(`block ${id} was not decided`);
    if (!fate.omitted && fate.paths === undefined) throw new Error(`block ${id} was placed in a node that is not in the request`);
    const weaker = fate.omitted ? 0 : fate.ops & ~(1 << strongest) & ~1;
    const also = weaker === 0 ? NONE : STRENGTH.filter((_, k) => (weaker & 1 << k) !== 0).reverse();
    return { block: id, op, also, wirePaths: fate.omitted ? NONE : fate.paths!, ...why };
  }

  private fate(id: Id): Fate {
    const fate = this.fates.get(id);
    if (fate === undefined) throw new Error(`decision on ${id}, which is no block of this conversation`);
    return fate;
  }
}

const KEPT: Why = { reason: 'Sent as recorded.' };
const NONE: readonly never[] = [];
const OMITTED = STRENGTH.indexOf('omitted');

function mark(fate: Fate, op: Op, why: Why): void {
  const strength = STRENGTH.indexOf(op);
  fate.ops |= 1 << strength;
  if (why !== KEPT) (fate.why ??= [])[strength] ??= why;
}

/** Where a node stands while the template is walked; paths are spelled only for nodes that carry something. */
interface Place { readonly node: Wire; readonly key: string | number; readonly above: Place | undefined; covered: boolean }
interface Origin { readonly ids: readonly Id[]; readonly inserted?: Why; readonly held?: true }

function pathOf(place: Place): string {
  let path = String(place.key);
  for (let at = place.above; at?.above !== undefined; at = at.above) path = `${at.key}.${path}`;
  return path;
}

function checkOrigin(place: Place, conversation: readonly string[]): void {
  if (typeof place.key === 'string' && STRUCTURE.has(place.key)) return;
  let root = place;
  while (root.above?.above !== undefined) root = root.above;
  if (root.above !== undefined && conversation.includes(String(root.key))) throw new Error(`request content without origin at ${pathOf(place)}`);
}

function isLeaf(node: Wire): boolean {
  return isRef(node) ? node.ref !== 'native' && node.ref !== 'derived' : typeof node !== 'object' && node !== null;
}
