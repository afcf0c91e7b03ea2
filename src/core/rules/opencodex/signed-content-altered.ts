import type { Hit, Judged, Rule } from '../rule.ts';
import { isKnown, lineOf } from '../views/bound-thinking.ts';
import { messagesView } from '../views/messages-view.ts';
import { thinkingChanges, type ThinkingChange } from '../views/thinking-changes.ts';

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
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const latest = view.runs.findLast((run) => run.role === 'assistant');
    for (const run of view.runs) {
      if (run.role !== 'assistant') continue;
      for (const change of thinkingChanges(view, run)) {
        if (change.what === 'lost-unsigned') continue;
        const certain = run === latest && isKnown(change.thinking.confidence);
        yield {
          wirePath: view.path(change.thinking.wire), blocks: [...new Set([...change.thinking.ids, ...change.partners])],
          severity: certain ? 'error' : 'warning', confidence: change.thinking.confidence, message: messageOf(judged, change),
        };
      }
    }
  },
};

function messageOf(judged: Judged, { what, thinking, partners }: ThinkingChange): string {
  const line = lineOf(judged, thinking.ids[0]);
  const other = lineOf(judged, partners[partners.length - 1]);
  switch (what) {
    case 'moved': return `opencodex changes the order of a response with signed thinking (${line} against ${other}).`;
    case 'lost': case 'lost-unsigned': return `opencodex sends signed thinking (${line}) without the thinking beside it (${other}).`;
    case 'separator-lost': return `opencodex brings two thinking blocks together (${line}): what stood between them (${other}) is not sent.`;
    case 'text-altered': return `opencodex sends other text under a signature (${line}).`;
  }
}
