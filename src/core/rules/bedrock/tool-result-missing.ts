import type { Hit, Judged, Rule } from '../rule.ts';
import { converseMessages, wireIds } from '../views/converse-view.ts';

/** Every call is answered in the next message. */
export const bedrockToolResultMissing: Rule = {
  id: 'bedrock/tool-result-missing',
  severity: 'error',
  summary: 'Every `toolUse` of an assistant message must have a `toolResult` with its id in the user message directly behind it: all of them in that one message.',
  fix: 'Put all results of a batch into one user message behind the calls, and add one for each call that has none.',
  sources: [{ text: 'genkit-ai/aws-bedrock-js-plugin issue 664; ten public repositories quote the text', date: '2026-07-15' }],
  errorText: /Expected toolResult blocks at messages\.(?<m>\d+)\.content for the following Ids: (?<ids>[^\s]+(?:, ?[^\s]+)*)/,
  *check(judged: Judged): Generator<Hit> {
    const messages = converseMessages(judged) ?? [];
    for (const message of messages) {
      if (message.role !== 'assistant' || message.calls.length === 0) continue;
      const given = new Set(messages[message.index + 1]?.results.map((result) => result.id));
      const open = message.calls.filter((call) => !given.has(call.id));
      if (open.length === 0) continue;
      const ids = open.map((call) => call.id ?? '(no id)').join(', ');
      // The provider names the place where the results should stand; where nothing stands there the call is pointed at.
      const after = messages[message.index + 1];
      yield {
        wirePath: after === undefined || after.blocks.length === 0 ? `messages.${message.index}` : `messages.${after.index}.content`, blocks: wireIds(judged, message, open), message: `No result stands directly behind ${open.length === 1 ? 'the call' : `${open.length} calls`} ${ids}.`,
        providerError: `Expected toolResult blocks at messages.${message.index + 1}.content for the following Ids: ${ids}`,
      };
    }
  },
};
