import type { Hit, Judged, Rule } from '../rule.ts';
import { signedMessagesChanges, signedTextChanges } from '../views/signed-content.ts';

/** What a client does to signed content, whether or not the provider notices. */
export const piSignedContentAltered: Rule = {
  id: 'pi-ai/signed-content-altered',
  severity: 'warning',
  summary: 'pi-ai sends signed content otherwise than the model made it: lone surrogates taken out of thinking whose signature covers them, thinking moved against its siblings or sent without one, or two thinking blocks brought together that something separated. Signatures are copied untouched; it is what they cover, or stand among, that changes.',
  fix: 'Send the response in its recorded order, whole and to the character, or without any thinking once the tool loop is closed.',
  sources: [
    { text: 'pi-ai 0.73.1 run on generated contexts; bodies recorded of 1.6.0 and 0.73.1', date: '2026-11-30' },
    { text: 'anthropics/anthropic-sdk-python issue 1598: vendor staff on reordered and merged thinking', date: '2026-08-05' },
  ],
  *check(judged: Judged): Generator<Hit> {
    yield* signedMessagesChanges(judged, 'pi-ai');
    yield* signedTextChanges(judged, 'pi-ai');
  },
};
