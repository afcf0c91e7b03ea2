import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piThinkingAsText: Rule = {
  id: 'pi-ai/thinking-as-text',
  severity: 'warning',
  summary: 'Thinking without a signature is sent as visible text on Messages and, for Claude, on Bedrock; all thinking is for a Chat model that is described so. It then stands between signed thinking as words that the model never said.',
  fix: 'Leave unsigned thinking out of the context, or set compat.allowEmptySignature for a model that takes it.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/thinking-as-text'),
};
