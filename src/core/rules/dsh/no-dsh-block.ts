import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshNoDshBlock: Rule = {
  id: 'dsh/no-dsh-block',
  severity: 'info',
  summary: 'A session of another client holds content that no dsh block can hold: redacted thinking, hosted tools, compaction payloads. A dsh session could not have recorded it, so it is left out.',
  fix: 'Use a target of the API that the content was made for.',
  sources: [{ text: 'the block vocabulary of dsh v0 to v4', date: '2026-11-30' }],
  check: (judged) => decidedBy(judged, 'dsh/no-dsh-block'),
};
