import { member } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { CLIENT_CALLS, CLIENT_OUTPUTS } from '../views/responses-calls.ts';
import { itemIds, responsesItems, type ResponsesItem } from '../views/responses-view.ts';

/** An output has its call in front of it. */
export const functionOutputOrphan: Rule = {
  id: 'openai-responses/function-output-orphan',
  severity: 'error',
  summary: 'An output item names a `call_id` that no call in front of it has. A request that builds on `previous_response_id` may hold the call there: it is not judged.',
  fix: 'Leave the output out, or turn it into labelled text.',
  sources: [
    { text: 'continuedev/continue issues 9927, 10092, 10583, 10601, 10728, 11712', date: '2026-03-31' },
    { text: 'james-6-23/codex2api issue 414; microsoft/vscode issue 320060; can1357/oh-my-pi issue 106; vllm-project/vllm PR 47537', date: '2026-07-20' },
  ],
  errorText: /No tool call found for (?:function|custom tool|local shell|shell|computer|tool) call output with call_id (?<id>[^\s"']+?)\.?(?=[\s"']|$)/,
  *check(judged: Judged): Generator<Hit> {
    const items = responsesItems(judged);
    if (items === undefined || typeof (member(judged.request, 'previous_response_id') ?? null) !== 'object') return;
    const calls = new Map<string, ResponsesItem>();
    for (const item of items) if (item.callId !== undefined && CLIENT_CALLS[item.type] !== undefined && !calls.has(item.callId)) calls.set(item.callId, item);
    for (const item of items) {
      if (!CLIENT_OUTPUTS.has(item.type)) continue;
      const call = item.callId === undefined ? undefined : calls.get(item.callId);
      if (call !== undefined && call.index < item.index) continue;
      yield {
        wirePath: `input.${item.index}`, providerPath: `input[${item.index}]`, blocks: [...itemIds(judged, item), ...call === undefined ? [] : itemIds(judged, call)],
        message: call === undefined ? `No call ${item.callId ?? 'without an id'} stands before this output.` : `The call ${item.callId ?? ''} stands behind its output (input.${call.index}).`,
        providerError: `No tool call found for function call output with call_id ${item.callId ?? ''}.`,
      };
    }
  },
};
