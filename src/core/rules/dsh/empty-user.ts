import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshEmptyUser: Rule = {
  id: 'dsh/empty-user',
  severity: 'info',
  summary: 'A user message with nothing left after the omissions is not sent by the Messages adapter (and by the later pi-ai adapter); the Chat adapter and the earlier pi-ai adapter send it as an empty string.',
  fix: 'Nothing to repair; the session keeps the message.',
  sources: [{ text: 'dsh decision record "Replay assistant blocks in Messages user input"', date: '2026-09-18' }, { text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/empty-user'),
};
