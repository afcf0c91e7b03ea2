import type { Hit, Judged, Rule } from '../rule.ts';
import { geminiContents, partIds } from '../views/gemini-view.ts';

/** A call follows what the user or a function said. */
export const functionTurnOrder: Rule = {
  id: 'gemini/function-turn-order',
  severity: 'error',
  summary: 'A content with a function call must stand directly behind a user content or a function response: not behind another model content, and not at the head of the request, where a cut of the history leaves it.',
  fix: 'Join adjacent model contents, and never cut the history in front of a call.',
  sources: [{ text: 'ten public repositories quote the text (histories that begin with a call, prompts that begin with the model)', date: '2026-11-30' }],
  errorText: /Please ensure that function call turn comes immediately after a user turn or after a function response turn/,
  *check(judged: Judged): Generator<Hit> {
    const contents = geminiContents(judged) ?? [];
    for (const content of contents) {
      const before = contents[content.index - 1];
      if (content.role !== 'model' || content.calls.length === 0 || before !== undefined && before.role !== 'model') continue;
      yield {
        wirePath: `contents.${content.index}`, providerPath: `contents[${content.index}]`, blocks: partIds(judged, content, content.calls),
        message: before === undefined ? 'The request begins with a function call.' : 'A function call stands in a model content behind another model content.',
        providerError: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      };
    }
  },
};
