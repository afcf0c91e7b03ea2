import type { Rule } from '../rule.ts';
import { omittedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piThinkingLeftOut: Rule = {
  id: 'pi-ai/thinking-left-out',
  severity: 'info',
  summary: 'Thinking of the same model that is not sent: blank without a signature (with one too, in 0.73.1 and on Bedrock), without a reasoning item on the Responses APIs, without the name of a field on Chat Completions, or in an answer that has nothing else there.',
  fix: 'Nothing to repair; the file keeps it.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => omittedThroughout(judged, 'pi-ai/thinking-left-out'),
};
