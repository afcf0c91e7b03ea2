import type { Hit, Judged, Rule } from '../rule.ts';
import { contentIds, geminiContents, partIds } from '../views/gemini-view.ts';

/** As many responses as calls, in the content directly behind them. */
export const functionResponseCount: Rule = {
  id: 'gemini/function-response-count',
  severity: 'error',
  summary: 'A content with function responses must hold exactly as many as the model content in front of it has function calls, and a model content with calls must be followed by one. It fails after compression, after a cancelled tool, or where the responses of parallel calls stand in contents of their own.',
  fix: 'Put all responses of a step into one user content directly behind its calls, and add one for each call that has none.',
  sources: [
    { text: 'google-gemini/gemini-cli issues 3814, 4217, 7410, 16216, 16415, 16974, 17208, 17857, 18509, 18515', date: '2026-11-30' },
  ],
  errorText: /Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn/,
  *check(judged: Judged): Generator<Hit> {
    const contents = geminiContents(judged) ?? [];
    const providerError = 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    for (const content of contents) {
      const before = contents[content.index - 1];
      const calls = before?.role === 'model' ? before.calls : [];
      if (content.responses.length > 0 && content.responses.length !== calls.length) {
        const ids = partIds(judged, content, content.responses);
        yield { wirePath: `contents.${content.index}`, providerPath: `contents[${content.index}]`, providerError, blocks: [...ids.length > 0 ? ids : contentIds(judged, content), ...before === undefined ? [] : partIds(judged, before, calls)], message: `${content.responses.length} function ${content.responses.length === 1 ? 'response stands' : 'responses stand'} behind ${calls.length} function ${calls.length === 1 ? 'call' : 'calls'}.` };
      }
      const next = contents[content.index + 1];
      if (content.role === 'model' && content.calls.length > 0 && (next === undefined || next.responses.length === 0)) {
        yield { wirePath: `contents.${content.index}`, providerPath: `contents[${content.index}]`, providerError, blocks: partIds(judged, content, content.calls), message: `No function response stands directly behind ${content.calls.length === 1 ? 'this call' : `these ${content.calls.length} calls`}.` };
      }
    }
  },
};
