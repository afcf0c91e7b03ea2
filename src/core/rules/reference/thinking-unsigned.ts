import type { Rule } from '../rule.ts';
import { omittedThroughout } from '../views/decided.ts';

/** Reports thinking without a signature that is not sent; once per request. */
export const referenceThinkingUnsigned: Rule = {
  id: 'reference/thinking-unsigned',
  severity: 'info',
  summary: 'Thinking without a signature, and reasoning without encrypted content, is not sent: the Messages API answers 400 to a thinking block without one, and the Responses API takes reasoning back only as its own encrypted item. It is never turned into text.',
  fix: 'Nothing brings a signature back. Ask for encrypted reasoning (include: reasoning.encrypted_content) while recording.',
  sources: [{ text: 'openclaw issue 8664 (thinking without a signature refused)', date: '2026-02-04' }, { text: 'anomalyco/opencode issue 25005 (a model switch removed the signatures)', date: '2026-11-30' }],
  check: (judged) => omittedThroughout(judged, 'reference/thinking-unsigned'),
};
