import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** One info per way in which a client sends something else than the file holds. */
export const clientChangedOnWire: Rule = {
  id: 'client/changed-on-wire',
  severity: 'info',
  summary: 'The client sends something else than it stored. Claude Code puts reminders into the tool result before them (its end is trimmed), frames its own notes, leaves out empty text (2.1.332) and calls without a result (2.1.197), and stores the arguments of Edit with defaults that the model did not write; Codex takes out outputs whose call is gone.',
  fix: 'Read the request, not the record, where a provider complains about such a place.',
  sources: [{ text: 'recorded sessions of Codex 0.171.0 and Claude Code 2.1.197 and 2.1.332 and the requests they sent', date: '2026-11-30' }, { text: 'openai/codex source (history is normalised before it is sent)', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'client/changed-on-wire'),
};
