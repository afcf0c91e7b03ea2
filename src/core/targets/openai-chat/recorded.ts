import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { pointerSteps } from '../../model/json.ts';
import { isBound } from '../../model/signature.ts';
import type { Entry, Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { nativeRef, textRef, type Wire } from '../../replay/wire.ts';
import { chatMessageShape, chatShape } from '../reference/chat-shape.ts';
import { ShapeTree } from '../reference/shape-tree.ts';
import type { ChatDialect } from './dialect.ts';

/** A message of a recorded Chat Completions body, sent as it is but for members that the dialect does not take. */
export interface RecordedChat {
  readonly entry: Entry;
  /** Members that are not sent. */
  readonly omit: readonly string[];
  /** Blocks of these members only, and why they are not sent. */
  readonly left: ReadonlyMap<Block, Why>;
}

/** The recorded message of a turn; undefined where the turn is from elsewhere, or where a part of it cannot be sent by itself. */
export function recordedChat(turn: Turn, dialect: ChatDialect, why: Why | undefined): RecordedChat | undefined {
  const [entry, more] = turn.entries;
  if (entry?.native?.api !== 'openai-chat' || more !== undefined) return undefined;
  const omit = new Set<string>();
  const left = new Map<Block, Why>();
  for (const block of turn.blocks) {
    const fields = fieldsOf(block);
    if (fields.length === 0 && block.kind !== 'thinking' && block.kind !== 'redacted-thinking') continue;
    // Reasoning among the parts of the content: without it the message is another one.
    if (fields.length === 0) return undefined;
    // Signed words are not sent in a member that only repeats them: there they would stand without their signature.
    const lost = why !== undefined || isBound(block.signature) && !dialect.fields.includes(fields[0]!);
    const kept = lost ? [] : fields.filter((field) => dialect.fields.includes(field));
    for (const field of fields) if (!kept.includes(field)) { omit.add(field); if (field === 'reasoning_text') omit.add('reasoning_opaque'); }
    if (kept.length === 0) left.set(block, why ?? NO_FIELD);
  }
  return { entry, omit: [...omit], left };
}

const NO_FIELD: Why = { reason: 'The service has no input member for this reasoning; it is not sent, and never turned into text.', rule: 'openai-chat/reasoning-lost' };

/** The members that hold a block: its own, and those that only repeat it. */
function fieldsOf({ detail }: Block): readonly string[] {
  if (typeof detail?.field !== 'string') return [];
  return [detail.field, ...(Array.isArray(detail.same) ? detail.same as readonly string[] : [])];
}

/** Puts a recorded message into the request. `set` are members that are not as recorded (a role, an empty reasoning). */
export function commitRecorded({ entry, omit, left }: RecordedChat, turn: Turn, writer: RequestWriter, set: { readonly [key: string]: Wire }): Wire {
  const inside = pointerSteps(entry.source.pointer).length;
  const tree = new ShapeTree({ ...chatMessageShape(entry), ...set });
  let placed = 0;
  for (const block of turn.blocks) {
    const why = left.get(block);
    if (why !== undefined) { writer.omit(block.id, why); continue; }
    const steps = pointerSteps(block.source.pointer).slice(inside);
    const kept = fieldsOf(block).filter((field) => !omit.includes(field));
    // The member itself may be left out while another that repeats it is kept.
    if (kept.length > 0 && omit.includes(steps[0]!)) writer.place(tree.node([kept[0]!], textRef(block.text)), [block.id]);
    else writer.place(tree.node(steps, chatShape(block)), [block.id]);
    placed++;
  }
  const message = nativeRef(entry.source, tree.root, omit, set);
  if (turn.blocks.length === 0) return writer.place(message, [turn.id]);
  return placed === 0 ? writer.hold(message, turn.id) : writer.frame(message);
}
