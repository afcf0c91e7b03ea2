import type { Block } from '../../model/block.ts';
import type { Facts } from '../../model/facts.ts';
import { asObject, type Json } from '../../model/json.ts';
import type { Id } from '../../model/source.ts';
import type { Entry } from '../../model/turn.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions } from '../../replay/serializer.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { joinRef, textRef, type RefNode } from '../../replay/wire.ts';
import { activeEntries, type Conversation } from '../../turns/conversation.ts';

/** A block as a dsh adapter sees it: its type in dsh's vocabulary (plugin types keep their own name). */
export interface DshBlock { readonly type: string; readonly block: Block }
/** A message of dsh's history. `subject` is decided on where there is no block: the turn itself. */
export interface DshMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly blocks: readonly DshBlock[];
  readonly subject: Id;
  readonly entry: Entry;
}
/** What an adapter is called with: `system` is dsh's one-shot system text, in front of everything. */
export interface DshHistory { readonly system: readonly Block[]; readonly messages: readonly DshMessage[] }

const ROLE = { system: 'system', developer: 'developer', user: 'user', assistant: 'assistant', toolResult: 'tool' } as const;

/**
 * A conversation as dsh's history. Sessions of other clients are read as if dsh had recorded them: their leading system and
 * developer messages are its system text, later ones are snapshots; what no dsh block can hold is omitted here, with a rule.
 */
export function historyOf(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): DshHistory {
  const own = conversation.format === 'dsh-session';
  const subjects = new Map<Entry, Id>();
  for (const turn of conversation.turns) if (turn.blocks.length === 0 && turn.entries[0] !== undefined) subjects.set(turn.entries[0], turn.id);
  const system: Block[] = [...conversation.recorded.system];
  const messages: DshMessage[] = [];
  let leading = true;
  for (const entry of activeEntries(conversation)) {
    const subject = subjects.get(entry);
    if (entry.kind === 'instructions' || !own && leading && (entry.role === 'system' || entry.role === 'developer')) {
      if (entry.kind !== 'instructions' && entry.blocks.some((b) => b.kind !== 'text')) messages.push(messageOf(entry, subject, own, options, writer));
      else if (entry.blocks.length > 0) system.push(...entry.blocks);
      else if (subject !== undefined) writer.omit(subject, { reason: 'A system message without content.' });
      continue;
    }
    leading = false;
    if (entry.blocks.length === 0 && subject === undefined) continue;
    const message = messageOf(entry, subject, own, options, writer);
    if (message.role === 'assistant' && message.blocks.length === 0) {
      if (entry.blocks.length === 0) writer.omit(message.subject, { reason: 'dsh makes no message of an assistant turn without content.' });
      continue;
    }
    messages.push(message);
  }
  return { system, messages };
}

function messageOf(entry: Entry, subject: Id | undefined, own: boolean, options: ReplayOptions, writer: RequestWriter): DshMessage {
  const blocks: DshBlock[] = [];
  for (const block of entry.blocks) {
    const type = typeOf(block, own);
    if (type === undefined) writer.omit(block.id, { rule: 'dsh/no-dsh-block', reason: `A dsh session has no block for ${block.nativeType}.` });
    else if (type === 'reasoning' && entry.role === 'assistant' && options.thinking === 'strip') writer.omit(block.id, { reason: 'Thinking is left out, as asked.' });
    else blocks.push({ type, block });
  }
  const role = !own && entry.role === 'developer' ? 'system' : ROLE[entry.role];
  return { role, blocks, subject: subject ?? entry.blocks[0]?.id ?? '', entry };
}

/** The dsh type of a block; undefined where no dsh block can hold what another client recorded. */
function typeOf(block: Block, own: boolean): string | undefined {
  if (own) return block.nativeType;
  switch (block.kind) {
    case 'text': case 'refusal': return 'text';
    case 'thinking': return 'reasoning';
    case 'tool-call': return 'tool-call';
    case 'image': return 'image';
    case 'compaction': return block.text.state === 'text' ? 'text' : undefined;
    case 'redacted-thinking': case 'server-tool-use': case 'server-tool-result': return undefined;
    case 'document': return 'document';
    case 'opaque': return block.meaning === undefined ? block.nativeType : undefined;
  }
}

/** The model a request is for: the one asked for, the session's own, or the placeholder. */
export function modelOf(conversation: Conversation, options: ReplayOptions): string {
  const recorded = conversation.recorded.api === 'dsh' ? conversation.recorded.model : undefined;
  return options.model ?? recorded ?? MODEL_PLACEHOLDER;
}

/** One string of one or several texts. */
export function textOf(facts: readonly Facts[]): RefNode {
  const [only, ...more] = facts;
  return only !== undefined && more.length === 0 ? textRef(only) : joinRef(facts.map((f) => textRef(f)));
}

/** Texts of a message in order. */
export function textsOf(message: DshMessage): readonly Block[] {
  return message.blocks.filter((b) => b.type === 'text').map((b) => b.block);
}

/** What the reader found of a replay state: see formats/dsh-session. */
export function replayDetail(entry: Entry): Readonly<Record<string, Json | undefined>> | undefined {
  return asObject(entry.detail?.replay);
}
