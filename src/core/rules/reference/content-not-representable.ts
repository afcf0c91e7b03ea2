import type { Rule } from '../rule.ts';
import { omittedByTurn } from '../views/decided.ts';

/** Reports what a reference serializer left out because its API has no form for it; once per turn. */
export const referenceContentNotRepresentable: Rule = {
  id: 'reference/content-not-representable',
  severity: 'info',
  summary: 'Content whose meaning is known but which the API cannot carry: an encrypted part, a tool call that another provider ran itself, a compaction of another provider, control items. It is left out; the session file keeps it.',
  fix: 'Use a target of the API that the content was made for, or give the model the content as text.',
  sources: [{ text: 'request schemas of the Anthropic Messages, Chat Completions and Responses APIs', date: '2026-11-30' }],
  check: (judged) => omittedByTurn(judged, 'reference/content-not-representable'),
};
