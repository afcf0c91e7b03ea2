import type { Hit, Judged, Rule } from '../rule.ts';

/** One info per text or item that a client adds on the wire only. */
export const clientAddedOnWire: Rule = {
  id: 'client/added-on-wire',
  severity: 'info',
  summary: 'The client adds this when it sends the request; it is in no record. Codex answers a call without output with "aborted", Claude Code puts "No response requested." where an answer is missing, a result for a call that was cut off, and "Tool loaded." behind a result that loads tools.',
  fix: 'Nothing to repair.',
  sources: [{ text: 'recorded sessions of Codex 0.171.0 and Claude Code 2.1.197 and 2.1.332 and the requests they sent', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const { wirePath, reason, rule } of judged.replay.inserted) if (rule === 'client/added-on-wire') yield { wirePath, blocks: [], message: reason };
  },
};
