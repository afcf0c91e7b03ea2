import type { Why } from '../../model/decision.ts';
import { tableOf } from '../../model/table.ts';
import type { Conversation } from '../../turns/conversation.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { isRef, literal, nativeRef, type WireObject } from '../../replay/wire.ts';
import type { Item, Mark, Part } from './items.ts';

const ALONE: Why = { reason: 'The item that the reasoning was made with does not follow it.', rule: 'openai-responses/reasoning-without-following-item' };
const NO_REASONING: Mark = { op: 'converted', why: { reason: 'Its reasoning is not sent, so the item goes without its id: the id asks for the reasoning.', rule: 'openai-responses/item-missing-required-reasoning' } };
const MISSING: Why = { reason: 'The call has no output; the API wants one behind it.', rule: 'openai-responses/function-output-missing' };
const ORPHAN: Why = { reason: 'The output answers no call in front of it; its content is sent as a user message.', rule: 'openai-responses/function-output-orphan' };
const NOT_KEPT: Why = { reason: 'The server keeps no items: what is only named by its id is not found.', rule: 'openai-responses/item-id-not-persisted' };
const SURROGATE: Why = { reason: 'The reasoning holds an unpaired surrogate; it cannot be sent unchanged, so it is not sent.', rule: 'json/lone-surrogate' };

/** Output items by the type of their call; other calls need none that we could make up. */
const OUTPUTS = tableOf<string>({
  function_call: 'function_call_output', custom_tool_call: 'custom_tool_call_output', local_shell_call: 'local_shell_call_output',
});
/** Calls whose output is no plain text: one that we made up would not be taken, but a recorded one needs its call. */
const STRUCTURED = tableOf<string>({ shell_call: 'shell_call_output', apply_patch_call: 'apply_patch_call_output', computer_call: 'computer_call_output' });

/** Without storage an item that is only named is not found: it is left out. */
export function withoutReferences(items: readonly Item[], writer: RequestWriter): readonly Item[] {
  return items.filter((item) => {
    if (item.type !== 'item_reference') return true;
    for (const id of [...item.own, ...item.parts.flatMap((part) => part.ids)]) writer.omit(id, NOT_KEPT);
    return false;
  });
}

/** Applies the fixes of the Responses rules to drafted items, each as a decision of its own. Reasoning is sent whole or not at all. */
export function repairItems(items: readonly Item[], conversation: Conversation, writer: RequestWriter): readonly Item[] {
  return withOutputs(withoutIds(withoutOrphans(withoutLoneReasoning(items, conversation, writer), writer), conversation));
}

function withoutLoneReasoning(items: readonly Item[], conversation: Conversation, writer: RequestWriter): readonly Item[] {
  const kept: Item[] = [];
  const lone = loneSurrogates(conversation);
  // From behind: what a dropped item followed may be alone now.
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!;
    const next = kept[kept.length - 1];
    const why = item.type !== 'reasoning' ? undefined : item.own.some((id) => lone.has(id)) ? SURROGATE
      : item.itemId !== undefined && (next?.made !== 'model' || next.response !== item.response) ? ALONE : undefined;
    if (why === undefined) { kept.push(item); continue; }
    for (const id of [...item.own, ...item.parts.flatMap((part) => part.ids)]) writer.omit(id, why);
  }
  return kept.reverse();
}

function loneSurrogates(conversation: Conversation): ReadonlySet<string> {
  return new Set(conversation.turns.flatMap((turn) => turn.blocks).filter((block) => block.kind === 'thinking' && block.text.loneSurrogate).map((block) => block.id));
}

function withoutOrphans(items: readonly Item[], writer: RequestWriter): readonly Item[] {
  const calls = new Set<string>();
  return items.map((item) => {
    if (item.callId !== undefined && item.callId !== '' && (OUTPUTS[item.type] ?? STRUCTURED[item.type]) !== undefined) calls.add(item.callId);
    if (item.made !== 'tool' || ![...Object.values(OUTPUTS), ...Object.values(STRUCTURED)].includes(item.type) || item.callId !== undefined && calls.has(item.callId)) return item;
    if (item.turn?.blocks.length === 0) writer.omit(item.turn.id, ORPHAN);
    return asMessage(item);
  });
}

function asMessage(item: Item): Item {
  const label: Part = { node: { type: 'input_text', text: literal(`[tool result without a call in front of it: ${item.callId ?? ''}]`) }, ids: [], marks: [], inserted: ORPHAN };
  const parts = item.parts.map((part): Part => ({ ...part, node: isRef(part.node) && part.node.ref === 'text' ? { type: 'input_text', text: part.node } : part.node, marks: [{ op: 'converted', why: ORPHAN }] }));
  return { type: 'message', made: 'input', node: { type: 'message', role: 'user', content: [label, ...parts].map((part) => part.node) }, own: [], parts: [label, ...parts], marks: [], ...(item.turn === undefined ? {} : { turn: item.turn }) };
}

/** Items of a response some of whose reasoning is not sent go without their ids. */
function withoutIds(items: readonly Item[], conversation: Conversation): readonly Item[] {
  const sent = new Set(items.filter((item) => item.type === 'reasoning').flatMap((item) => [...item.own, ...item.parts.flatMap((part) => part.ids)]));
  const lost = new Set<string>();
  for (const turn of conversation.turns) if (turn.visibility === 'active') for (const block of turn.blocks) {
    if ((block.kind === 'thinking' || block.kind === 'redacted-thinking') && block.response !== undefined && !sent.has(block.id)) lost.add(block.response);
  }
  return items.map((item) => {
    const { node } = item;
    if (item.itemId === undefined || item.type === 'reasoning' || item.response === undefined || !lost.has(item.response) || !isRef(node) || node.ref !== 'native') return item;
    const shape = Object.fromEntries(Object.entries(node.shape as WireObject).filter(([key]) => key !== 'id'));
    return { ...item, node: nativeRef(node.at, shape, [...node.omit, 'id'], node.set), marks: [...item.marks, NO_REASONING] };
  });
}

function withOutputs(items: readonly Item[]): readonly Item[] {
  const last = new Map<string, number>();
  items.forEach((item, index) => { if (item.made === 'tool' && item.callId !== undefined) last.set(item.callId, index); });
  const out: Item[] = [];
  let missing: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (item.made !== 'model') { out.push(...missing); missing = []; }
    out.push(item);
    const type = item.made === 'model' ? OUTPUTS[item.type] : undefined;
    if (type === undefined || item.callId === undefined || (last.get(item.callId) ?? -1) > index) continue;
    if (missing.some((made) => made.callId === item.callId)) continue;
    missing.push({ type, made: 'tool', node: { type, call_id: item.callId, output: 'No output of this tool call is recorded.' }, own: [], parts: [], marks: [], callId: item.callId, inserted: MISSING });
  }
  return [...out, ...missing];
}
