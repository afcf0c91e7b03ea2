import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshPairingRepaired: Rule = {
  id: 'dsh/pairing-repaired',
  severity: 'warning',
  summary: 'A fork of dsh drops calls that the next user turn does not answer, results without their call in the turn before, and every second result for one call, where upstream refuses the request. Nothing is made up.',
  fix: 'Ask for pairing strict to see what upstream refuses.',
  sources: [{ text: 'tool-pairing repair of a public fork (not upstream)', date: '2026-09-21' }],
  check: (judged) => decidedBy(judged, 'dsh/pairing-repaired'),
};
