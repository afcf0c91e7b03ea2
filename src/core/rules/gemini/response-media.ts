import type { Rule } from '../rule.ts';
import { decidedBy } from '../views/decided.ts';

/** Reports media of a tool's result that stand in a content of their own. */
export const responseMedia: Rule = {
  id: 'gemini/response-media',
  severity: 'info',
  summary: 'Gemini 3 takes images of a tool\'s result inside the function response; older models do not, so they are sent in a user content behind the responses of the batch.',
  fix: 'Use a model that takes them in the response, or leave it as it is.',
  sources: [{ text: 'Gemini API reference, FunctionResponse.parts; vercel/ai and pi-ai converters', date: '2026-11-30' }],
  check: (judged) => decidedBy(judged, 'gemini/response-media'),
};
