import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshSystemAsUser: Rule = {
  id: 'dsh/system-as-user',
  severity: 'info',
  summary: 'pi-ai up to 0.8x has one prompt slot. A system message that did not fill it becomes a user message in its place: the order is kept, the role is not.',
  fix: 'Use a route that takes system updates inside the history.',
  sources: [{ text: 'deepseek-harness snapshot (0.1.1-rc.2)', date: '2026-08-21' }, { text: 'dsh llm-pi-ai context builder, read in the snapshot of 2026-08-21 and in public forks', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/system-as-user'),
};
