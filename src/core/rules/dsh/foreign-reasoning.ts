import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshForeignReasoning: Rule = {
  id: 'dsh/foreign-reasoning',
  severity: 'info',
  summary: 'An assistant message without a usable pi-ai replay state, or made by another model than the one asked for, is foreign to pi-ai. Up to 0.8x pi-ai turns its reasoning into visible assistant text; 1.x drops it.',
  fix: 'Continue with the model that made it, while its replay state is valid.',
  sources: [{ text: 'dsh llm-pi-ai context builder, read in the snapshot of 2026-08-21 and in public forks', date: '2026-09-30' }, { text: 'pi-ai 0.82.1 and 1.6.0, transformMessages', date: '2026-11-30' }],
  check: (judged) => decidedBy(judged, 'dsh/foreign-reasoning'),
};
