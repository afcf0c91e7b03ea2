import type { Hit, Judged } from '../rule.ts';
import { lineOf } from './bound-thinking.ts';

/** The places where a client's serializer decided by a rule: it knows best what it did, so the rule reports its decisions. */
export function* decidedBy(judged: Judged, rule: string): Generator<Hit> {
  for (const decision of judged.replay.decisions.values()) {
    if (decision.rule !== rule) continue;
    const [wirePath] = decision.wirePaths;
    const what = judged.block(decision.block)?.nativeType ?? 'the turn';
    yield { blocks: [decision.block], message: `${what} (${lineOf(judged, decision.block)}): ${decision.reason}`, ...(wirePath === undefined ? {} : { wirePath }) };
  }
}
