import { isBound } from '../../model/signature.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { lineOf } from '../views/bound-thinking.ts';

/** Reasoning belongs to the assistant content after it; where that does not come the client drops it. */
export const reasoningBeforeBoundaryLost: Rule = {
  id: 'opencodex/reasoning-before-boundary-lost',
  severity: 'warning',
  summary: 'opencodex holds reasoning back until the assistant text or call that follows it. Where a user, developer, system or agent message or the end comes first, unsigned reasoning is dropped, and in 2.31.0 signed reasoning too; before a web search, a tool search\'s output or a compaction every version drops it. Only lost signed reasoning is reported.',
  fix: 'Send the reasoning as an assistant message of its own in front of what interrupts it.',
  sources: [
    { text: 'opencodex commit 91b14bb56, which undid the guarantee of pull request 93', date: '2026-07-16' },
    { text: 'opencodex 2.63.0 run on recorded and hand-made inputs (golden case 08); source 2.31.0', date: '2026-11-30' },
  ],
  *check(judged: Judged): Generator<Hit> {
    for (const decision of judged.replay.decisions.values()) {
      if (decision.rule !== 'opencodex/reasoning-before-boundary-lost' || decision.op !== 'omitted') continue;
      const signature = judged.block(decision.block)?.signature;
      if (!isBound(signature) || signature.carrier !== 'ocxr1' && signature.carrier !== 'anthropic-block') continue;
      yield { blocks: [decision.block], message: `Signed reasoning (${lineOf(judged, decision.block)}) is lost. ${decision.reason}` };
    }
  },
};
