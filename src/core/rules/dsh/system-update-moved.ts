import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshSystemUpdateMoved: Rule = {
  id: 'dsh/system-update-moved',
  severity: 'warning',
  summary: 'Where the route takes no system updates inside the history, the latest snapshot goes to the system field in front of everything: the model no longer sees when the instructions changed.',
  fix: 'Ask for systemPromptUpdate in-history where the route takes it; it is a fact of the model catalogue, not of the model\'s name.',
  sources: [{ text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/system-update-moved'),
};
