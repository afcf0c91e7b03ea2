import type { Rule } from '../rule.ts';
import { omittedThroughout } from '../views/decided.ts';

/** Reports reasoning that an adapter of the client never sends on; once per request. */
export const thinkingLeftOut: Rule = {
  id: 'opencodex/thinking-left-out',
  severity: 'info',
  summary: 'opencodex sends reasoning to Google never, to Chat Completions only for models on the provider\'s list, and a redacted payload to nobody but Anthropic. What it leaves out, signed or not, leaves no marker; a turn of nothing else disappears whole.',
  fix: 'Put the model on the provider\'s list of those that want their reasoning back (`preserveReasoning`), or send the session to the provider that made the reasoning.',
  sources: [
    { text: 'opencodex 2.63.0 run on recorded and hand-made inputs (golden cases 01 and 08)', date: '2026-11-30' },
    { text: 'opencodex source 2.31.0', date: '2026-08-22' },
  ],
  check: (judged) => omittedThroughout(judged, 'opencodex/thinking-left-out'),
};
