import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piUnknownBlock: Rule = {
  id: 'pi-ai/unknown-block',
  severity: 'info',
  summary: 'A block or message that pi-ai has no form for. In an answer and in results it is left out; in user input whatever is no text goes out as an image, and Mistral takes it for a call in an answer. Sessions of other clients lose what a pi-ai context cannot hold.',
  fix: 'Take it out of the context, or put what it says into text.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/unknown-block'),
};
