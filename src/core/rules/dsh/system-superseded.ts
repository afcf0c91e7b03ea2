import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshSystemSuperseded: Rule = {
  id: 'dsh/system-superseded',
  severity: 'info',
  summary: 'System messages of dsh are whole snapshots of the prompt. Where the route takes no updates inside the history only the latest one is sent.',
  fix: 'Ask for systemPromptUpdate in-history where the route takes it.',
  sources: [{ text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/system-superseded'),
};
