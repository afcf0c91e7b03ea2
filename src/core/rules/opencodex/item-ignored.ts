import type { Hit, Judged, Rule } from '../rule.ts';
import { lineOf } from '../views/bound-thinking.ts';

/** Items and parts that disappear without a trace. */
export const itemIgnored: Rule = {
  id: 'opencodex/item-ignored',
  severity: 'info',
  summary: 'opencodex accepts items and content parts of any type and skips those that it has no branch for, without a marker: hosted tools (web search, code interpreter, image generation, MCP), item references, shell outputs, audio, encrypted parts of a message. The model does not learn that something was there.',
  fix: 'Nothing to repair in the session; a model that needs the content must be given it as text.',
  sources: [{ text: 'opencodex 2.63.0 run on hand-made inputs; source 2.31.0', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const decision of judged.replay.decisions.values()) {
      if (decision.rule !== 'opencodex/item-ignored' || decision.op !== 'omitted') continue;
      const type = judged.block(decision.block)?.nativeType ?? 'item';
      yield { blocks: [decision.block], message: `${type} (${lineOf(judged, decision.block)}) is left out without a marker. ${decision.reason}` };
    }
  },
};
