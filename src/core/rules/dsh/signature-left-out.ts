import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshSignatureLeftOut: Rule = {
  id: 'dsh/signature-left-out',
  severity: 'info',
  summary: 'Thinking is sent without its signature: it comes back only through a valid replay state of the same adapter for the very model asked for, and reasoning_content of Chat Completions has no place for one.',
  fix: 'Ask for the model that made the thinking.',
  sources: [{ text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/signature-left-out'),
};
