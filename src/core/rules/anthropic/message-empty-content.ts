import type { Hit, Judged, Rule } from '../rule.ts';
import { member } from '../../replay/wire.ts';
import { messagesView, type MessagesView, type WireMessage } from '../views/messages-view.ts';

/** A message has content. */
export const messageEmptyContent: Rule = {
  id: 'anthropic/message-empty-content',
  severity: 'error',
  summary: 'A message with `[]` or "" as content is refused, except a final assistant message. The model itself may return no content.',
  fix: 'Leave the message out and check its neighbours again: two of one role are merged then.',
  sources: [
    { text: 'anthropics/claude-code issues 3196, 6774', date: '2026-11-30' },
    { text: 'langchain-ai/langchain PR 33390', date: '2026-11-30' },
  ],
  errorText: /messages\.(?<m>\d+): all messages must have non-empty content except for the optional final assistant message/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const last = view.messages.length - 1;
    for (const message of view.messages) {
      if (!isEmpty(view, message) || message.index === last && message.role === 'assistant') continue;
      // A system message that only gives directives may have no content (API text of 2026).
      if (message.role === 'system' && member(message.node, 'output_config') !== undefined) continue;
      const path = `messages.${message.index}`;
      yield {
        wirePath: path, blocks: view.messageIds(message), message: 'The message has no content.',
        providerError: `${path}: all messages must have non-empty content except for the optional final assistant message`,
      };
    }
  },
};

function isEmpty(view: MessagesView, message: WireMessage): boolean {
  const [only] = message.blocks;
  return only === undefined || message.content === 'string' && view.text(only)?.state === 'empty';
}
