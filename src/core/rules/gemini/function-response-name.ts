import type { Hit, Judged, Rule } from '../rule.ts';
import { geminiContents, partIds, partPath, type GeminiPart } from '../views/gemini-view.ts';

/** A response names the function that was called. */
export const functionResponseName: Rule = {
  id: 'gemini/function-response-name',
  severity: 'warning',
  summary: 'The `name` of a function response must be that of the call it answers. Where ids are missing it is the only thing that pairs them. That the API refuses another name is inferred, not documented.',
  fix: 'Name the function of the call.',
  sources: [{ text: 'Gemini API reference, FunctionResponse.name (required)', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    const called = new Map<string, string>();
    for (const content of geminiContents(judged) ?? []) {
      for (const call of content.calls) if (call.id !== undefined && call.name !== undefined) called.set(call.id, call.name);
      for (const response of content.responses) {
        const name = response.id === undefined ? undefined : called.get(response.id);
        if (response.name !== undefined && response.name !== '' && (name === undefined || name === response.name)) continue;
        yield { ...partPath(content, response), blocks: partIds(judged, content, [response]), message: said(response, name) };
      }
    }
  },
};

function said(response: GeminiPart, name: string | undefined): string {
  return response.name === undefined || response.name === '' ? 'The function response names no function.' : `The function response names ${response.name}, the call ${name ?? ''}.`;
}
