import type { Why } from '../../model/decision.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { isRef, textRef, type RefNode, type WireObject } from '../../replay/wire.ts';
import { words, omitPart, ownPart, type DraftChild, type DraftMark, type DraftPart, type MessageDraft } from './message-draft.ts';

/** How an API wants calls and results to stand together. */
export interface PairForm {
  text(text: RefNode): WireObject;
  /** A result that says that none is recorded. */
  missing(call: DraftPart): WireObject;
  readonly why: { readonly missing: string; readonly orphan: string; readonly moved: string };
  /** Results stand in a message of their own: other input goes into one behind it. */
  readonly apart: boolean;
}

/**
 * Answers every assistant message with calls completely and directly: the results first, in their order, one per call; a call
 * without one gets a result that says so; results that answer nothing become text. Nothing is lost.
 */
export function pairUp(drafts: readonly MessageDraft[], form: PairForm, writer: RequestWriter): MessageDraft[] {
  const out: MessageDraft[] = [];
  for (let at = 0; at < drafts.length;) {
    const draft = drafts[at]!;
    if (draft.role !== 'assistant') { out.push(withoutResults(draft, form, writer)); at++; continue; }
    out.push(draft);
    let end = ++at;
    while (end < drafts.length && drafts[end]!.role !== 'assistant') end++;
    out.push(...answered(draft.parts.filter((part) => part.type === 'call'), drafts.slice(at, end), form, writer));
    at = end;
  }
  return out;
}

function answered(calls: readonly DraftPart[], input: readonly MessageDraft[], form: PairForm, writer: RequestWriter): readonly MessageDraft[] {
  const open = [...calls];
  const taken = new Set<DraftPart>();
  const front: DraftPart[] = [];
  let passed = false;
  for (const draft of input) for (const part of draft.parts) {
    const call = part.type === 'result' ? open.findIndex((c) => c.callId !== undefined && c.callId === part.callId) : -1;
    if (call < 0) { passed = true; continue; }
    open.splice(call, 1);
    taken.add(part);
    const moved: DraftMark = { op: 'moved', why: { reason: 'Results stand directly behind their calls.', rule: form.why.moved } };
    front.push(passed ? { ...part, marks: [...part.marks, moved] } : part);
  }
  const missing = open.map((call): DraftPart => ({ ...ownPart(form.missing(call), { reason: 'The call has no result; the API wants one directly behind it.', rule: form.why.missing }), type: 'result' }));
  const results = [...front, ...missing];
  const rest = input.map((draft) => withoutResults({ ...draft, parts: draft.parts.filter((part) => !taken.has(part)) }, form, writer)).filter((draft) => draft.parts.length > 0 || draft.empty !== undefined);
  if (results.length === 0) return rest;
  const [next, ...others] = rest;
  if (form.apart || next === undefined) return [{ role: 'user', parts: results }, ...rest];
  return [{ role: 'user', parts: [...results, ...next.parts] }, ...others];
}

/** Results that answer no call in front of them are sent as text, with a line that says so. */
function withoutResults(draft: MessageDraft, form: PairForm, writer: RequestWriter): MessageDraft {
  if (!draft.parts.some((part) => part.type === 'result')) return draft;
  const why: Why = { reason: 'The result answers no call in front of it; its content is sent as text.', rule: form.why.orphan };
  const parts = draft.parts.flatMap((part): readonly DraftPart[] => {
    if (part.type !== 'result') return [part];
    const head = ownPart(form.text(words(`[tool result without a call in front of it: ${part.callId ?? ''}]`)), why);
    if (part.turn?.blocks.length === 0) omitPart(part, why, writer);
    return [head, ...(part.children ?? []).map((child) => asText(child, form, why))];
  });
  return { ...draft, parts };
}

function asText(child: DraftChild, form: PairForm, why: Why): DraftPart {
  const { node } = child;
  const text = !isRef(node) ? undefined : node.ref === 'text' || node.ref === 'join' ? node : node.ref === 'json' ? textRef(node.facts) : undefined;
  return { type: text === undefined ? 'other' : 'text', node: text === undefined ? node : form.text(text), ids: child.ids, marks: [...child.marks, { op: 'converted', why }] };
}
