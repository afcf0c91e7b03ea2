import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { chatDialect } from '../views/chat-dialect.ts';
import { withoutReasoning } from '../views/reasoning-missing.ts';

/** Reasoning of a turn with calls comes back. */
export const deepseekReasoningContentMissing: Rule = {
  id: 'deepseek/reasoning-content-missing',
  severity: 'error',
  summary: 'In thinking mode (the default from V4 on, V3.2 inside a tool loop) an assistant message with `tool_calls` must bring its `reasoning_content` back in all later requests. Some clients send it, empty, with every assistant message; reports say that "" passes.',
  fix: 'Send the recorded reasoning, else an empty string (`repair` does so).',
  sources: [
    { text: 'api-docs.deepseek.com, thinking mode', date: '2026-11-30' },
    { text: 'anomalyco/opencode issues 24722, 24083; earendil-works/pi issue 3636; warpdotdev/warp issue 11587; danny-avila/LibreChat issue 12836; cline/cline PR 10712', date: '2026-11-30' },
    { text: 'NousResearch/hermes-agent PR 15228 (the error also came for plain answers)', date: '2026-11-30' },
  ],
  errorText: /The `?reasoning_content`? in the thinking mode must be passed back to the API/,
  *check(judged: Judged): Generator<Hit> {
    if (chatDialect(judged) !== 'deepseek') return;
    const severity = gatedSeverity(gate('deepseekReasoningReturns', judged.model));
    if (severity === undefined) return;
    for (const { message, ids } of withoutReasoning(judged)) {
      yield { wirePath: `messages.${message.index}`, providerPath: `messages[${message.index}]`, blocks: ids, severity, message: 'An assistant message with calls has no reasoning_content.', providerError: 'The `reasoning_content` in the thinking mode must be passed back to the API.' };
    }
  },
};
