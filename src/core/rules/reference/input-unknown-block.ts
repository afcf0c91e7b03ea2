import type { Rule } from '../rule.ts';
import { omittedByTurn } from '../views/decided.ts';

/** Reports blocks of no known meaning in input that mode repair left out; once per turn. */
export const referenceInputUnknownBlock: Rule = {
  id: 'reference/input-unknown-block',
  severity: 'info',
  summary: 'A block type with no meaning here stands in user or tool-result input. Mode strict refuses the request, because nobody can tell what the model would miss; mode repair leaves the block out.',
  fix: 'Give the model the content as text.',
  sources: [{ text: 'dsh decision record "Replay assistant blocks in Messages user input"', date: '2026-09-18' }],
  check: (judged) => omittedByTurn(judged, 'reference/input-unknown-block'),
};
