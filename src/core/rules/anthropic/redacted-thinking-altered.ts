import type { Hit, Judged, Rule } from '../rule.ts';
import { alterationOf, thinkingOf, type WireThinking } from '../views/bound-thinking.ts';
import { messagesView } from '../views/messages-view.ts';

/** Redacted thinking goes back as `redacted_thinking` with its data. */
export const redactedThinkingAltered: Rule = {
  id: 'anthropic/redacted-thinking-altered',
  severity: 'error',
  summary: 'A `redacted_thinking` block without `data`, with other data than recorded, or sent as `thinking` with empty text. It needs no signature, and it must keep its place.',
  fix: 'Send it as it was recorded; otherwise take all thinking of the loop out.',
  sources: [{ text: 'Anthropic documentation (redacted thinking)', date: '2026-11-30' }],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+)(?:\.redacted_thinking\.data: Field required|: `?thinking`? or `?redacted_thinking`? blocks in the latest assistant message cannot be modified)/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const latest = view.runs.findLast((run) => run.role === 'assistant');
    for (const run of view.runs) {
      if (run.role !== 'assistant') continue;
      for (const thinking of thinkingOf(view, run)) {
        const wrong = alteration(thinking);
        if (wrong === undefined) continue;
        const path = view.path(thinking.wire);
        const missing = wrong === 'missing';
        yield {
          wirePath: path, ...(missing ? { providerPath: `${path}.redacted_thinking.data` } : {}), blocks: thinking.ids, severity: missing || run === latest ? 'error' : 'warning',
          message: MESSAGES[wrong],
          ...(missing ? { providerError: `${path}.redacted_thinking.data: Field required` } : run === latest ? { providerError: `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.` } : {}),
        };
      }
    }
  },
};

const MESSAGES = {
  missing: 'The redacted thinking has no data.',
  altered: 'The data of the redacted thinking is not the recorded one.',
  converted: 'Redacted thinking is sent as a thinking block; the provider may reject it.',
} as const;

function alteration(thinking: WireThinking): keyof typeof MESSAGES | undefined {
  if (thinking.wire.type === 'thinking') return thinking.block?.kind === 'redacted-thinking' ? 'converted' : undefined;
  if (!thinking.bound) return 'missing';
  return alterationOf(thinking) === 'value' ? 'altered' : undefined;
}
