import type { Hit, Judged, Rule } from '../rule.ts';
import { chatDialect } from '../views/chat-dialect.ts';
import { chatMessages, messageIds } from '../views/chat-view.ts';

/** System texts stand first. */
export const minimaxSystemRole: Rule = {
  id: 'minimax/system-role',
  severity: 'error',
  summary: 'MiniMax takes one system message, at the head: a further one, or one inside the history, is refused.',
  fix: 'Put the text into the first system message, or send it as user text in its place.',
  sources: [{ text: 'BigPizzaV3/CodexPlusPlus issue 267', date: '2026-11-30' }],
  errorText: /chat content has invalid message role: system|invalid chat setting/,
  *check(judged: Judged): Generator<Hit> {
    if (chatDialect(judged) !== 'minimax') return;
    for (const message of chatMessages(judged) ?? []) {
      if (message.role !== 'system' || message.index === 0) continue;
      yield { wirePath: `messages.${message.index}`, providerPath: `messages[${message.index}]`, blocks: messageIds(judged, message), message: 'A system message stands behind the first message.', providerError: 'invalid params, chat content has invalid message role: system (2013)' };
    }
  },
};
