import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshInputAssistantBlock: Rule = {
  id: 'dsh/input-assistant-block',
  severity: 'info',
  summary: 'Reasoning and tool-call blocks in user or tool-result input (settlement notices of sub-agents carry the child\'s blocks) are left out. The omission keys on the input\'s role and the block\'s type alone, never on where they came from or when; the session file keeps them.',
  fix: 'Nothing to repair. Before this decision the Messages adapter refused such a session.',
  sources: [{ text: 'dsh decision record "Replay assistant blocks in Messages user input"', date: '2026-09-18' }, { text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/input-assistant-block'),
};
