import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piImageOmitted: Rule = {
  id: 'pi-ai/image-omitted',
  severity: 'info',
  summary: 'The model description takes no images: each run of them becomes one text, or nothing.',
  fix: 'Choose a model description whose input has "image".',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/image-omitted'),
};
