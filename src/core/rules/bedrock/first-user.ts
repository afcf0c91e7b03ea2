import type { Hit, Judged, Rule } from '../rule.ts';
import { converseMessages, messageIds } from '../views/converse-view.ts';

/** The user begins. */
export const bedrockFirstUser: Rule = {
  id: 'bedrock/first-user',
  severity: 'error',
  summary: 'The first message must be a user message.',
  fix: 'Begin the history at a user message, or put one in front.',
  sources: [{ text: 'ten public repositories quote the text', date: '2026-11-30' }],
  errorText: /A conversation must start with a user message/,
  *check(judged: Judged): Generator<Hit> {
    const first = converseMessages(judged)?.[0];
    if (first?.role !== 'assistant') return;
    yield {
      wirePath: 'messages.0', blocks: messageIds(judged, first), message: 'The request begins with an assistant message.',
      providerError: 'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    };
  },
};
