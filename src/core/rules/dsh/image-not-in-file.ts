import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshImageNotInFile: Rule = {
  id: 'dsh/image-not-in-file',
  severity: 'warning',
  summary: 'dsh keeps image bytes in its attachment store; the session log names them by digest only. dsh itself would send the image, an export from the file alone cannot: a text stands in its place.',
  fix: 'Export on the machine that has the attachment store, or attach the image again.',
  sources: [{ text: 'deepseek-harness snapshot (0.1.1-rc.2)', date: '2026-08-21' }],
  check: (judged) => decidedBy(judged, 'dsh/image-not-in-file'),
};
