import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshAssistantsMerged: Rule = {
  id: 'dsh/assistants-merged',
  severity: 'info',
  summary: 'The Messages adapter appends a message to the one before where both have the same wire role: two responses with nothing between them that is sent become one assistant message. With signed thinking in both the provider may refuse that; the boundary says so.',
  fix: 'Keep a user or tool message between the responses.',
  sources: [{ text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/assistants-merged'),
};
