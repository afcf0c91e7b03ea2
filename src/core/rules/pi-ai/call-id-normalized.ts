import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piCallIdNormalized: Rule = {
  id: 'pi-ai/call-id-normalized',
  severity: 'info',
  summary: 'Ids of calls that another model made are spelled as the API takes them, and the results with them: other characters become underscores, long ids are cut or hashed, Mistral gets nine letters. Two ids can become one. The Responses APIs leave the item id of another model\'s call out.',
  fix: 'Nothing to repair; where two calls become one, give them ids that differ in their first characters.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/call-id-normalized'),
};
