import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { decisionsBy } from '../views/decided.ts';
import { beginsTurn, geminiContents, partIds, partPath, type GeminiContent, type GeminiPart } from '../views/gemini-view.ts';

/** Calls of the current turn bring their signature back. */
export const thoughtSignatureMissing: Rule = {
  id: 'gemini/thought-signature-missing',
  severity: 'error',
  summary: 'On Gemini 3 and newer the first function call of each step of the current turn must carry its `thoughtSignature`; parallel calls behind it need none. Calls of older turns are not checked as documented, but two reports contradict that: the first of them is a warning.',
  fix: 'Send the signature on its own part. Where it is lost, put `skip_thought_signature_validator` on the first call of the step, and on no other.',
  sources: [
    { text: 'ai.google.dev and docs.cloud.google.com, thought signatures', date: '2026-11-30' },
    { text: 'openclaw issue 72879 (live matrix); dirge-code/dirge issue 833; earendil-works/pi issue 6342; farion1231/cc-switch PR 6848 (live)', date: '2026-11-30' },
    { text: 'google-gemini/gemini-cli issue 28604; nodetool-ai/nodetool PR 5097 (older turns)', date: '2026-11-30' },
  ],
  errorText: /Function call is missing a thought_signature in functionCall parts/,
  *check(judged: Judged): Generator<Hit> {
    const contents = geminiContents(judged) ?? [];
    const severity = gatedSeverity(gate('thoughtSignatureEnforced', judged.model));
    if (severity === undefined) return;
    const start = contents.findLastIndex(beginsTurn);
    const unsigned = contents.flatMap((content): { content: GeminiContent; call: GeminiPart }[] => content.role === 'model' && content.calls[0] !== undefined && !content.calls[0].signed ? [{ content, call: content.calls[0] }] : []);
    const older = unsigned.find(({ content }) => content.index < start);
    if (older !== undefined) yield hit(judged, older.content, older.call, 'warning', 'The first function call of this step has no thought signature. It belongs to an older turn, which is not checked as documented.');
    for (const { content, call } of unsigned) if (content.index > start) yield hit(judged, content, call, severity, 'The first function call of this step of the current turn has no thought signature.');
    const replaced = decisionsBy(judged, 'gemini/thought-signature-missing');
    if (replaced.length > 0) yield { severity: 'info', blocks: replaced.map((decision) => decision.block), message: `${replaced.length} ${replaced.length === 1 ? 'call goes' : 'calls go'} out with the documented value for lost signatures.`, ...(replaced[0]!.wirePaths[0] === undefined ? {} : { wirePath: replaced[0]!.wirePaths[0] }) };
  },
};

function hit(judged: Judged, content: GeminiContent, call: GeminiPart, severity: NonNullable<Hit['severity']>, message: string): Hit {
  return {
    ...partPath(content, call), severity, message, blocks: partIds(judged, content, [call]),
    providerError: `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${call.name ?? ''}\`, position ${content.index + 1}.`,
  };
}
