import { member, textFacts } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { itemBlock, itemIds, responsesItems } from '../views/responses-view.ts';

/** Without storage an id stands for nothing. */
export const itemIdNotPersisted: Rule = {
  id: 'openai-responses/item-id-not-persisted',
  severity: 'error',
  summary: 'With `store: false` (or where the organisation keeps no data) the server has no items: an `item_reference`, or a reasoning item that is nothing but its id, is not found.',
  fix: 'Inline the item: reasoning with its `encrypted_content`; or ask for storage.',
  sources: [{ text: 'anomalyco/opencode issues 7724, 8987; can1357/oh-my-pi issue 41; vercel/ai issue 7543; openai/openai-agents-python issue 2020', date: '2026-11-30' }],
  errorText: /Item with id '(?<id>[^']+)' not found\. Items are not persisted when `?store`? is set to false/,
  *check(judged: Judged): Generator<Hit> {
    if (member(judged.request, 'store') !== false) return;
    for (const item of responsesItems(judged) ?? []) {
      const sealed = textFacts(member(item.node, 'encrypted_content'));
      // Reasoning that was recorded with its content in the clear is more than an id.
      if (itemBlock(judged, item)?.detail?.krc === true) continue;
      const bare = item.type === 'item_reference' || item.type === 'reasoning' && item.id !== undefined && (sealed === undefined || sealed.length === 0);
      if (!bare) continue;
      yield {
        wirePath: `input.${item.index}`, providerPath: `input[${item.index}]`, blocks: itemIds(judged, item), message: item.type === 'item_reference' ? 'The item is only named, and the server keeps none.' : 'The reasoning has an id and no encrypted content, and the server keeps none.',
        providerError: `Item with id '${item.id ?? ''}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
      };
    }
  },
};
