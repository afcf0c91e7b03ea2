import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { contentIds, geminiContents } from '../views/gemini-view.ts';

/** Newer models do not go on from a model content. */
export const endsWithModelTurn: Rule = {
  id: 'gemini/ends-with-model-turn',
  severity: 'error',
  summary: 'Gemini 3.6 Flash, 3.5 Flash-Lite and every later release refuse a request that ends on a model content; 3.5 Flash and 2.5 Flash take it. A session that is replayed without its next user message ends so by nature: then this is a note.',
  fix: 'Add the next user message.',
  sources: [
    { text: 'ai.google.dev latest-model page as quoted in cline/cline issue 12521; LibreChat-AI/agents PR 323 (live matrix)', date: '2026-07-21' },
    { text: 'anomalyco/opencode issues 45359, 47034; pipecat-ai/pipecat PR 5821; google-gemini/gemini-cli PR 29527', date: '2026-11-30' },
  ],
  errorText: /Requests ending with a model turn are not supported|not supported unless the last part is a function response/,
  *check(judged: Judged): Generator<Hit> {
    const contents = geminiContents(judged) ?? [];
    const last = contents[contents.length - 1];
    if (last?.role !== 'model' || last.calls.length > 0) return;
    const recorded = judged.serializer.kind === 'recorded';
    const severity = gatedSeverity(gate('modelEndingRejected', judged.model), recorded ? 'error' : 'info');
    if (severity === undefined) return;
    yield {
      wirePath: `contents.${last.index}`, providerPath: `contents[${last.index}]`, blocks: [...contentIds(judged, last)].reverse(), severity,
      message: recorded ? 'The request ends on a model content.' : 'The conversation ends on a model turn: add the next user message (a prompt) before it is sent.',
      providerError: 'Requests ending with a model turn are not supported.',
    };
  },
};
