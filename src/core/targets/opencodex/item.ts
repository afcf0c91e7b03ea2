import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { asString, type Json } from '../../model/json.ts';
import type { Id, Source } from '../../model/source.ts';
import type { Entry, Role, Turn } from '../../model/turn.ts';
import { activeEntries, type Conversation } from '../../turns/conversation.ts';

/** One item of the client's input, as facts. */
export interface Item {
  readonly type: string;
  readonly role: Role;
  readonly blocks: readonly Block[];
  /** 0-based place in the input. */
  readonly order: number;
  readonly callId?: string;
  readonly itemId?: string;
  /** The item is a converted tool_result of a Messages request that says `is_error`. */
  readonly failed?: boolean;
  /** Instructions that stood inside the conversation. */
  readonly hoisted?: true;
  /** Decided on where the item has no blocks. */
  readonly subject?: Id;
  readonly at: Source;
  /** An output without a call id that says itself what it is of. */
  readonly external?: true;
  /** Left out already while a Messages request was converted to items, and why. */
  readonly left?: Why;
  /** The conversion refuses the whole request because of this item, with this text. */
  readonly refused?: string;
}

/** Turn ids of entries whose turn has no blocks: what is decided on in place of them. */
export function subjectsWithoutBlocks(turns: readonly Turn[]): ReadonlyMap<Entry, Id> {
  const subjects = new Map<Entry, Id>();
  for (const turn of turns) if (turn.blocks.length === 0) for (const entry of turn.entries) subjects.set(entry, turn.id);
  return subjects;
}

/** The item type under which instructions (recorded system text that is no item) are handed to the parser. */
export const INSTRUCTIONS = 'instructions';

/** Recorded system text as items of their own, one per block. */
export function instructionItems(conversation: Conversation): readonly Item[] {
  return conversation.recorded.system.map((block) => ({ type: INSTRUCTIONS, role: 'system' as const, blocks: [block], order: -1, at: block.source }));
}

/** The items of a Responses body or Codex rollout: one per entry, in record order, its instructions first. */
export function itemsOf(conversation: Conversation): readonly Item[] {
  const subjects = subjectsWithoutBlocks(conversation.turns);
  const items = activeEntries(conversation).map((entry, order): Item => {
    const subject = subjects.get(entry);
    const callId = entry.callId ?? entry.blocks[0]?.callId;
    const itemId = asString(entry.detail?.['itemId'] as Json | undefined) ?? entry.blocks[0]?.itemId;
    const foreign = asString(entry.detail?.['nativeRole'] as Json | undefined);
    return {
      type: foreign !== undefined ? `${foreign} message` : asString(entry.detail?.['itemType'] as Json | undefined) ?? 'message', role: entry.role, blocks: entry.blocks, order,
      at: entry.native?.at ?? entry.source,
      ...(callId === undefined ? {} : { callId }), ...(itemId === undefined ? {} : { itemId }), ...(subject === undefined ? {} : { subject }),
      ...(entry.role === 'toolResult' && typeof entry.detail?.['namespace'] === 'string' ? { external: true as const } : {}),
    };
  });
  return [...instructionItems(conversation), ...items];
}
