import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView } from '../views/messages-view.ts';
import { signatureHits } from '../views/signature-state.ts';

/** A signature is base64. */
export const thinkingSignatureMalformed: Rule = {
  id: 'anthropic/thinking-signature-malformed',
  severity: 'error',
  summary: 'The signature of a thinking block has characters outside base64, or a length that is no multiple of 4: pieces of a stream were lost when it was put together.',
  fix: 'Leave the block out; the signature cannot be repaired.',
  sources: [{ text: 'openclaw PR 97019 (20 of 2,979 blocks, every bad one failed); openclaw issue 92201', date: '2026-11-30' }],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): Invalid `?signature`? in `?thinking`? block(?!\. The block is bound)/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view !== undefined) yield* signatureHits(view, { malformed: { severity: 'error', message: 'The signature is not base64.' } }, (path) => `${path}: Invalid \`signature\` in \`thinking\` block`);
  },
};
