import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshImageOmitted: Rule = {
  id: 'dsh/image-omitted',
  severity: 'info',
  summary: 'For a model that takes text only, and for images over the request\'s image limit, dsh\'s runtime puts a text in place of an image before any adapter sees it.',
  fix: 'Use a route that takes images.',
  sources: [{ text: 'deepseek-harness snapshot (0.1.1-rc.2)', date: '2026-08-21' }, { text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/image-omitted'),
};
