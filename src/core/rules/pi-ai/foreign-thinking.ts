import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piForeignThinking: Rule = {
  id: 'pi-ai/foreign-thinking',
  severity: 'info',
  summary: 'Thinking of another model, provider or API: 1.x leaves it out, 0.82 and 0.73.1 send it as visible text (redacted and blank thinking never). The same model is one with the same provider, API and model id.',
  fix: 'Send the session to the model that made it, or accept that it goes without its earlier thinking.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/foreign-thinking'),
};
