import type { Rule } from '../rule.ts';
import { omittedByTurn } from '../views/decided.ts';

/** Reports what stood in system or developer texts and is no text; once per turn. */
export const referenceSystemNotText: Rule = {
  id: 'reference/system-not-text',
  severity: 'info',
  summary: 'System fields, system messages and instructions hold text only. Images, documents and other blocks in them are left out.',
  fix: 'Put the content into a user message.',
  sources: [{ text: 'request schemas of the Anthropic Messages, Chat Completions and Responses APIs', date: '2026-11-30' }],
  check: (judged) => omittedByTurn(judged, 'reference/system-not-text'),
};
