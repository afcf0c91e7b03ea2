import type { Hit, Judged, Rule } from '../rule.ts';
import { converseMessages, messageIds } from '../views/converse-view.ts';

/** User and assistant take turns. */
export const bedrockRolesAlternate: Rule = {
  id: 'bedrock/roles-alternate',
  severity: 'error',
  summary: 'Two messages of one role may not follow each other: user and assistant take turns.',
  fix: 'Join them in one message; of two signed responses the thinking of the earlier one has to go.',
  sources: [{ text: 'microsoft/semantic-kernel issues 10277, 10281', date: '2026-11-30' }],
  errorText: /A conversation must alternate between user and assistant roles/,
  *check(judged: Judged): Generator<Hit> {
    const messages = converseMessages(judged) ?? [];
    for (const message of messages) {
      if (messages[message.index - 1]?.role !== message.role) continue;
      yield {
        wirePath: `messages.${message.index}`, blocks: messageIds(judged, message), message: `Two ${message.role} messages follow each other.`,
        providerError: 'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
      };
    }
  },
};
