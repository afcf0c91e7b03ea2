import type { Why } from '../../model/decision.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { literal } from '../../replay/wire.ts';
import type { DraftMark } from '../reference/message-draft.ts';
import { asUser, type MistralCall, type MistralDraft } from './messages.ts';

const MISSING: Why = { reason: 'The call has no result; the API wants as many results as calls.', rule: 'mistral/call-response-count' };
const ORPHAN: Why = { reason: 'The result answers no call in front of it; its content is sent as a user message.', rule: 'mistral/tool-after-user' };
const CONTIGUOUS: DraftMark = { op: 'moved', why: { reason: 'Results stand directly behind their calls.', rule: 'mistral/call-response-count' } };
const NINE: DraftMark = { op: 'converted', why: { reason: 'The API wants call ids of nine letters and digits; both sides of the pair get one.', rule: 'mistral/tool-id-format' } };
const BRIDGE: Why = { reason: 'A user message may not follow a result directly; this stands between them.', rule: 'mistral/user-after-tool' };
const LAST: Why = { reason: 'The API does not take a request that ends on an assistant message.', rule: 'mistral/last-role' };

/** Applies the fixes of the Mistral rules: pairs first, then ids, then the order of roles. Nothing is lost. */
export function repairMistral(drafts: readonly MistralDraft[], writer: RequestWriter): readonly MistralDraft[] {
  return ordered(withIds(paired(drafts, writer)));
}

function paired(drafts: readonly MistralDraft[], writer: RequestWriter): readonly MistralDraft[] {
  const out: MistralDraft[] = [];
  for (let at = 0; at < drafts.length;) {
    const draft = drafts[at]!;
    if (draft.role !== 'assistant') { out.push(draft.role === 'tool' ? asUser(draft, ORPHAN, writer) : draft); at++; continue; }
    let end = ++at;
    while (end < drafts.length && drafts[end]!.role !== 'assistant') end++;
    out.push(draft, ...answers(draft.calls, drafts.slice(at, end), writer));
    at = end;
  }
  return out;
}

function answers(calls: readonly MistralCall[], segment: readonly MistralDraft[], writer: RequestWriter): readonly MistralDraft[] {
  const open = calls.map((call) => call.id);
  const results: MistralDraft[] = [];
  const others: MistralDraft[] = [];
  for (const draft of segment) {
    const at = draft.role === 'tool' ? open.indexOf(draft.callId ?? '') : -1;
    if (at < 0) { others.push(draft.role === 'tool' ? asUser(draft, ORPHAN, writer) : draft); continue; }
    open.splice(at, 1);
    results.push(others.length === 0 ? draft : { ...draft, parts: draft.parts.map((part) => ({ ...part, marks: [...part.marks, CONTIGUOUS] })) });
  }
  const missing = open.map((callId): MistralDraft => ({ role: 'tool', callId, calls: [], parts: [{ type: 'text', node: { type: 'text', text: literal('No result of this tool call is recorded.') }, ids: [], marks: [] }], inserted: MISSING }));
  return [...results, ...missing, ...others];
}

/** Ids of nine letters and digits, one for each pair: the recorded one where it is such, else a counted one that is not taken. */
function withIds(drafts: readonly MistralDraft[]): readonly MistralDraft[] {
  const taken = new Set(drafts.flatMap((draft) => draft.calls.map((call) => call.id)).filter((id) => /^[A-Za-z0-9]{9}$/.test(id)));
  let count = 0;
  const fresh = (): string => { for (;;) { const id = `call${String(++count).padStart(5, '0')}`; if (!taken.has(id)) return id; } };
  let open: { readonly recorded: string; readonly id: string }[] = [];
  const used = new Set<string>();
  return drafts.map((draft) => {
    if (draft.role === 'assistant') {
      const calls = draft.calls.map((call): MistralCall => {
        const id = /^[A-Za-z0-9]{9}$/.test(call.id) && !used.has(call.id) ? call.id : fresh();
        used.add(id);
        return id === call.id ? call : { id, part: { ...call.part, marks: [...call.part.marks, NINE] } };
      });
      open = calls.map((call, index) => ({ recorded: draft.calls[index]!.id, id: call.id }));
      return { ...draft, calls };
    }
    if (draft.role !== 'tool') return draft;
    const at = open.findIndex((call) => call.recorded === draft.callId);
    if (at < 0) return draft;
    const [call] = open.splice(at, 1);
    return call!.id === draft.callId ? draft : { ...draft, callId: call!.id, parts: draft.parts.map((part) => part.inserted === undefined && draft.inserted === undefined ? { ...part, marks: [...part.marks, NINE] } : part) };
  });
}

function ordered(drafts: readonly MistralDraft[]): readonly MistralDraft[] {
  const out: MistralDraft[] = [];
  for (const draft of drafts) {
    if (draft.role === 'user' && out[out.length - 1]?.role === 'tool') out.push(own('assistant', 'Understood.', BRIDGE));
    out.push(draft);
  }
  if (out[out.length - 1]?.role === 'assistant') out.push(own('user', 'Continue.', LAST));
  return out;
}

function own(role: 'user' | 'assistant', text: string, why: Why): MistralDraft {
  return { role, calls: [], parts: [{ type: 'text', node: { type: 'text', text: literal(text) }, ids: [], marks: [] }], inserted: why };
}
