import type { Hit, Judged, Rule } from '../rule.ts';
import { signedMessagesChanges } from '../views/signed-content.ts';

/** What the client does to signed thinking, whether or not the provider notices. */
export const signedContentAltered: Rule = {
  id: 'opencodex/signed-content-altered',
  severity: 'warning',
  summary: 'The client sends a response with signed thinking otherwise than the model made it: thinking moved against its siblings, a signed sibling left out, or two thinking blocks brought together that something separated. Signatures are copied untouched; it is what they stand among that changes.',
  fix: 'Send the response in its recorded order and whole, or without any thinking once the tool loop is closed.',
  sources: [
    { text: 'opencodex 2.63.0 run on recorded and hand-made inputs', date: '2026-11-30' },
    { text: 'anthropics/anthropic-sdk-python issue 1598: vendor staff on reordered and merged thinking', date: '2026-08-05' },
  ],
  check: (judged: Judged): Generator<Hit> => signedMessagesChanges(judged, 'opencodex'),
};
