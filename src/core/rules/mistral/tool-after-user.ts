import type { Hit, Judged, Rule } from '../rule.ts';
import { chatMessages, messageIds } from '../views/chat-view.ts';

/** A tool message follows its call. */
export const toolAfterUser: Rule = {
  id: 'mistral/tool-after-user',
  severity: 'error',
  summary: 'A tool message must stand behind an assistant message with calls; only other tool messages may stand between.',
  fix: 'Move the tool message behind its call, or leave it out.',
  sources: [{ text: 'charmbracelet/crush issue 279 (cancelled call)', date: '2026-11-30' }],
  errorText: /Unexpected role 'tool' after role '(?:user|system|assistant)'/,
  *check(judged: Judged): Generator<Hit> {
    const messages = chatMessages(judged, 'mistral-chat') ?? [];
    for (const message of messages) {
      const before = messages[message.index - 1];
      if (message.role !== 'tool' || before?.role === 'tool' || before?.role === 'assistant' && before.calls.length > 0) continue;
      yield { wirePath: `messages.${message.index}`, blocks: messageIds(judged, message), message: before === undefined ? 'The request begins with a tool message.' : `A tool message stands behind ${before.role === 'assistant' ? 'an assistant message without calls' : `a ${before.role} message`}.`, ...(before === undefined ? {} : { providerError: `Unexpected role 'tool' after role '${before.role}'` }) };
    }
  },
};
