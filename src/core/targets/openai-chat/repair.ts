import type { Why } from '../../model/decision.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { literal } from '../../replay/wire.ts';
import type { ChatDraft, Mark, Part } from './messages.ts';

const MISSING: Why = { reason: 'The call has no result; the API wants one directly behind it.', rule: 'openai-chat/tool-calls-unanswered' };
const ORPHAN: Why = { reason: 'The result answers no call in front of it; its content is sent as a user message.', rule: 'openai-chat/tool-message-orphan' };
const CONTIGUOUS: Mark = { op: 'moved', why: { reason: 'Results stand directly behind their calls.', rule: 'openai-chat/tool-calls-unanswered' } };

/**
 * Pairs calls and results: every assistant message with calls is followed directly by one tool message per call. Results
 * that answer nothing become user text; nothing is lost.
 */
export function repairChat(drafts: readonly ChatDraft[], writer: RequestWriter): readonly ChatDraft[] {
  const out: ChatDraft[] = [];
  for (let at = 0; at < drafts.length;) {
    const draft = drafts[at]!;
    if (draft.role !== 'assistant') { out.push(draft.role === 'tool' ? asUser(draft, writer) : draft); at++; continue; }
    out.push(draft);
    let end = ++at;
    while (end < drafts.length && drafts[end]!.role !== 'assistant') end++;
    out.push(...answers(draft, drafts.slice(at, end), writer));
    at = end;
  }
  return out;
}

function answers(asked: ChatDraft, segment: readonly ChatDraft[], writer: RequestWriter): readonly ChatDraft[] {
  const open = new Set(asked.calls.map((call) => call.id));
  const results: ChatDraft[] = [];
  const others: ChatDraft[] = [];
  for (const draft of segment) {
    if (draft.role !== 'tool') others.push(draft);
    else if (draft.callId !== undefined && open.delete(draft.callId)) results.push(others.length === 0 ? draft : { ...draft, parts: draft.parts.map((part) => ({ ...part, marks: [...part.marks, CONTIGUOUS] })) });
    else others.push(asUser(draft, writer));
  }
  const missing = [...open].map((callId): ChatDraft => {
    const text = literal('No result of this tool call is recorded.');
    return { role: 'tool', callId, calls: [], parts: [{ text, node: { type: 'text', text }, marks: [] }], inserted: MISSING };
  });
  return [...results, ...missing, ...others];
}

function asUser(draft: ChatDraft, writer: RequestWriter): ChatDraft {
  const text = literal(`[result of a tool call that is not in this conversation: ${draft.callId ?? ''}]`);
  const label: Part = { text, node: { type: 'text', text }, marks: [], inserted: ORPHAN };
  if (draft.turn?.blocks.length === 0) writer.omit(draft.turn.id, ORPHAN);
  return { role: 'user', calls: [], parts: [label, ...draft.parts.map((part) => ({ ...part, marks: [...part.marks, { op: 'converted' as const, why: ORPHAN }] }))], ...(draft.turn === undefined ? {} : { turn: draft.turn }) };
}
