import type { Hit, Judged, Rule } from '../rule.ts';
import { CLIENT_CALLS } from '../views/responses-calls.ts';
import { itemIds, responsesItems } from '../views/responses-view.ts';

/** A call has its output somewhere behind it. */
export const functionOutputMissing: Rule = {
  id: 'openai-responses/function-output-missing',
  severity: 'error',
  summary: 'A `function_call` (or custom, shell, patch or computer call) has no output item with its `call_id` later in `input`. Outputs need not be adjacent, but must follow the call.',
  fix: 'Add an output that says the call was not run.',
  sources: [
    { text: 'symgraph/GhidrAssist issue 78 (gpt-5.x, body shown)', date: '2026-03-12' },
    { text: 'openai/openai-agents-python issue 2165; lace-ai/gai PR 49', date: '2026-11-30' },
  ],
  errorText: /No tool output found for (?:function|custom tool|local shell|shell|computer|tool) call (?<id>[^\s"']+?)\.?(?=[\s"']|$)/,
  *check(judged: Judged): Generator<Hit> {
    const items = responsesItems(judged);
    if (items === undefined) return;
    const answered = new Map<string, number>();
    for (const item of items) if (item.callId !== undefined && item.type.endsWith('_output')) answered.set(item.callId, item.index);
    for (const item of items) {
      if (CLIENT_CALLS[item.type] === undefined || item.callId === undefined || (answered.get(item.callId) ?? -1) > item.index) continue;
      yield {
        wirePath: `input.${item.index}`, providerPath: `input[${item.index}]`, blocks: itemIds(judged, item),
        message: `No output with the call id ${item.callId} follows this call.`,
        providerError: `No tool output found for function call ${item.callId}.`,
      };
    }
  },
};
