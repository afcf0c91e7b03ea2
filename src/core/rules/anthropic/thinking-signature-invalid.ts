import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView } from '../views/messages-view.ts';
import { signatureHits } from '../views/signature-state.ts';

/** A signature goes back byte for byte. Only what shows offline is found: an empty, cut or changed value. */
export const thinkingSignatureInvalid: Rule = {
  id: 'anthropic/thinking-signature-invalid',
  severity: 'error',
  summary: 'A thinking block carries a signature that the service cannot verify: empty, cut short, or another value than the one recorded. Older turns are checked too. What looks right here may still be refused: only the provider can verify a signature.',
  fix: 'Leave the block out, and in the open tool loop all thinking of the loop; on models that check the prefix, from it to the end.',
  sources: [
    { text: 'openclaw PR 70437 (live: truncated or empty signature refused)', date: '2026-04-25' },
    { text: 'anthropics/anthropic-sdk-python issue 1598 (vendor staff: signatures do not expire)', date: '2026-08-05' },
    { text: 'live probe: one changed byte is refused on every wire', date: '2026-09-23' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): Invalid `?signature`? in `?thinking`? block(?!\. The block is bound)/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    yield* signatureHits(view, {
      empty: { severity: 'error', message: 'The signature of the thinking block is empty.' },
      altered: { severity: 'error', message: 'The signature that would be sent is not the recorded one.' },
      truncated: { severity: 'error', message: 'The signature is cut short: its container announces more than is there.' },
    }, (path) => `${path}: Invalid \`signature\` in \`thinking\` block`);
  },
};
