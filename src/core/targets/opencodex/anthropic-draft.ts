import type { Id } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { RefNode, Wire, WireObject } from '../../replay/wire.ts';
import type { Mark, Origin } from './message.ts';
import { place } from './place.ts';

/** A content block before it is placed: `make` gives its node, with what prompt caching adds. */
export interface DraftBlock {
  readonly type: string;
  readonly ids: readonly Id[];
  readonly marks: readonly Mark[];
  readonly make: (extra: WireObject) => WireObject | RefNode;
  readonly origin?: Pick<Origin, 'order' | 'response'>;
}

/** A message before it is placed: a string, or blocks. */
export interface DraftMessage {
  readonly role: 'user' | 'assistant';
  readonly content: { readonly text: RefNode; readonly ids: readonly Id[]; readonly marks: readonly Mark[] } | readonly DraftBlock[];
}

/** A block that is a plain object. */
export function draftBlock(wire: WireObject, origin: Pick<Origin, 'ids' | 'marks'> & Partial<Origin>, marks: readonly Mark[] = []): DraftBlock {
  return {
    type: String(wire['type']), ids: origin.ids, marks: [...origin.marks, ...marks], make: (extra) => ({ ...wire, ...extra }),
    ...(origin.order === undefined ? {} : { origin: { order: origin.order, ...(origin.response === undefined ? {} : { response: origin.response }) } }),
  };
}

const EPHEMERAL: WireObject = { cache_control: { type: 'ephemeral' } };

/**
 * Turns drafts into the messages of the request and places every node. Prompt caching marks the last two user messages, each on
 * its last text block, else its last block; a string becomes a text block for it (recorded, opencodex 2.63.0).
 */
export function placeMessages(drafts: readonly DraftMessage[], writer: RequestWriter): readonly Wire[] {
  const users = drafts.flatMap((draft, index) => draft.role === 'user' ? [index] : []);
  const cached = new Set(users.slice(-2));
  return drafts.map((draft, index): WireObject => {
    if ('text' in draft.content) {
      const { text, ids, marks } = draft.content;
      return { role: draft.role, content: cached.has(index) ? [place({ type: 'text', text, ...EPHEMERAL }, ids, marks, writer)] : place(text, ids, marks, writer) };
    }
    const blocks = draft.content;
    const marked = cached.has(index) ? markedBlock(blocks) : -1;
    return { role: draft.role, content: blocks.map((block, at) => place(block.make(at === marked ? EPHEMERAL : {}), block.ids, block.marks, writer)) };
  });
}

function markedBlock(blocks: readonly DraftBlock[]): number {
  const text = blocks.findLastIndex((block) => block.type === 'text');
  return text >= 0 ? text : blocks.length - 1;
}
