import type { Why } from '../../model/decision.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { literal, type RefNode } from '../../replay/wire.ts';
import type { ChatDialect } from './dialect.ts';
import type { Call, ChatDraft, Mark, Part } from './messages.ts';

const MISSING: Why = { reason: 'The call has no result; the API wants one directly behind it.', rule: 'openai-chat/tool-calls-unanswered' };
const ORPHAN: Why = { reason: 'The result answers no call in front of it; its content is sent as a user message.', rule: 'openai-chat/tool-message-orphan' };
const CONTIGUOUS: Mark = { op: 'moved', why: { reason: 'Results stand directly behind their calls.', rule: 'openai-chat/tool-calls-unanswered' } };
const OWN_ID: Mark = { op: 'converted', why: { reason: 'Each call of a message needs an id of its own; its result gets the same.' } };

/**
 * Pairs calls and results: every assistant message with calls is followed directly by one tool message per call. Results
 * that answer nothing become user text; nothing is lost.
 */
export function repairChat(drafts: readonly ChatDraft[], dialect: ChatDialect, writer: RequestWriter): readonly ChatDraft[] {
  return paired(drafts, writer).map((draft) => filled(draft, dialect));
}

/** Members that a service wants and the message does not have, empty: it takes them so. */
function filled(draft: ChatDraft, { backFill, noNullContent }: ChatDialect): ChatDraft {
  if (draft.role !== 'assistant') return draft;
  const added: { [key: string]: { readonly node: RefNode; readonly why: Why } } = { ...draft.added };
  const { recorded } = draft;
  const held = draft.reasoning?.members[backFill?.field ?? ''] !== undefined || recorded !== undefined && recorded.entry.blocks.some((block) => !recorded.left.has(block) && (block.detail?.field === backFill?.field || Array.isArray(block.detail?.same) && block.detail.same.includes(backFill?.field ?? '')));
  if (backFill !== undefined && draft.calls.length > 0 && !held) added[backFill.field] = { node: literal(''), why: { reason: 'The service wants its reasoning back with calls; none is recorded, and it takes an empty one.', rule: backFill.rule } };
  const none = draft.parts.length === 0 && (recorded === undefined || recorded.entry.detail?.content === 'null' || recorded.entry.detail?.content === 'absent' || recorded.entry.detail?.content === 'array');
  if (noNullContent !== undefined && none) added.content = { node: literal(''), why: { reason: 'The service refuses a message without content; an empty text is reported to pass.', rule: noNullContent } };
  return Object.keys(added).length === 0 ? draft : { ...draft, added };
}

function paired(drafts: readonly ChatDraft[], writer: RequestWriter): readonly ChatDraft[] {
  const out: ChatDraft[] = [];
  for (let at = 0; at < drafts.length;) {
    const draft = drafts[at]!;
    if (draft.role !== 'assistant') { out.push(draft.role === 'tool' ? asUser(draft, writer) : draft); at++; continue; }
    let end = ++at;
    while (end < drafts.length && drafts[end]!.role !== 'assistant') end++;
    const calls = ownIds(draft.calls);
    out.push({ ...draft, calls }, ...answers(draft.calls, calls, drafts.slice(at, end), writer));
    at = end;
  }
  return out;
}

/** Calls of one message with an id each; a second call with an id, and one without, get another. */
function ownIds(calls: readonly Call[]): readonly Call[] {
  const used = new Set<string>();
  return calls.map((call) => {
    const base = call.id === '' ? 'call' : call.id;
    let id = call.id === '' ? 'call_1' : call.id;
    for (let n = 2; used.has(id); n++) id = `${base}_${n}`;
    used.add(id);
    return id === call.id ? call : { ...call, id, node: { ...call.node, id }, marks: [...call.marks, OWN_ID] };
  });
}

function answers(recorded: readonly Call[], calls: readonly Call[], segment: readonly ChatDraft[], writer: RequestWriter): readonly ChatDraft[] {
  const open = calls.map((call, index) => ({ recorded: recorded[index]!.id, id: call.id }));
  const results: ChatDraft[] = [];
  const others: ChatDraft[] = [];
  for (const draft of segment) {
    const at = draft.role === 'tool' ? open.findIndex((call) => call.recorded === draft.callId) : -1;
    const [call] = at < 0 ? [] : open.splice(at, 1);
    if (call === undefined) { others.push(draft.role === 'tool' ? asUser(draft, writer) : draft); continue; }
    const marks = [...others.length > 0 ? [CONTIGUOUS] : [], ...call.id === call.recorded ? [] : [OWN_ID]];
    results.push({ ...draft, callId: call.id, parts: draft.parts.map((part) => ({ ...part, marks: [...part.marks, ...marks] })) });
  }
  const missing = open.map(({ id }): ChatDraft => {
    const text = literal('No result of this tool call is recorded.');
    return { role: 'tool', callId: id, calls: [], parts: [{ text, node: { type: 'text', text }, marks: [] }], inserted: MISSING };
  });
  return [...results, ...missing, ...others];
}

function asUser(draft: ChatDraft, writer: RequestWriter): ChatDraft {
  const text = literal(`[tool result without a call in front of it: ${draft.callId ?? ''}]`);
  const label: Part = { text, node: { type: 'text', text }, marks: [], inserted: ORPHAN };
  if (draft.turn?.blocks.length === 0) writer.omit(draft.turn.id, ORPHAN);
  return { role: 'user', calls: [], parts: [label, ...draft.parts.map((part) => ({ ...part, marks: [...part.marks, { op: 'converted' as const, why: ORPHAN }] }))], ...(draft.turn === undefined ? {} : { turn: draft.turn }) };
}
