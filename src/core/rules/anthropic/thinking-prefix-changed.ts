import type { Hit, Judged, Rule } from '../rule.ts';
import { gate } from '../../replay/model-gates.ts';
import { thinkingOf } from '../views/bound-thinking.ts';
import { messagesView } from '../views/messages-view.ts';

/** Newer models bind thinking to everything in front of it. A session file cannot prove that nothing changed: said once. */
export const thinkingPrefixChanged: Rule = {
  id: 'anthropic/thinking-prefix-changed',
  severity: 'info',
  summary: 'Models that check the prefix (Fable and Mythos 5.1, 5.2, Opus, Sonnet and Haiku 5.5) refuse or drop thinking when `system`, `tools` or anything in front of it changed since it was made. A session file rarely holds system and tools, so the prefix cannot be proven; said once per request. Appending, cache markers and parameters outside system, tools and messages are no change.',
  fix: 'Append only; or take all thinking out, once and for good; or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
  sources: [
    { text: 'Anthropic documentation (preserved thinking, prefix checks); enforced by default for accounts created on or after 2026-08-31', date: '2026-11-30' },
    { text: 'live probe on Opus 5.5 and Fable 5.1', date: '2026-09-23' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): Invalid `?signature`? in `?thinking`? block\. The block is bound to a different conversation/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined || gate('prefixCheck', judged.model) === 'no') return;
    for (const run of view.runs) {
      const first = run.role === 'assistant' ? thinkingOf(view, run).find((thinking) => thinking.bound) : undefined;
      if (first === undefined) continue;
      const path = view.path(first.wire);
      yield {
        wirePath: path, blocks: first.ids, confidence: 'inferred',
        message: `Cannot prove the prefix: ${judged.model === undefined ? 'a model that checks it refuses or drops' : 'this model may refuse or drop'} thinking from here on if system, tools or anything before it changed since it was made.`,
        providerError: `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`,
      };
      return;
    }
  },
};
