import type { Block } from '../../model/block.ts';
import type { Id } from '../../model/source.ts';
import type { Response } from '../../model/turn.ts';
import { elements, member, textFacts, type Wire } from '../../replay/wire.ts';
import type { Judged } from '../rule.ts';
import { elementOrigins } from './element-origins.ts';
import { apiOf } from './judged-api.ts';

/** One element of `input` of a Responses request. */
export interface ResponsesItem {
  readonly index: number;
  readonly type: string;
  readonly role: string | undefined;
  readonly id: string | undefined;
  readonly callId: string | undefined;
  readonly node: Wire;
}

/** The items of a Responses request; undefined for a request of another API or with a plain string as input. */
export function responsesItems(judged: Judged): readonly ResponsesItem[] | undefined {
  const input = elements(member(judged.request, 'input'));
  if (input === undefined || apiOf(judged) !== 'openai-responses') return undefined;
  const text = (node: Wire, key: string): string | undefined => textFacts(member(node, key))?.inline;
  return input.map((node, index) => {
    const role = text(node, 'role');
    return { index, node, role, type: text(node, 'type') ?? (role === undefined ? '' : 'message'), id: text(node, 'id'), callId: text(node, 'call_id') };
  });
}

/** The ids of the blocks of an item. */
export function itemIds(judged: Judged, item: ResponsesItem): readonly Id[] {
  return elementOrigins(judged, 'input').get(item.index) ?? [];
}

/** The first block of an item. */
export function itemBlock(judged: Judged, item: ResponsesItem): Block | undefined {
  const id = itemIds(judged, item)[0];
  return id === undefined ? undefined : judged.block(id);
}

/** The response that made an item, as far as it is known. */
export function itemResponse(judged: Judged, item: ResponsesItem): Response | undefined {
  const key = itemBlock(judged, item)?.response;
  return key === undefined ? undefined : judged.conversation.responses.get(key);
}

/** Item types that the client makes, beside messages of other roles than assistant and everything that ends in `_output`. */
const CLIENT_MADE: ReadonlySet<string> = new Set(['agent_message', 'compaction', 'compaction_summary', 'context_compaction', 'compaction_trigger', 'additional_tools', 'configuration_update', 'mcp_approval_response']);

/** Whether a model made the item (as opposed to its client). References may be anything. */
export function isModelMade(item: ResponsesItem): boolean {
  if (item.type === 'message') return item.role === 'assistant';
  return !CLIENT_MADE.has(item.type) && !item.type.endsWith('_output');
}

/** Whether responses are stored, where pairing is enforced most strictly. Storing is the API's default; a request that we made may not know. */
export function isStored(judged: Judged): boolean {
  const store = member(judged.request, 'store');
  return store === true || store === undefined && judged.serializer.kind === 'recorded';
}
