import type { Why } from '../../model/decision.ts';
import { isBound } from '../../model/signature.ts';
import { gate } from '../../replay/model-gates.ts';
import { elements, isRef, member, nativeRef, textFacts, type WireObject } from '../../replay/wire.ts';
import { omitPart, ownPart, type DraftChild, type DraftMark, type DraftPart, type MessageDraft } from '../reference/message-draft.ts';
import { pairUp, type PairForm } from '../reference/pair-repair.ts';
import type { Making } from '../reference/turn-drafts.ts';

const BLANK: Why = { reason: 'Empty or blank text is refused by the API.', rule: 'bedrock/text-blank' };
const EMPTY: Why = { reason: 'A message without content is refused by the API.', rule: 'bedrock/content-empty' };
const ALTERNATE: DraftMark = { op: 'merged', why: { reason: 'Adjacent messages of one role are joined: user and assistant must take turns.', rule: 'bedrock/roles-alternate' } };
const JOINED: Why = { reason: 'Two responses are joined in one message; the thinking of the earlier one would stand beside that of the other, so it is not sent.', rule: 'bedrock/roles-alternate' };
const BEGIN: Why = { reason: 'The API wants a user message first; what stood in front is not recorded.', rule: 'bedrock/first-user' };
const END: Why = { reason: 'The model does not take a request that ends on an assistant message.', rule: 'bedrock/prefill-unsupported' };
const NO_OUTPUT: Why = { reason: 'A result with status error must have content.', rule: 'bedrock/error-result-empty' };

const PAIRS: PairForm = {
  text: (text) => ({ text }),
  missing: (call) => ({ toolResult: { toolUseId: call.callId ?? '', content: [{ text: 'No result of this tool call is recorded.' }], status: 'error' } }),
  why: { missing: 'bedrock/tool-result-missing', orphan: 'bedrock/tool-result-count-exceeds', moved: 'bedrock/tool-result-missing' },
  apart: false,
};

/** Applies the fixes of the Converse rules to drafted messages, each as a decision of its own. Signed thinking is sent whole or not at all. */
export function repairMessages(drafted: readonly MessageDraft[], { model, writer }: Making): readonly MessageDraft[] {
  const omit = (part: DraftPart, why: Why): void => { omitPart(part, why, writer); };
  const cleaned: MessageDraft[] = [];
  for (const draft of drafted) {
    const parts = draft.parts.filter((part) => { if (!isBlank(part)) return true; omit(part, BLANK); return false; }).map((part) => withoutBlank(part, (child) => { for (const id of child.ids) writer.omit(id, BLANK); }));
    if (parts.length > 0) cleaned.push({ ...draft, parts });
    else if (draft.empty !== undefined) writer.omit(draft.empty, EMPTY);
  }
  const drafts = [...joinRoles(pairUp(joinRoles(cleaned, omit), PAIRS, writer), omit)];
  if (drafts[0]?.role === 'assistant') drafts.unshift({ role: 'user', parts: [ownPart({ text: 'The beginning of this conversation is not recorded.' }, BEGIN)] });
  if (drafts[drafts.length - 1]?.role === 'assistant' && gate('prefillRejected', model) !== 'no') drafts.push({ role: 'user', parts: [ownPart({ text: 'Continue.' }, END)] });
  return drafts;
}

function isBlank(part: DraftPart): boolean {
  if (part.type !== 'text' || part.inserted !== undefined) return false;
  const said = textFacts(member(part.node, 'text'));
  return said !== undefined && said.state !== 'text';
}

/** Blank texts of a result go; a failed result that is left with nothing says so. */
function withoutBlank(part: DraftPart, omit: (child: DraftChild) => void): DraftPart {
  const { children = [], node } = part;
  const list = part.type === 'result' ? elements(member(member(node, 'toolResult'), 'content')) : undefined;
  if (list === undefined) return part;
  const blank = (child: DraftChild): boolean => { const said = textFacts(member(child.node, 'text')); return said !== undefined && said.state !== 'text'; };
  const left = children.filter((child) => !blank(child));
  const failed = left.length === 0 && textFacts(member(member(node, 'toolResult'), 'status'))?.inline === 'error';
  if (left.length === children.length && !failed) return part;
  for (const child of children) if (blank(child)) omit(child);
  const content = failed ? [{ text: 'The tool failed without output.' }] : left.map((child) => child.node);
  const shape = isRef(node) && node.ref === 'native' ? node.shape as WireObject : node as WireObject;
  const toolResult = { ...shape.toolResult as WireObject, content };
  const own: DraftPart = { ...part, children: left, node: isRef(node) && node.ref === 'native' ? nativeRef(node.at, { toolResult }, node.omit, { toolResult }) : { toolResult } };
  return failed ? { ...own, marks: [...own.marks, { op: 'converted', why: NO_OUTPUT }] } : own;
}

function joinRoles(drafts: readonly MessageDraft[], omit: (part: DraftPart, why: Why) => void): readonly MessageDraft[] {
  const out: MessageDraft[] = [];
  for (const draft of drafts) {
    const open = out[out.length - 1];
    if (open?.role !== draft.role) { out.push(draft); continue; }
    const clash = draft.role === 'assistant' && open.parts.some(isBoundThinking) && draft.parts.some(isBoundThinking);
    if (clash) for (const part of open.parts) if (part.type === 'thinking') omit(part, JOINED);
    const kept = clash ? open.parts.filter((part) => part.type !== 'thinking') : open.parts;
    out[out.length - 1] = { role: draft.role, parts: [...kept, ...draft.parts.map((part) => part.inserted === undefined ? { ...part, marks: [...part.marks, ALTERNATE] } : part)] };
  }
  return out;
}

function isBoundThinking(part: DraftPart): boolean {
  return part.type === 'thinking' && isBound(part.block?.signature);
}
