import type { Boundary, Seam } from '../model/boundary.ts';
import { isBound, type Signature } from '../model/signature.ts';
import type { Id } from '../model/source.ts';
import { blocksOf, seamsOf, type Conversation } from '../turns/conversation.ts';
import type { Written } from './request-writer.ts';
import type { Serializer } from './serializer.ts';
import { elements, member, type Wire } from './wire.ts';

/** A stretch of assistant messages that the API treats as one, with the blocks in it in wire order (each node once). */
export interface AssistantRun {
  readonly index: number;
  readonly first: number;
  readonly last: number;
  readonly latest: boolean;
  readonly nodes: readonly RunNode[];
}
/** One node of an assistant run: its path and the blocks it carries. */
export interface RunNode { readonly path: string; readonly ids: readonly Id[] }

const runsOf = new WeakMap<ReadonlyMap<string, readonly Id[]>, readonly AssistantRun[]>();

/** The assistant runs of a request: one message each, or the adjacent ones together where the API merges them. Found once per request. */
export function assistantRuns(template: Wire, origins: ReadonlyMap<string, readonly Id[]>, serializer: Pick<Serializer, 'array' | 'mergesAdjacent' | 'api'>): readonly AssistantRun[] {
  const known = runsOf.get(origins);
  if (known !== undefined) return known;
  const runs = findRuns(template, origins, serializer);
  runsOf.set(origins, runs);
  return runs;
}

function findRuns(template: Wire, origins: ReadonlyMap<string, readonly Id[]>, serializer: Pick<Serializer, 'array' | 'mergesAdjacent' | 'api'>): readonly AssistantRun[] {
  if (serializer.array === 'input') return [];
  const messages = elements(member(template, serializer.array)) ?? [];
  const byMessage = new Map<number, RunNode[]>();
  const prefix = `${serializer.array}.`;
  for (const [path, ids] of origins) {
    if (!path.startsWith(prefix)) continue;
    const dot = path.indexOf('.', prefix.length);
    const index = Number(dot < 0 ? path.slice(prefix.length) : path.slice(prefix.length, dot));
    const list = byMessage.get(index);
    if (list === undefined) byMessage.set(index, [{ path, ids }]);
    else list.push({ path, ids });
  }
  const runs: { first: number; last: number; nodes: RunNode[] }[] = [];
  messages.forEach((message, at) => {
    const role = member(message, 'role');
    if (role !== 'assistant' && role !== 'model') return;
    const nodes = byMessage.get(at) ?? [];
    const open = runs[runs.length - 1];
    if (serializer.mergesAdjacent && open !== undefined && open.last === at - 1) { open.last = at; open.nodes.push(...nodes); }
    else runs.push({ first: at, last: at, nodes: [...nodes] });
  });
  return runs.map((run, index) => ({ ...run, index, latest: index === runs.length - 1 }));
}

/** The seams of a conversation as this request would send them. */
export function boundariesOf(conversation: Conversation, written: Written, serializer: Serializer): readonly Boundary[] {
  const seams = seamsOf(conversation);
  if (seams.length === 0) return [];
  const runs = written.outcome === 'ok' ? assistantRuns(written.template, written.origins, serializer) : [];
  const blocks = blocksOf(conversation);
  const runOf = new Map<string, Set<number>>();
  for (const run of runs) for (const node of run.nodes) for (const id of node.ids) {
    const key = blocks.get(id)?.response;
    if (key === undefined) continue;
    const known = runOf.get(key);
    if (known === undefined) runOf.set(key, new Set([run.index]));
    else known.add(run.index);
  }
  // What is signed in a run is gathered once: a run can hold very many responses, and each of their seams asks.
  const signedIn = new Map<AssistantRun, SignedRun>();
  const signedOf = (run: AssistantRun): SignedRun => {
    let known = signedIn.get(run);
    if (known === undefined) signedIn.set(run, known = signedRun(run, (id) => binds(blocks.get(id)?.signature, serializer.api) ? blocks.get(id)?.response : undefined));
    return known;
  };
  return seams.map((seam) => {
    const before = runOf.get(seam.beforeResponse);
    const after = runOf.get(seam.afterResponse);
    const shared = before === undefined || after === undefined ? undefined : [...after].find((index) => before.has(index));
    return shared === undefined ? apart(seam) : joined(seam, runs[shared]!, conversation, signedOf(runs[shared]!));
  });
}

/** Gemini signs words and calls, not thinking alone; what it signs is no more than words and calls to any other API. */
function binds(signature: Signature | undefined, api: Serializer['api']): boolean {
  return isBound(signature) && (signature.kind !== 'gemini-thought' || api === 'gemini');
}

/** Almost every seam of a long session: written out, because a spread costs more than the rest. */
function apart(seam: Seam): Boundary {
  const { before, after, beforeResponse, afterResponse, kind, signedBefore, signedAfter } = seam;
  return { before, after, beforeResponse, afterResponse, kind, signedBefore, signedAfter, mergedOnWire: false, severity: 'info', reason: seam.signedBefore && seam.signedAfter ? 'Both responses are signed and are kept apart.' : 'The responses are kept apart.' };
}

/** The responses with signed blocks in a run, and the pairs of them whose signed blocks touch (`before\nafter`). */
interface SignedRun { readonly responses: ReadonlySet<string>; readonly touching: ReadonlySet<string> }

function signedRun(run: AssistantRun, signedResponse: (id: Id) => string | undefined): SignedRun {
  const responses = new Set<string>();
  const touching = new Set<string>();
  let before: readonly string[] = [];
  for (const node of run.nodes) {
    const here = [...new Set(node.ids.map(signedResponse).filter((key): key is string => key !== undefined))];
    for (const key of here) { responses.add(key); for (const other of before) touching.add(`${other}\n${key}`); }
    before = here;
  }
  return { responses, touching };
}

function joined(seam: Seam, run: AssistantRun, conversation: Conversation, signed: SignedRun): Boundary {
  const merged = { ...seam, mergedOnWire: true };
  const inferred = [seam.beforeResponse, seam.afterResponse].some((key) => conversation.responses.get(key)?.confidence === 'inferred');
  if (!signed.responses.has(seam.beforeResponse) || !signed.responses.has(seam.afterResponse)) return { ...merged, severity: 'info', reason: 'The responses are sent as one assistant message; at most one of them is signed there.' };
  const touching = signed.touching.has(`${seam.beforeResponse}\n${seam.afterResponse}`);
  const where = run.first === run.last ? 'one assistant message' : 'adjacent assistant messages, which the API merges';
  if (!touching) return { ...merged, severity: 'warning', reason: `Signed blocks of both responses stand in ${where}, with other content between them; the provider may reject it.` };
  if (inferred) return { ...merged, severity: 'warning', reason: `Signed blocks of both responses stand side by side in ${where}; that they are two responses is inferred. The provider may reject it.` };
  return { ...merged, severity: 'error', reason: `Signed blocks of two responses stand side by side in ${where}; the provider rejects that.` };
}
