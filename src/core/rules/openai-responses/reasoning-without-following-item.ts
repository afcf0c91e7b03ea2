import type { Hit, Judged, Rule } from '../rule.ts';
import { isModelMade, isStored, itemIds, itemResponse, responsesItems, type ResponsesItem } from '../views/responses-view.ts';

/** Reasoning goes back with the item it was made for. */
export const reasoningWithoutFollowingItem: Rule = {
  id: 'openai-responses/reasoning-without-following-item',
  severity: 'error',
  summary: 'A `reasoning` item with an id must be followed by the item it was produced with (message, call, search). It stands alone after an aborted response, where that item was left out, or where client input follows it. One live report of 2026 saw this accepted with `store: false`; there it is a warning.',
  fix: 'Leave reasoning without its successor out.',
  sources: [
    { text: 'continuedev/continue issues 8933, 10428; mastra-ai/mastra issue 14048; vercel/ai issues 7099, 8379; openai/openai-agents-python issue 1611; openai/openai-node issue 1567', date: '2026-11-30' },
    { text: 'contradiction: jin-bo/agentao PR 321 (live, `store: false`: accepted)', date: '2026-09-19' },
  ],
  errorText: /Item '(?<id>[^']+)' of type 'reasoning' was provided without its required following item/,
  *check(judged: Judged): Generator<Hit> {
    const items = responsesItems(judged);
    if (items === undefined) return;
    for (const item of items) {
      if (item.type !== 'reasoning' || item.id === undefined || item.id === '') continue;
      const follower = followerOf(judged, items, item);
      if (follower === 'there') continue;
      const certain = isStored(judged);
      yield {
        wirePath: `input.${item.index}`, providerPath: `input[${item.index}]`, severity: certain ? 'error' : 'warning',
        blocks: [...itemIds(judged, item), ...follower === undefined ? [] : itemIds(judged, follower)],
        message: `${follower === undefined ? 'The reasoning is the last item.' : `The reasoning is followed by ${nameOf(follower)}, not by an item of its own response.`} The provider ${certain ? 'rejects' : 'may reject'} that.`,
        providerError: `Item '${item.id}' of type 'reasoning' was provided without its required following item.`,
      };
    }
  },
};

/** The item that stands where the follower should be; `there` where it is one that the same response can have made. */
function followerOf(judged: Judged, items: readonly ResponsesItem[], item: ResponsesItem): ResponsesItem | 'there' | undefined {
  const next = items[item.index + 1];
  if (next === undefined || !isModelMade(next)) return next;
  const [own, other] = [itemResponse(judged, item), itemResponse(judged, next)];
  const apart = own !== undefined && other !== undefined && own.key !== other.key && own.confidence !== 'inferred' && other.confidence !== 'inferred';
  return apart ? next : 'there';
}

function nameOf(item: ResponsesItem): string {
  return item.type === 'message' ? `a ${item.role ?? ''} message` : `a ${item.type} item`;
}
