import type { Hit, Judged, Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** What the next request needs and the file does not hold: one info each, never made up. */
export const clientNotRecorded: Rule = {
  id: 'client/not-recorded',
  severity: 'info',
  summary: 'The next request of the client holds something that its file does not: base instructions as sent, tool definitions, reminders whose text an older version does not store. It is left out or sent as it is stored, never made up.',
  fix: 'Record a request on the way to the provider where the exact words matter.',
  sources: [{ text: 'recorded sessions of Codex 0.171.0 and Claude Code 2.1.197 and 2.1.332 and the requests they sent', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    yield* decidedThroughout(judged, 'client/not-recorded');
    for (const what of judged.conversation.recorded.missing) yield { blocks: [], message: `Not in the file: ${what}.` };
  },
};
