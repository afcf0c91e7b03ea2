import type { Hit, Judged, Rule } from '../rule.ts';
import { converseMessages, messageIds } from '../views/converse-view.ts';

/** A message says something. */
export const bedrockContentEmpty: Rule = {
  id: 'bedrock/content-empty',
  severity: 'error',
  summary: 'A message with `content: []` is refused. Converters make it where they leave out unsigned reasoning or empty text. A user turn with nothing left is not sent.',
  fix: 'Leave the message out, then look at the order of the roles again.',
  sources: [{ text: 'archestra-ai/archestra PR 4220; Portkey-AI/gateway issue 995', date: '2026-04-30' }],
  errorText: /The content field in the Message object at messages\.(?<m>\d+) is empty/,
  *check(judged: Judged): Generator<Hit> {
    for (const message of converseMessages(judged) ?? []) {
      if (message.blocks.length > 0) continue;
      yield {
        wirePath: `messages.${message.index}`, blocks: messageIds(judged, message), message: 'The message has no content.',
        providerError: `The content field in the Message object at messages.${message.index} is empty. Add a ContentBlock object to the content field and try again.`,
      };
    }
  },
};
