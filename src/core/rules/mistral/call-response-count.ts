import type { Hit, Judged, Rule } from '../rule.ts';
import { callIds, chatMessages } from '../views/chat-view.ts';

/** As many tool messages as calls. */
export const callResponseCount: Rule = {
  id: 'mistral/call-response-count',
  severity: 'error',
  summary: 'An assistant message with calls must be followed by as many tool messages.',
  fix: 'Put one tool message for each call directly behind them.',
  sources: [{ text: 'partITech/php-mistral issue 57', date: '2026-11-30' }],
  errorText: /Not the same number of function calls and responses/,
  *check(judged: Judged): Generator<Hit> {
    const messages = chatMessages(judged, 'mistral-chat') ?? [];
    for (const message of messages) {
      if (message.role !== 'assistant' || message.calls.length === 0) continue;
      let given = 0;
      while (messages[message.index + 1 + given]?.role === 'tool') given++;
      if (given === message.calls.length) continue;
      yield { wirePath: `messages.${message.index}`, blocks: message.calls.flatMap((call) => callIds(judged, call)), message: `${given} tool ${given === 1 ? 'message follows' : 'messages follow'} ${message.calls.length} ${message.calls.length === 1 ? 'call' : 'calls'}.`, providerError: 'Not the same number of function calls and responses' };
    }
  },
};
