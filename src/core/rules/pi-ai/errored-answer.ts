import type { Rule } from '../rule.ts';
import { omittedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piErroredAnswer: Rule = {
  id: 'pi-ai/errored-answer',
  severity: 'info',
  summary: 'An answer that ended in an error or was aborted is not sent, whatever it holds. Results of its calls stay, and then answer nothing.',
  fix: 'Nothing to repair; results that lost their call are refused by providers that pair them.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => omittedThroughout(judged, 'pi-ai/errored-answer'),
};
