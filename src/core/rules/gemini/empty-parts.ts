import { member, textFacts } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { contentIds, geminiContents } from '../views/gemini-view.ts';

/** A content says something. */
export const emptyParts: Rule = {
  id: 'gemini/empty-parts',
  severity: 'error',
  summary: 'A content with no parts, or with nothing but empty text, is refused. It comes from an assistant turn that was aborted, or from one whose reasoning a converter left out. A user turn with nothing left is not sent.',
  fix: 'Leave the content out, then look at the order of the turns again.',
  sources: [{ text: 'anomalyco/opencode issue 17519; ten public repositories quote the text', date: '2026-11-30' }],
  errorText: /must include at least one parts field/,
  *check(judged: Judged): Generator<Hit> {
    for (const content of geminiContents(judged) ?? []) {
      if (!content.parts.every((part) => part.kind === 'text' && !part.signed && textFacts(member(part.node, 'text'))?.state === 'empty')) continue;
      yield {
        wirePath: `contents.${content.index}`, providerPath: `contents[${content.index}]`, blocks: contentIds(judged, content),
        message: content.parts.length === 0 ? 'The content has no parts.' : 'The content holds empty text only.',
        providerError: 'Unable to submit request because it must include at least one parts field, which describes the prompt input.',
      };
    }
  },
};
