import type { Hit, Judged, Rule } from '../rule.ts';
import { chatMessages, messageIds } from '../views/chat-view.ts';

/** The assistant speaks between a tool and the user. */
export const userAfterTool: Rule = {
  id: 'mistral/user-after-tool',
  severity: 'error',
  summary: 'A user message may not stand directly behind a tool message: the model has to speak first. It happens where a turn was interrupted after its tools ran.',
  fix: 'Put an assistant message between them.',
  sources: [{ text: 'pipecat-ai/pipecat-flows issue 178; datapizza-labs/datapizza-ai issue 98; NousResearch/hermes-agent issue 20154; aliou/pi-neuralwatt issue 12; avante PR 2695', date: '2026-11-30' }],
  errorText: /Unexpected role 'user' after role 'tool'/,
  *check(judged: Judged): Generator<Hit> {
    const messages = chatMessages(judged, 'mistral-chat') ?? [];
    for (const message of messages) {
      if (message.role !== 'user' || messages[message.index - 1]?.role !== 'tool') continue;
      yield { wirePath: `messages.${message.index}`, blocks: messageIds(judged, message), message: 'A user message stands directly behind a tool message.', providerError: "Unexpected role 'user' after role 'tool'" };
    }
  },
};
