import { isBound } from '../../model/signature.ts';
import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';

/** One warning per thinking block whose value is of a kind that nobody here knows. */
export const referenceThinkingUnknownKind: Rule = {
  id: 'reference/thinking-unknown-kind',
  severity: 'warning',
  summary: 'Thinking is kept as recorded although nothing says who made its signature: the client that recorded it keeps values of several APIs in one field, and this one is of none that is known. Decoding cannot tell either; only the provider can.',
  fix: 'Send it to the provider that made it; if that is not known, leave thinking out (thinking: strip).',
  sources: [{ text: 'pi-ai 0.82.1 and 1.6.0 (one signature field for all APIs)', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const turn of activeTurns(judged.conversation)) for (const block of turn.blocks) {
      if (block.kind !== 'thinking' && block.kind !== 'redacted-thinking' || block.signature?.kind !== 'unknown' || !isBound(block.signature)) continue;
      const wirePath = judged.replay.decisions.get(block.id)?.wirePaths[0];
      if (wirePath !== undefined) yield { wirePath, blocks: [block.id], message: 'Nothing says who made the signature of this thinking; it is kept as recorded and the provider may reject it.' };
    }
  },
};
