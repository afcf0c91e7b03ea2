import type { Id } from '../../model/source.ts';
import { elements, member, textFacts, type Wire } from '../../replay/wire.ts';
import type { Judged } from '../rule.ts';
import { carriers, elementOrigins } from './element-origins.ts';
import { apiOf } from './judged-api.ts';

/** One block of a Converse message. `id` is of a call or a result; `list` is the content of a result. */
export interface ConverseBlock { readonly kind: 'call' | 'result' | 'text' | 'other'; readonly index: number; readonly node: Wire; readonly id: string | undefined }
/** One element of `messages` of a Converse request. */
export interface ConverseMessage { readonly index: number; readonly role: string; readonly blocks: readonly ConverseBlock[]; readonly calls: readonly ConverseBlock[]; readonly results: readonly ConverseBlock[] }

const views = new WeakMap<Judged, readonly ConverseMessage[]>();

/** The messages of a Converse request; undefined for a request of another API. Read once per judged request. */
export function converseMessages(judged: Judged): readonly ConverseMessage[] | undefined {
  if (apiOf(judged) !== 'bedrock-converse') return undefined;
  const known = views.get(judged);
  if (known !== undefined) return known;
  const messages = (elements(member(judged.request, 'messages')) ?? []).map((node, index): ConverseMessage => {
    const blocks = (elements(member(node, 'content')) ?? []).map(blockOf);
    return { index, role: textFacts(member(node, 'role'))?.inline ?? '', blocks, calls: blocks.filter((block) => block.kind === 'call'), results: blocks.filter((block) => block.kind === 'result') };
  });
  views.set(judged, messages);
  return messages;
}

function blockOf(node: Wire, index: number): ConverseBlock {
  const call = member(node, 'toolUse');
  const result = member(node, 'toolResult');
  const kind = call !== undefined ? 'call' : result !== undefined ? 'result' : member(node, 'text') !== undefined ? 'text' : 'other';
  return { kind, index, node, id: textFacts(member(call ?? result, 'toolUseId'))?.inline };
}

/** The dotted path of a block, as the provider spells it too. */
export function blockPath(message: ConverseMessage, block: ConverseBlock): string {
  return `messages.${message.index}.content.${block.index}`;
}

/** The ids of blocks: of those themselves or of what stands in them. */
export function wireIds(judged: Judged, message: ConverseMessage, blocks: readonly ConverseBlock[]): readonly Id[] {
  const ids = blocks.flatMap((block) => { const path = blockPath(message, block); const below = judged.origin(path); return below.length > 0 ? below : carriers(judged, path); });
  return [...new Set(ids)];
}

/** The ids of everything in a message. */
export function messageIds(judged: Judged, message: ConverseMessage): readonly Id[] {
  return elementOrigins(judged, 'messages').get(message.index) ?? [];
}
