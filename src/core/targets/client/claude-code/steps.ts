import type { Id } from '../../../model/source.ts';
import type { Entry, Turn } from '../../../model/turn.ts';
import { activeTurns, type Conversation } from '../../../turns/conversation.ts';
import type { Version } from './version.ts';

/** One thing that the client puts into the request, in its order. */
export type Step =
  /** Every record of one message of the model, or a text that the client wrote in its place. */
  | { readonly type: 'assistant'; readonly entries: readonly Entry[]; readonly turn: Turn }
  | { readonly type: 'result'; readonly entry: Entry; readonly turn: Turn }
  /** A user record, or the next prompt. */
  | { readonly type: 'user'; readonly entry: Entry; readonly turn: Turn }
  /** An attachment. Without blocks: one whose words are not recorded. */
  | { readonly type: 'reminder'; readonly entry: Entry | undefined; readonly turn: Turn | undefined }
  /** A text that the client writes of its own accord when it goes on. */
  | { readonly type: 'own'; readonly role: 'user' | 'assistant'; readonly text: string; readonly reason: string };

const NO_ANSWER = 'No response requested.';
const GO_ON = 'Continue from where you left off.';

/**
 * The steps of a conversation. Reminders stand behind the prompt that they came with and go before it, as far up as the last
 * message of the model, tool result or failed answer; they keep their own order (both versions, 2026-11).
 */
export function stepsOf(conversation: Conversation, version: Version): readonly Step[] {
  const steps: Step[] = [];
  const said = new Map<Id, Entry[]>();
  let reminders: Step[] = [];
  let users: Step[] = [];
  const flush = (): void => { steps.push(...reminders, ...users); reminders = []; users = []; };
  const turns = new Map<Entry, Turn>();
  for (const turn of activeTurns(conversation)) for (const entry of turn.entries) turns.set(entry, turn);
  let last: Entry | undefined;
  for (const entry of conversation.entries) {
    const turn = turns.get(entry);
    if (turn === undefined) continue;
    if (entry.kind === 'prompt') {
      goOn(last, version, flush, steps);
      // 2.1.332 comes with at least one reminder for each prompt; which ones is not in the file.
      if (version === '2.1.332') reminders.push({ type: 'reminder', entry: undefined, turn: undefined });
      users.push({ type: 'user', entry, turn });
      continue;
    }
    last = entry;
    const reminder = entry.detail?.row === 'attachment';
    if (reminder) reminders.push({ type: 'reminder', entry, turn });
    else if (entry.role === 'user') users.push({ type: 'user', entry, turn });
    if (reminder || entry.role === 'user') { if (entry.detail?.failed === true) flush(); continue; }
    flush();
    if (entry.role === 'toolResult') { steps.push({ type: 'result', entry, turn }); continue; }
    const open = said.get(turn.id);
    if (open !== undefined) { open.push(entry); continue; }
    const entries = [entry];
    said.set(turn.id, entries);
    steps.push({ type: 'assistant', entries, turn });
  }
  flush();
  return steps;
}

/** A conversation that was cut off is closed before the next prompt (each as recorded when a session was resumed). */
function goOn(last: Entry | undefined, version: Version, flush: () => void, steps: Step[]): void {
  if (last === undefined || last.role === 'assistant' || last.detail?.failed === true) return;
  const own = (role: 'user' | 'assistant', text: string, reason: string): void => { flush(); steps.push({ type: 'own', role, text, reason }); };
  const plain = last.role === 'user' && last.detail?.row === 'user' && (last.kind === undefined || last.kind === 'interruption');
  if (version === '2.1.332' && last.role !== 'toolResult' && !plain) return;
  if (version === '2.1.197' && !plain) own('user', GO_ON, 'Claude Code asks to go on where a turn was cut off.');
  own('assistant', NO_ANSWER, 'Claude Code puts this where an answer is missing.');
}
