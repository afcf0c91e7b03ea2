import type { Hit, Judged, Rule } from '../rule.ts';
import { chatMessages, messageIds } from '../views/chat-view.ts';

/** The user or a tool has the last word. */
export const mistralLastRole: Rule = {
  id: 'mistral/last-role',
  severity: 'info',
  summary: 'A request must end on a user or tool message, or on an assistant message with `prefix: true`, which asks the model to go on with it. A session that is replayed without its next user message ends so by nature: a note.',
  fix: 'Add the next user message.',
  sources: [{ text: '0xPlaygrounds/rig issue 708, PR 1130', date: '2026-11-30' }],
  errorText: /Expected last role User or Tool \(or Assistant with prefix True\) for serving but got assistant/,
  *check(judged: Judged): Generator<Hit> {
    const messages = chatMessages(judged, 'mistral-chat') ?? [];
    const last = messages[messages.length - 1];
    if (last?.role !== 'assistant') return;
    yield { wirePath: `messages.${last.index}`, blocks: [...messageIds(judged, last)].reverse(), message: 'The conversation ends on an assistant turn: add the next user message (a prompt) before it is sent.', providerError: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant' };
  },
};
