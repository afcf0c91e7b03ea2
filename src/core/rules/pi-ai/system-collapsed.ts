import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piSystemCollapsed: Rule = {
  id: 'pi-ai/system-collapsed',
  severity: 'info',
  summary: 'System messages inside the history: for a model that does not take them there 1.x adds their texts to the prompt and replays changes of its sections; 0.73.1 does not know system messages and leaves them out.',
  fix: 'Set compat.supportsMidConvoSystemMessages for a model that takes them.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/system-collapsed'),
};
