import type { Id } from '../../model/source.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { lineOf } from '../views/bound-thinking.ts';
import { decidedBy } from '../views/decided.ts';
import { messagesView } from '../views/messages-view.ts';

/** A call and its result that both exist, and do not reach the model as a pair. */
export const toolPairSplit: Rule = {
  id: 'opencodex/tool-pair-split',
  severity: 'warning',
  summary: 'opencodex takes as results of a call only the outputs that follow its message directly. An agent message, a user or developer message or a new assistant message in between splits the pair: the call is answered with an error placeholder, and the real output is sent as text of a user message. On Chat Completions a user message waits behind the results instead, but an assistant message splits the pair there too, and the real output gets a second, made-up call of the same id. Nothing is refused; the model is told that its tool failed.',
  fix: 'Put the outputs directly behind the calls and the message that stood between behind the outputs.',
  sources: [{ text: 'opencodex 2.63.0 run on hand-made inputs', date: '2026-11-30' }, { text: 'opencodex source 2.31.0', date: '2026-08-22' }],
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) { yield* decidedBy(judged, 'opencodex/tool-pair-split'); return; }
    const split = new Set(judged.replay.inserted.filter((entry) => entry.rule === 'opencodex/tool-pair-split').map((entry) => entry.wirePath));
    if (split.size === 0) return;
    const strays = straysByCall(judged);
    for (const message of view.messages) {
      for (const block of message.blocks) {
        const path = view.path(block);
        if (!split.has(path)) continue;
        const id = view.callId(block);
        const call = view.messages[message.index - 1]?.blocks.find((b) => b.type === 'tool_use' && view.callId(b) === id);
        const callId = call === undefined ? undefined : view.ids(call)[0];
        const raw = callId === undefined ? undefined : judged.block(callId)?.callId;
        const results = raw === undefined ? [] : strays.get(raw) ?? [];
        yield {
          wirePath: path, blocks: [...(callId === undefined ? [] : [callId]), ...results],
          message: `The call (${lineOf(judged, callId)}) is answered with a placeholder: its result (${lineOf(judged, results[0])}) does not follow directly and is sent as text.`,
        };
      }
    }
  },
};

/** Results that are sent as text, by the id of their call. */
function straysByCall(judged: Judged): ReadonlyMap<string, readonly Id[]> {
  const strays = new Map<string, Id[]>();
  for (const decision of judged.replay.decisions.values()) {
    if (decision.rule !== 'opencodex/tool-pair-split') continue;
    const callId = judged.turnOf(decision.block)?.callId;
    if (callId === undefined) continue;
    const known = strays.get(callId);
    if (known === undefined) strays.set(callId, [decision.block]);
    else known.push(decision.block);
  }
  return strays;
}
