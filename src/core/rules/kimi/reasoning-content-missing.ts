import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { chatDialect } from '../views/chat-dialect.ts';
import { withoutReasoning } from '../views/reasoning-missing.ts';

/** Reasoning of a message with calls comes back. */
export const kimiReasoningContentMissing: Rule = {
  id: 'kimi/reasoning-content-missing',
  severity: 'error',
  summary: 'With thinking on (K2-thinking, K2.5, K2.6) an assistant message with `tool_calls` must have `reasoning_content`. An empty string passes: Moonshot\'s own client sends it.',
  fix: 'Send the recorded reasoning, else an empty string (`repair` does so).',
  sources: [
    { text: 'mastra-ai/mastra issue 12592; anomalyco/opencode issue 16318; n8n-io/n8n issue 29142; MoonshotAI/kimi-agent-sdk issue 169; bytedance/deer-flow issue 3043', date: '2026-11-30' },
    { text: 'MoonshotAI/kimi-cli PR 2446, 2498 (an empty string is sent back)', date: '2026-07-14' },
  ],
  errorText: /thinking is enabled but reasoning_content is missing in assistant tool call message at index (?<m>\d+)/,
  *check(judged: Judged): Generator<Hit> {
    if (chatDialect(judged) !== 'kimi') return;
    const severity = gatedSeverity(gate('kimiReasoningReturns', judged.model));
    if (severity === undefined) return;
    for (const { message, ids } of withoutReasoning(judged)) {
      yield { wirePath: `messages.${message.index}`, providerPath: `messages[${message.index}]`, blocks: ids, severity, message: 'An assistant message with calls has no reasoning_content.', providerError: `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${message.index}` };
    }
  },
};
