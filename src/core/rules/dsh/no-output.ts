import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshNoOutput: Rule = {
  id: 'dsh/no-output',
  severity: 'info',
  summary: 'Chat Completions and pi-ai want some content in a tool result: an empty one goes out as "(no output)". On Messages it stays empty.',
  fix: 'Nothing to repair.',
  sources: [{ text: 'deepseek-harness snapshot (0.1.1-rc.2)', date: '2026-08-21' }, { text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/no-output'),
};
