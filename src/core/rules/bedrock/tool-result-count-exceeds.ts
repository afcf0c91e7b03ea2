import type { Hit, Judged, Rule } from '../rule.ts';
import { converseMessages, wireIds } from '../views/converse-view.ts';

/** No more results than calls. */
export const toolResultCountExceeds: Rule = {
  id: 'bedrock/tool-result-count-exceeds',
  severity: 'error',
  summary: 'A user message may not hold more `toolResult` blocks than the assistant message in front of it has `toolUse` blocks. It happens where the history was cut between a call and its result, and where results are sent twice.',
  fix: 'Leave the result out, or cut the history in front of its call.',
  sources: [{ text: 'strands-agents/harness-sdk issue 1435; pydantic/pydantic-ai issue 2327; langgenius/dify-official-plugins issue 765; Just-Curieous/Curie issue 16', date: '2026-01-31' }],
  errorText: /The number of toolResult blocks at messages\.(?<m>\d+)\.content exceeds the number of toolUse blocks of previous turn/,
  *check(judged: Judged): Generator<Hit> {
    const messages = converseMessages(judged) ?? [];
    for (const message of messages) {
      const before = messages[message.index - 1];
      const calls = before?.role === 'assistant' ? before.calls : [];
      if (message.results.length <= calls.length) continue;
      const known = new Set(calls.map((call) => call.id));
      const orphans = message.results.filter((result, at) => !known.has(result.id) || message.results.findIndex((other) => other.id === result.id) < at);
      yield {
        wirePath: `messages.${message.index}`, blocks: wireIds(judged, message, orphans), message: `${message.results.length} results stand behind ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}.`,
        providerError: `The number of toolResult blocks at messages.${message.index}.content exceeds the number of toolUse blocks of previous turn.`,
      };
    }
  },
};
