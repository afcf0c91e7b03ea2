import type { Hit, Judged, Rule } from '../rule.ts';
import { lineOf } from '../views/bound-thinking.ts';

/** Signed thinking whose text goes on without its signature. */
export const signatureRemoved: Rule = {
  id: 'opencodex/signature-removed',
  severity: 'info',
  summary: 'opencodex carries Anthropic signatures through Codex in an envelope of its own (`ocxr1:`). On the way to a Responses service it removes the envelope, and in `reasoning_content` of Chat Completions there is no place for one: the text of the thinking goes on, unsigned. What such a request brings back can never become signed Anthropic thinking again.',
  fix: 'Send the session to Anthropic to keep its signatures; elsewhere the text is all that can be used.',
  sources: [
    { text: 'opencodex 2.63.0 run on recorded inputs (golden case 01)', date: '2026-11-30' },
    { text: 'opencodex source 2.31.0', date: '2026-08-22' },
  ],
  *check(judged: Judged): Generator<Hit> {
    for (const decision of judged.replay.decisions.values()) {
      const path = decision.wirePaths[0];
      const block = judged.block(decision.block);
      if (path === undefined || block?.signature?.state !== 'signed' || decision.rule !== 'opencodex/signature-removed' && !unsigned(decision.also, judged.serializer.id)) continue;
      yield { wirePath: path, blocks: [decision.block], message: `The text of signed thinking (${lineOf(judged, decision.block)}) is sent without its signature.` };
    }
  },
};

/** A stronger mark (moved, merged) hides the conversion among the weaker ones. */
function unsigned(also: readonly string[], target: string): boolean {
  return target !== 'opencodex/anthropic' && also.includes('converted');
}
