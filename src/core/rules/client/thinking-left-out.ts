import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** One info per reason for which Claude Code leaves thinking out of its next request. */
export const clientThinkingLeftOut: Rule = {
  id: 'client/thinking-left-out',
  severity: 'info',
  summary: 'Claude Code leaves out thinking of another model than the request\'s (and sends it again when that model is back), all earlier thinking once a provider refused some of it, and messages with nothing to see in them (thinking, blank text) whole.',
  fix: 'Nothing to repair: the file keeps it.',
  sources: [{ text: 'recorded sessions of Claude Code 2.1.197 and 2.1.332 and the requests they sent (scenarios d-redacted and k-model-switch)', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'client/thinking-left-out'),
};
