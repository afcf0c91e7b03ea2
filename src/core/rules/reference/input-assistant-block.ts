import type { Rule } from '../rule.ts';
import { omittedByTurn } from '../views/decided.ts';

/** Reports assistant blocks in user or tool-result input that a reference serializer left out; once per turn. */
export const referenceInputAssistantBlock: Rule = {
  id: 'reference/input-assistant-block',
  severity: 'info',
  summary: 'Reasoning, refusals and tool calls in user or tool-result input (a notice of a finished sub-agent carries the child\'s blocks) are left out: no API takes them there. The omission keys on the input\'s role and the block\'s type, never on where they came from or when.',
  fix: 'Nothing to repair: text and images of the input are sent, and the session file keeps the rest.',
  sources: [{ text: 'dsh decision record "Replay assistant blocks in Messages user input"', date: '2026-09-18' }],
  check: (judged) => omittedByTurn(judged, 'reference/input-assistant-block'),
};
