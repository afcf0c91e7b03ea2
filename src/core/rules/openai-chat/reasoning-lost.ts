import type { Rule } from '../rule.ts';
import { omittedThroughout } from '../views/decided.ts';

/** Reports reasoning that a Chat Completions request has no field for; once per request. */
export const reasoningLost: Rule = {
  id: 'openai-chat/reasoning-lost',
  severity: 'info',
  summary: 'Chat Completions has no input field for reasoning: OpenAI ignores what is sent there and strict services refuse it. It is left out, signed or not, and never turned into text, so the model starts without its earlier thoughts.',
  fix: 'Use the Responses API, the API that made the reasoning, or a dialect that has a field for it.',
  sources: [{ text: 'OpenAI API reference, Chat Completions: no reasoning among input messages', date: '2026-11-30' }],
  check: (judged) => omittedThroughout(judged, 'openai-chat/reasoning-lost'),
};
