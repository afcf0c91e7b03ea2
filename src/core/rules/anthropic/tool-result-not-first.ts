import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView, type WireBlock } from '../views/messages-view.ts';

/** Results come first in the message that answers calls. */
export const toolResultNotFirst: Rule = {
  id: 'anthropic/tool-result-not-first',
  severity: 'error',
  summary: 'In the user message that answers tool calls, the required `tool_result` blocks come before anything else. Text or an image in front of one fails with the text of a missing result.',
  fix: 'Put the results first, in call order, then text and images.',
  sources: [
    { text: 'Anthropic documentation, stop reasons page', date: '2026-11-30' },
    { text: 'anthropics/anthropic-sdk-typescript issue 653', date: '2025-01-31' },
  ],
  errorText: /messages\.(?<m>\d+): `?tool_use`? ids were found without `?tool_result`? blocks immediately after: (?<ids>[^\s,]+(?:, ?[^\s,]+)*?)\.? Each `?tool_use`? block|Did not find \d+ `?tool_result`? block\(s\) at the beginning of this message/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    for (const [at, run] of view.runs.entries()) {
      const before = view.runs[at - 1];
      if (run.role !== 'user' || before?.role !== 'assistant') continue;
      const blocker = run.blocks.find((block) => block.type !== 'tool_result');
      if (blocker === undefined) continue;
      const late: WireBlock[] = [];
      let passed = false;
      for (const block of run.blocks) { if (block === blocker) passed = true; else if (passed && block.type === 'tool_result') late.push(block); }
      if (late.length === 0) continue;
      const calls = new Map<string | undefined, WireBlock>();
      for (const block of before.blocks) if (block.type === 'tool_use') calls.set(view.callId(block), block);
      const required = late.filter((block) => calls.has(view.callId(block)));
      const [first] = required;
      const call = first === undefined ? undefined : calls.get(view.callId(first));
      if (first === undefined || call === undefined) continue;
      const ids = required.map((block) => view.callId(block)).join(', ');
      yield {
        wirePath: view.path(first), providerPath: `messages.${call.message}`,
        blocks: [...required, blocker, call].flatMap((block) => view.ids(block)),
        message: `Content of type ${blocker.type} at ${view.path(blocker)} stands in front of the result of ${ids}.`,
        providerError: `messages.${call.message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      };
    }
  },
};
