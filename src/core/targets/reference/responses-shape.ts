import type { Block } from '../../model/block.ts';
import { pointerSteps } from '../../model/json.ts';
import type { Entry } from '../../model/turn.ts';
import { tableOf } from '../../model/table.ts';
import { jsonRef, textRef, type RefNode, type WireObject, type Transform } from '../../replay/wire.ts';

/** Members of a call that hold its arguments. */
const ARGUMENTS = tableOf<string>({ custom_tool_call: 'input', local_shell_call: 'action', shell_call: 'action', apply_patch_call: 'operation', computer_call: 'action' });

/** What rules see of a recorded Responses item itself: its type, ids and names as they are. Its parts are added by {@link partShape}. */
export function itemShape(entry: Entry): WireObject {
  const { detail = {}, blocks } = entry;
  const type = typeof detail.itemType === 'string' ? detail.itemType : 'message';
  // An item's id is on its blocks, and among the entry's facts only where it has none.
  const itemId = blocks[0]?.itemId ?? detail.itemId;
  const id = typeof itemId === 'string' ? { id: itemId } : {};
  const own = blocks.find((block) => block.source.pointer === entry.source.pointer);
  const callId = entry.callId ?? own?.callId;
  const called = callId === undefined ? {} : { call_id: callId };
  switch (type) {
    case 'message': return { type, role: typeof detail.nativeRole === 'string' ? detail.nativeRole : entry.role, ...id };
    case 'agent_message': return { type, ...id, ...(entry.author === undefined ? {} : { author: entry.author }), ...(entry.recipient === undefined ? {} : { recipient: entry.recipient }) };
    case 'reasoning': return { type, ...id, ...sealed(own) };
    default: return { type, ...id, ...called, ...(own === undefined ? {} : callShape(own, type)) };
  }
}

function sealed(block: Block | undefined): WireObject {
  const value = block?.signature?.value;
  return value === undefined || value.at.length === 0 ? {} : { encrypted_content: textRef(value) };
}

function callShape(block: Block, type: string): WireObject {
  if (block.kind !== 'tool-call') return {};
  const named = { ...(block.name === undefined ? {} : { name: block.name }), ...(block.namespace === undefined ? {} : { namespace: block.namespace }) };
  if (block.text.at.length === 0) return named;
  const key = ARGUMENTS[type] ?? 'arguments';
  return { ...named, [key]: key === 'arguments' || key === 'input' ? textRef(block.text) : jsonRef(block.text) };
}

/** What rules see of a part of an item: string content is the text itself. `as` is what is done to its text in a copy of the item. */
export function partShape(block: Block, as: Transform = 'none'): WireObject | RefNode {
  if (block.signature !== undefined) return textRef(block.signature.value);
  if (block.kind === 'text') return block.source.pointer === block.text.at[0]?.pointer ? textRef(block.text, as) : { type: block.nativeType, text: textRef(block.text, as) };
  return { type: block.nativeType };
}

/** The steps from an item to one of its blocks. */
export function stepsInside(entry: Entry, block: Block): readonly string[] {
  return pointerSteps(block.source.pointer).slice(pointerSteps(entry.source.pointer).length);
}
