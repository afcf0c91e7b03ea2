import type { Why } from '../../model/decision.ts';
import { isRef, type WireObject } from '../../replay/wire.ts';
import { withMember, type Draft, type Mark, type Piece } from './draft.ts';
import { label, type Edits } from './edits.ts';

const MISSING: Why = { reason: 'The call has no result; the API wants one directly behind it.', rule: 'anthropic/tool-result-missing' };
const ORPHAN: Why = { reason: 'The result answers no call in front of it; its content is sent as text.', rule: 'anthropic/tool-result-orphan' };
const NOT_FIRST: Mark = { op: 'moved', why: { reason: 'Results come first in the message that answers calls.', rule: 'anthropic/tool-result-not-first' } };
const DUPLICATE_ID: Mark = { op: 'converted', why: { reason: 'Another call of the request has this id; both sides of the pair get one of their own.', rule: 'anthropic/tool-use-id-duplicate' } };
const DUPLICATE_RESULT: Why = { reason: 'A later result answers the same call.', rule: 'anthropic/tool-result-duplicate' };

/**
 * Pairs calls and results: every stretch of assistant messages is answered, completely and first, by the user message
 * behind it. Nothing is lost but results that a later one replaces.
 */
export function repairPairs(drafts: Draft[], edits: Edits): void {
  const used = new Map<string, number>();
  for (let at = 0; at < drafts.length;) {
    const calls: Call[] = [];
    for (; drafts[at]?.role === 'assistant'; at++) calls.push(...freshIds(drafts[at]!, used, edits));
    let end = at;
    while (end < drafts.length && drafts[end]!.role !== 'assistant') end++;
    at = answer(drafts, at, end, calls, edits);
  }
}

interface Call { readonly recorded: string; readonly id: string }

/** Ids of a message's calls, each used once in the request; a call without an id gets one. `used` counts on for each id: a file may repeat one very often. */
function freshIds(draft: Draft, used: Map<string, number>, edits: Edits): readonly Call[] {
  const calls: Call[] = [];
  for (const piece of draft.pieces) {
    if (piece.type !== 'call') continue;
    const recorded = piece.callId ?? '';
    const first = recorded === '' ? 'call_1' : recorded;
    let id = first;
    let n = used.get(first) ?? 1;
    while (used.has(id)) id = `${recorded === '' ? 'call' : recorded}_${++n}`;
    used.set(first, n);
    if (id !== first) used.set(id, 1);
    calls.push({ recorded, id });
    if (id !== recorded) edits.replace(draft, piece, { ...piece, node: withMember(piece.node, 'id', id), marks: [...piece.marks, DUPLICATE_ID] });
  }
  return calls;
}

/** Settles the input between two stretches of assistant messages, `drafts[from..to)`; returns where the next stretch begins. */
function answer(drafts: Draft[], from: number, to: number, calls: readonly Call[], edits: Edits): number {
  const input = drafts.slice(from, to);
  const results = input.flatMap((draft) => draft.pieces.filter((piece) => piece.type === 'result').map((piece) => ({ draft, piece })));
  const answers = new Map<Piece, string>();
  const dropped = new Set<Piece>();
  const givenById = groupBy(results, ({ piece }) => piece.callId ?? '');
  for (const [id, waiting] of groupBy(calls, (call) => call.recorded)) {
    const given = (givenById.get(id) ?? []).filter(({ piece }) => piece.callId === id);
    given.forEach(({ draft, piece }, index) => {
      // In order; where there are more results than calls the last result counts for the last call.
      const call = index < waiting.length - 1 ? waiting[index] : index === given.length - 1 ? waiting[waiting.length - 1] : undefined;
      if (call === undefined) { edits.drop(draft, piece, DUPLICATE_RESULT); dropped.add(piece); }
      else answers.set(piece, call.id);
    });
  }
  for (const { draft, piece } of results) if (!answers.has(piece) && !dropped.has(piece)) textualise(draft, piece, edits);
  if (calls.length === 0) return to;
  const first = input.find((draft) => draft.role === 'user');
  const home = first !== undefined && drafts[from] === first ? first : insertDraft(drafts, from);
  const added = home === first ? 0 : 1;
  const front: Piece[] = [];
  let passed = false;
  for (const draft of input) for (const piece of draft.pieces) {
    const id = answers.get(piece);
    if (id === undefined) { passed = true; continue; }
    const renamed = id === piece.callId ? piece : { ...piece, callId: id, node: withMember(piece.node, 'tool_use_id', id), marks: [...piece.marks, DUPLICATE_ID] };
    front.push(passed || draft !== home ? { ...renamed, marks: [...renamed.marks, NOT_FIRST] } : renamed);
    if (passed || draft !== home) edits.touch(draft);
  }
  for (const draft of input) draft.pieces = draft.pieces.filter((piece) => !answers.has(piece));
  const answered = new Set(answers.values());
  const missing = calls.filter((call) => !answered.has(call.id)).map((call) => synthetic(call.id));
  if (missing.length > 0) edits.touch(home);
  home.pieces = [...front, ...missing, ...home.pieces];
  return to + added;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

function insertDraft(drafts: Draft[], at: number): Draft {
  const draft: Draft = { role: 'user', pieces: [] };
  drafts.splice(at, 0, draft);
  return draft;
}

function synthetic(id: string): Piece {
  const node: WireObject = { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: 'No result of this tool call is recorded.' }], is_error: true };
  return { type: 'result', node, ids: [], marks: [], callId: id, inserted: MISSING };
}

function textualise(draft: Draft, piece: Piece, edits: Edits): void {
  const as: Mark = { op: 'converted', why: ORPHAN };
  const head = label(`[tool result without a call in front of it: ${piece.callId ?? ''}]`, ORPHAN);
  const children = (piece.children ?? []).map((child): Piece => ({
    type: child.block?.kind === 'text' ? 'text' : 'other', ids: child.ids, marks: [...child.marks, as], ...(child.block === undefined ? {} : { block: child.block }),
    node: isRef(child.node) && child.node.ref === 'text' ? { type: 'text', text: child.node } : child.node,
  }));
  if (piece.turn?.blocks.length === 0) edits.omit(piece.turn.id, ORPHAN);
  const index = draft.pieces.indexOf(piece);
  draft.pieces = [...draft.pieces.slice(0, index), head, ...children.filter(stays), ...draft.pieces.slice(index + 1)];
  for (const child of children) if (!stays(child)) for (const id of child.ids) edits.omit(id, ORPHAN);
  edits.touch(draft);
}

/** Outside a result only text, images and documents make sense. */
function stays({ block }: Piece): boolean {
  return block?.kind === 'text' ? block.text.state === 'text' : block?.kind === 'image' || block?.kind === 'document';
}
