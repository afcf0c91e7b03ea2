import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piImagesMoved: Rule = {
  id: 'pi-ai/images-moved',
  severity: 'info',
  summary: 'Images of tool results go behind all results of the turn where the API takes no images in them: those of error results on Messages and Bedrock (1.x), all of them on Chat Completions.',
  fix: 'Nothing to repair.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/images-moved'),
};
