import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshAssistantUnknownBlock: Rule = {
  id: 'dsh/assistant-unknown-block',
  severity: 'info',
  summary: 'Block types that plugins add to assistant messages are left out by the Chat and pi-ai adapters without a marker. The Messages adapter refuses them.',
  fix: 'Remove the block, or the plugin that writes it, where the model needs its content as text.',
  sources: [{ text: 'deepseek-harness snapshot (0.1.1-rc.2)', date: '2026-08-21' }, { text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/assistant-unknown-block'),
};
