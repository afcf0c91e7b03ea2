import type { Rule } from '../rule.ts';
import { decidedThroughout } from '../views/decided.ts';

/** Reports what the emulation decided by this rule: one hit for each reason. */
export const piSignatureLeftOut: Rule = {
  id: 'pi-ai/signature-left-out',
  severity: 'info',
  summary: 'Thinking of the same model is sent without its signature: Mistral has no place for one, Bedrock takes them of Claude only, and Google only in base64.',
  fix: 'Nothing to repair; the provider may answer as if it had not thought.',
  sources: [{ text: 'pi-ai 0.73.1 and 1.6.0, sources and recorded bodies', date: '2026-11-30' }],
  check: (judged) => decidedThroughout(judged, 'pi-ai/signature-left-out'),
};
