import type { Id } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { WireObject } from '../../replay/wire.ts';

/** A content block of a wire message with what pairing must know of it. `subjects` are the blocks (or the turn) decided with it. */
export interface WirePart {
  readonly node: WireObject;
  readonly type: 'call' | 'result' | 'other';
  readonly callId?: string;
  readonly subject: Id;
  readonly subjects: readonly Id[];
}
/** A wire message that is still being put together. */
export interface WireDraft { readonly role: 'user' | 'assistant' | 'system'; parts: WirePart[] }

const INVALID = 'INVALID_REQUEST';

/** The checks of dsh's Messages adapter after conversion: every call is answered in the very next user turn, once. Results go in front of other blocks. */
export function checkPairing(messages: readonly WireDraft[], writer: RequestWriter): void {
  let pending = new Map<string, WirePart>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      pending = new Map();
      for (const call of message.parts) {
        if (call.type !== 'call') continue;
        if (pending.has(call.callId ?? '')) writer.reject(call.subject, INVALID, 'DeepSeek Messages duplicate tool call id');
        pending.set(call.callId ?? '', call);
      }
    } else if (message.role === 'user') {
      for (const result of message.parts) {
        if (result.type === 'result' && !pending.delete(result.callId ?? '')) writer.reject(result.subject, INVALID, 'DeepSeek Messages tool result has no matching call');
      }
      const [open] = pending.values();
      if (open !== undefined) writer.reject(open.subject, INVALID, 'DeepSeek Messages tool calls need immediate results');
      pending = new Map();
      resultsFirst(message, writer);
    }
  }
  const [open] = pending.values();
  if (open !== undefined) writer.reject(open.subject, INVALID, 'DeepSeek Messages history ends with unresolved tools');
}

/** The repair of a fork (2026-09-21, not upstream): what pairs with nothing is dropped, nothing is made up. */
export function repairPairing(messages: readonly WireDraft[], writer: RequestWriter): readonly WireDraft[] {
  const drop = (part: WirePart, reason: string): void => { for (const id of part.subjects) writer.omit(id, { rule: 'dsh/pairing-repaired', reason }); };
  messages.forEach((message, at) => {
    if (message.role === 'user' && (at === 0 || before(messages, at)?.role !== 'assistant')) {
      message.parts = message.parts.filter((part) => part.type !== 'result' || (drop(part, 'A tool result without its call in the turn before is dropped.'), false));
    }
    if (message.role !== 'assistant') return;
    const next = messages.slice(at + 1).find((m) => m.role !== 'system');
    const declared = new Set<string>();
    message.parts = message.parts.filter((part) => {
      if (part.type !== 'call') return true;
      if (declared.has(part.callId ?? '')) { drop(part, 'A second call with the same id in one turn is dropped.'); return false; }
      declared.add(part.callId ?? '');
      return true;
    });
    const answered = new Set<string>();
    if (next?.role === 'user') {
      next.parts = next.parts.filter((part) => {
        if (part.type !== 'result') return true;
        const id = part.callId ?? '';
        if (declared.has(id) && !answered.has(id)) { answered.add(id); return true; }
        drop(part, answered.has(id) ? 'A second result for one call is dropped.' : 'A tool result without its call in the turn before is dropped.');
        return false;
      });
    }
    message.parts = message.parts.filter((part) => part.type !== 'call' || answered.has(part.callId ?? '') || (drop(part, 'A call that is not answered in the next turn is dropped.'), false));
  });
  const kept: WireDraft[] = [];
  for (const message of messages) {
    if (message.role === 'assistant' && message.parts.length === 0) continue;
    const last = kept[kept.length - 1];
    if (last !== undefined && last.role === message.role && message.role !== 'system') last.parts.push(...message.parts);
    else kept.push(message);
  }
  for (const message of kept) if (message.role === 'user') resultsFirst(message, writer);
  return kept;
}

function before(messages: readonly WireDraft[], at: number): WireDraft | undefined {
  for (let i = at - 1; i >= 0; i--) if (messages[i]!.role !== 'system') return messages[i];
  return undefined;
}

function resultsFirst(message: WireDraft, writer: RequestWriter): void {
  const results = message.parts.filter((part) => part.type === 'result');
  const ordered = [...results, ...message.parts.filter((part) => part.type !== 'result')];
  results.forEach((part, at) => {
    if (message.parts[at] !== part) for (const id of part.subjects) writer.mark(id, 'moved', { reason: 'Tool results go in front of the other content of their user message.' });
  });
  message.parts = ordered;
}
