import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView } from '../views/messages-view.ts';
import { signatureHits } from '../views/signature-state.ts';

/** Thinking needs its signature key. */
export const thinkingSignatureMissing: Rule = {
  id: 'anthropic/thinking-signature-missing',
  severity: 'error',
  summary: 'A `thinking` block without `signature` is refused. Clients lose it when a stream breaks off or when a model switch removes metadata.',
  fix: 'Leave the block out or turn it into text; never send unsigned thinking. In the latest run leaving it out can be refused in its turn (`anthropic/thinking-modified-latest`).',
  sources: [
    { text: 'openclaw issue 8664; openclaw PR 84448 (live)', date: '2026-02-04' },
    { text: 'anomalyco/opencode issue 25005; Yeachan-Heo/gajae-code PR 4172 (live capture)', date: '2026-08-10' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+)\.thinking\.signature: Field required/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view !== undefined) yield* signatureHits(view, { missing: { severity: 'error', message: 'The thinking block has no signature.' } }, (path) => `${path}: Field required`, '.thinking.signature');
  },
};
