import type { Hit, Judged, Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piFillerInserted: Rule = {
  id: 'pi-ai/filler-inserted',
  severity: 'info',
  summary: 'Where a provider takes nothing empty, pi-ai puts words of its own: for a tool result without text, for a message without content (Bedrock), for reasoning_content where a model wants one, and an assistant message between results and a user message where a model needs that.',
  fix: 'Nothing to repair.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    yield* decidedThroughout(judged, 'pi-ai/filler-inserted');
    for (const { wirePath, reason, rule } of judged.replay.inserted) if (rule === 'pi-ai/filler-inserted') yield { wirePath, blocks: [], message: reason };
  },
};
