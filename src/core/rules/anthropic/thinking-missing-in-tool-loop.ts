import type { Hit, Judged, Rule } from '../rule.ts';
import { member, textFacts } from '../../replay/wire.ts';
import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import { isThinkingType } from '../views/bound-thinking.ts';
import { messagesView } from '../views/messages-view.ts';
import { openLoop } from '../views/open-loop.ts';

/** With manual thinking a tool loop starts with thinking. */
export const thinkingMissingInToolLoop: Rule = {
  id: 'anthropic/thinking-missing-in-tool-loop',
  severity: 'error',
  summary: 'With `thinking: {type: "enabled"}` the assistant message that starts the open tool loop must begin with `thinking` or `redacted_thinking`. Adaptive thinking may call a tool without thinking: it is not judged. Models after Claude 4.6 do not take manual thinking at all.',
  fix: 'Send the recorded thinking; else turn thinking off for this request and take all thinking of the loop out.',
  sources: [
    { text: 'mastra-ai/mastra issue 7799; anomalyco/opencode issue 3077; Kilo-Org/kilocode issue 5219; openai/openai-agents-python issue 1704; BerriAI/litellm issues 8961, 15601', date: '2026-11-30' },
    { text: 'Anthropic documentation (extended thinking with tools)', date: '2026-11-30' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+)\.type: Expected `?thinking`? or `?redacted_thinking`?, but found `?\w+`?/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined || textFacts(member(member(judged.request, 'thinking'), 'type'))?.inline !== 'enabled') return;
    const severity = gatedSeverity(gate('manualThinking', judged.model));
    if (severity === undefined) return;
    const start = openLoop(view).find((run) => run.role === 'assistant');
    const first = start?.blocks[0];
    if (start === undefined || first === undefined || isThinkingType(first.type) || !start.blocks.some((block) => block.type === 'tool_use')) return;
    const path = view.path(first);
    yield {
      wirePath: path, providerPath: `${path}.type`, blocks: view.ids(first), severity,
      message: `Thinking is enabled, but the tool loop starts with ${first.type}.`,
      providerError: `${path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`.`,
    };
  },
};
