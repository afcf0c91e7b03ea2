import type { Block } from '../../model/block.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { isModelMade, isStored, itemBlock, itemIds, responsesItems } from '../views/responses-view.ts';

/** An item with a server id goes back with its reasoning. */
export const itemMissingRequiredReasoning: Rule = {
  id: 'openai-responses/item-missing-required-reasoning',
  severity: 'error',
  summary: 'A call, message or search is sent with the id the server gave it, and the reasoning item in front of it is not sent: the id makes the server ask for it. Found where the session holds the reasoning; one live report of 2026 saw it accepted with `store: false`, there it is a warning.',
  fix: 'Send both, or take the `id` off the item and keep its `call_id`.',
  sources: [
    { text: '0xPlaygrounds/rig issue 751; quoted in ten public repositories', date: '2026-11-30' },
    { text: 'NousResearch/hermes-agent issue 97427 (a message kept its id)', date: '2026-08-28' },
    { text: 'contradiction: jin-bo/agentao PR 321 (live, `store: false`: accepted)', date: '2026-09-19' },
  ],
  errorText: /Item '(?<id>[^']+)' of type '(?!reasoning')\w+' was provided without its required 'reasoning' item: '(?<reasoning>[^']+)'/,
  *check(judged: Judged): Generator<Hit> {
    const items = responsesItems(judged);
    if (items === undefined) return;
    const missing = omittedReasoning(judged);
    if (missing.size === 0) return;
    for (const item of items) {
      if (item.type === 'reasoning' || !isModelMade(item) || item.id === undefined || item.id === '') continue;
      const block = itemBlock(judged, item);
      const reasoning = block === undefined ? undefined : missing.get(block.id);
      if (reasoning === undefined) continue;
      const certain = isStored(judged);
      yield {
        wirePath: `input.${item.index}`, providerPath: `input[${item.index}]`, severity: certain ? 'error' : 'warning', blocks: [...itemIds(judged, item), reasoning.id],
        message: `The item keeps its id ${item.id}, but the reasoning in front of it (line ${reasoning.source.line}) is not sent. The provider ${certain ? 'rejects' : 'may reject'} that.`,
        providerError: `Item '${item.id}' of type '${item.type}' was provided without its required 'reasoning' item: '${reasoning.itemId ?? 'unknown'}'.`,
      };
    }
  },
};

/** For the block that follows a reasoning item which is not sent: that reasoning. Only inside one response, as far as it is known. */
function omittedReasoning(judged: Judged): ReadonlyMap<string, Block> {
  const found = new Map<string, Block>();
  for (const turn of judged.conversation.turns) {
    if (turn.role !== 'assistant' || turn.visibility !== 'active') continue;
    let open: Block | undefined;
    for (const block of turn.blocks) {
      if (block.kind === 'thinking' || block.kind === 'redacted-thinking') { open = judged.replay.decisions.get(block.id)?.op === 'omitted' ? block : undefined; continue; }
      if (open !== undefined && open.response === block.response) found.set(block.id, open);
      open = undefined;
    }
  }
  return found;
}
