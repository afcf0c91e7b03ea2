import type { Rule } from '../rule.ts';
import { omittedThroughout } from '../views/decided.ts';

/** Reports another provider's thinking that is not sent; once per kind of it. */
export const referenceThinkingForeign: Rule = {
  id: 'reference/thinking-foreign',
  severity: 'info',
  summary: 'Thinking that another provider signed or encrypted, that is bound to another maker\'s model, or whose envelope cannot be opened is not sent: a provider answers 400 to values that it did not make. It is never turned into text. What the thinking is follows from where it was recorded, never from decoding alone.',
  fix: 'Continue with the provider that made it.',
  sources: [{ text: 'openclaw issue 91205; NousResearch/hermes-agent issue 24401 (another provider\'s value refused by Claude)', date: '2026-11-30' }, { text: 'openai/codex issues 8119 to 8145 (encrypted content that cannot be verified)', date: '2025-12-16' }],
  check: (judged) => omittedThroughout(judged, 'reference/thinking-foreign'),
};
