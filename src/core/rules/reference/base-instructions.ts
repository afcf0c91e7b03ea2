import type { Hit, Judged, Rule } from '../rule.ts';

/** One info per request that sends recorded base instructions. */
export const referenceBaseInstructions: Rule = {
  id: 'reference/base-instructions',
  severity: 'info',
  summary: 'The recorded base instructions are sent as they are in the file. Codex is known to send something else: it cuts out sections on tools that it does not offer and sends the rest as a first developer item, so the prompt is close to what the model saw, not equal to it.',
  fix: 'Compare with a request recorded on the way to the provider where the exact prompt matters.',
  sources: [{ text: 'recorded Codex sessions and the requests they sent (0.171: 20,751 characters recorded, 16,979 sent)', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    const sent = judged.conversation.recorded.system.map((block) => judged.replay.decisions.get(block.id)).filter((decision) => decision !== undefined && decision.wirePaths.length > 0);
    const wirePath = sent[0]?.wirePaths[0];
    if (wirePath !== undefined) yield { wirePath, blocks: sent.map((decision) => decision!.block), message: 'These are the recorded base instructions; the client is known to send a text of its own for the model.' };
  },
};
