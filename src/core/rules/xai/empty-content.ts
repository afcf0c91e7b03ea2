import { elements, member } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { chatDialect } from '../views/chat-dialect.ts';
import { callIds, chatMessages, messageIds } from '../views/chat-view.ts';

/** Every message has content. */
export const xaiEmptyContent: Rule = {
  id: 'xai/empty-content',
  severity: 'error',
  summary: 'xAI refuses a message whose `content` is null, missing or an empty list, also beside `tool_calls`. "" helped in one report; that null is replaced by it was proposed in another.',
  fix: 'Send "" (`repair` does so).',
  sources: [{ text: 'AstrBotDevs/AstrBot issue 6447 (body captured)', date: '2026-03-16' }, { text: 'langchain-ai/langchain issue 34140', date: '2026-11-30' }],
  errorText: /Each message must have at least one content element/,
  *check(judged: Judged): Generator<Hit> {
    if (chatDialect(judged) !== 'xai') return;
    for (const message of chatMessages(judged) ?? []) {
      const content = member(message.node, 'content');
      if (content !== undefined && content !== null && elements(content)?.length !== 0) continue;
      const own = messageIds(judged, message);
      yield { wirePath: `messages.${message.index}`, providerPath: `messages[${message.index}]`, blocks: own.length > 0 ? own : message.calls.flatMap((call) => callIds(judged, call)), message: 'The message has no content.', providerError: 'Invalid request content: Each message must have at least one content element.' };
    }
  },
};
