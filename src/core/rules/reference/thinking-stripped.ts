import type { Rule } from '../rule.ts';
import { omittedThroughout } from '../views/decided.ts';

/** Reports thinking that was asked to be left out; once per request. */
export const referenceThinkingStripped: Rule = {
  id: 'reference/thinking-stripped',
  severity: 'info',
  summary: 'The option "thinking: strip" leaves out all thinking, signed or not, whole and everywhere: taking out only some of a run is what providers refuse.',
  fix: 'Replay with "thinking: as-is" to send it.',
  sources: [{ text: 'Anthropic documentation of extended thinking (thinking may be left out as a whole with thinking switched off)', date: '2026-11-30' }],
  check: (judged) => omittedThroughout(judged, 'reference/thinking-stripped'),
};
