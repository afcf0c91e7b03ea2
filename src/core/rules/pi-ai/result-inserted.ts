import type { Hit, Judged, Rule } from '../rule.ts';

/** One warning for each result that the client makes up. */
export const piResultInserted: Rule = {
  id: 'pi-ai/result-inserted',
  severity: 'warning',
  summary: 'A call that nothing answers before the next answer, the next user message or the end gets a result from pi-ai: an error with the text "No result provided". A result that comes later is sent as well, and then answers the call a second time.',
  fix: 'Put the result directly behind the answer that made the call.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const { wirePath, reason, rule } of judged.replay.inserted) if (rule === 'pi-ai/result-inserted') yield { wirePath, blocks: [], message: reason };
  },
};
