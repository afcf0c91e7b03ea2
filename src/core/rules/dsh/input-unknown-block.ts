import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshInputUnknownBlock: Rule = {
  id: 'dsh/input-unknown-block',
  severity: 'info',
  summary: 'Block types that plugins add to input are left out by the Chat and pi-ai adapters. The Messages adapter refuses them.',
  fix: 'Give the model the content as text.',
  sources: [{ text: 'deepseek-harness snapshot (0.1.1-rc.2)', date: '2026-08-21' }, { text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/input-unknown-block'),
};
