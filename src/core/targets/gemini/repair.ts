import type { Why } from '../../model/decision.ts';
import { gate } from '../../replay/model-gates.ts';
import { isRef, literal, member, nativeRef, textFacts, type WireObject } from '../../replay/wire.ts';
import { omitPart, ownPart, type DraftMark, type DraftPart, type MessageDraft } from '../reference/message-draft.ts';
import { pairUp, type PairForm } from '../reference/pair-repair.ts';
import type { Making } from '../reference/turn-drafts.ts';

const EMPTY: Why = { reason: 'An empty text is no content for the API, and a content of nothing else is refused.', rule: 'gemini/empty-parts' };
const NO_PARTS: Why = { reason: 'A content without parts is refused by the API.', rule: 'gemini/empty-parts' };
const JOINED: DraftMark = { op: 'merged', why: { reason: 'Adjacent model contents are joined: a call must follow a user turn or a response.', rule: 'gemini/function-turn-order' } };
const BEGIN: Why = { reason: 'A call must follow a user turn; what stood in front of it is not recorded.', rule: 'gemini/function-turn-order' };
const END: Why = { reason: 'The model does not take a request that ends on a model turn.', rule: 'gemini/ends-with-model-turn' };
const SENTINEL: DraftMark = { op: 'converted', why: { reason: 'The call has no thought signature; the value that Google documents for lost ones stands in for it.', rule: 'gemini/thought-signature-missing' } };

const PAIRS: PairForm = {
  text: (text) => ({ text }),
  missing: (call) => ({ functionResponse: { ...idOf(call), name: call.name ?? '', response: { error: 'No result of this tool call is recorded.' } } }),
  why: { missing: 'gemini/function-response-count', orphan: 'gemini/function-response-count', moved: 'gemini/function-response-count' },
  apart: true,
};

function idOf(call: DraftPart): WireObject {
  const id = textFacts(member(member(call.node, 'functionCall'), 'id'))?.inline;
  return id === undefined ? {} : { id };
}

/** Applies the fixes of the Gemini rules to drafted contents, each as a decision of its own. Signatures stay on their parts. */
export function repairContents(drafted: readonly MessageDraft[], { model, writer }: Making): readonly MessageDraft[] {
  const filled: MessageDraft[] = [];
  for (const draft of drafted) {
    const parts = draft.parts.filter((part) => {
      if (!isBlank(part)) return true;
      omitPart(part, EMPTY, writer);
      return false;
    });
    if (parts.length > 0) filled.push({ ...draft, parts });
    else if (draft.empty !== undefined) writer.omit(draft.empty, NO_PARTS);
  }
  const drafts = pairUp(joinModels(filled), PAIRS, writer);
  if (drafts[0]?.role === 'assistant') drafts.unshift({ role: 'user', parts: [ownPart({ text: 'The beginning of this conversation is not recorded.' }, BEGIN)] });
  if (drafts[drafts.length - 1]?.role === 'assistant' && gate('modelEndingRejected', model) !== 'no') drafts.push({ role: 'user', parts: [ownPart({ text: 'Continue.' }, END)] });
  return gate('thoughtSignatureEnforced', model) !== 'no' ? withSentinels(drafts) : drafts;
}

/** An empty text that carries no signature. */
function isBlank(part: DraftPart): boolean {
  return part.type === 'text' && part.block?.text.state === 'empty' && textFacts(member(part.node, 'thoughtSignature')) === undefined;
}

function joinModels(drafts: readonly MessageDraft[]): readonly MessageDraft[] {
  const out: MessageDraft[] = [];
  for (const draft of drafts) {
    const open = out[out.length - 1];
    if (open?.role !== 'assistant' || draft.role !== 'assistant') { out.push(draft); continue; }
    out[out.length - 1] = { role: 'assistant', parts: [...open.parts, ...draft.parts.map((part) => ({ ...part, marks: [...part.marks, JOINED] }))] };
  }
  return out;
}

/** In the current turn the first call of each step carries a signature; its parallel siblings need none. */
function withSentinels(drafts: readonly MessageDraft[]): readonly MessageDraft[] {
  const start = drafts.findLastIndex((draft) => draft.role === 'user' && draft.parts.some((part) => part.type !== 'result'));
  return drafts.map((draft, index) => {
    const first = draft.role === 'assistant' && index > start ? draft.parts.findIndex((part) => part.type === 'call') : -1;
    const call = first < 0 ? undefined : draft.parts[first];
    if (call === undefined || textFacts(member(call.node, 'thoughtSignature')) !== undefined) return draft;
    return { ...draft, parts: draft.parts.map((part) => part === call ? { ...call, node: signed(call), marks: [...call.marks, SENTINEL] } : part) };
  });
}

function signed({ node }: DraftPart): DraftPart['node'] {
  const thoughtSignature = literal('skip_thought_signature_validator');
  if (!isRef(node)) return { ...node, thoughtSignature };
  return node.ref === 'native' ? nativeRef(node.at, { ...node.shape as WireObject, thoughtSignature }, [...node.omit, 'thought_signature'], { ...node.set, thoughtSignature }) : node;
}
