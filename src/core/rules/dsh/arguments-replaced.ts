import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports what the dsh adapters decided by it. */
export const dshArgumentsReplaced: Rule = {
  id: 'dsh/arguments-replaced',
  severity: 'warning',
  summary: 'dsh keeps tool-call arguments as the raw string that the model wrote. Its Messages and pi-ai adapters need an object: arguments that are not valid JSON, or no object, go out as an empty object, and the model later reads a call that it never made. The Chat adapter sends the raw string.',
  fix: 'Nothing in the session is lost; use dsh/chat where the raw arguments matter.',
  sources: [{ text: 'dsh llm-deepseek serializers, read in public forks that carry upstream history', date: '2026-09-30' }, { text: 'dsh llm-pi-ai context builder, read in the snapshot of 2026-08-21 and in public forks', date: '2026-09-30' }],
  check: (judged) => decidedBy(judged, 'dsh/arguments-replaced'),
};
