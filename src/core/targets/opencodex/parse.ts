import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { isBound } from '../../model/signature.ts';
import type { Id, Source } from '../../model/source.ts';
import { literal } from '../../replay/wire.ts';
import { callOf } from './call.ts';
import { compactionText } from './compaction.ts';
import { inputContent, joinedText, outputContent, outputOf, responseOf } from './content.ts';
import { INSTRUCTIONS, type Item } from './item.ts';
import type { AssistantMessage, AssistantPart, InputPart, Mark, Message, Parsed, TextPart, ThinkingPart } from './message.ts';
import type { Variant } from './variant.ts';

/** What the client puts in place of an agent message without content (opencodex, pull request 93 and every version since). */
export const EMPTY_AGENT_MESSAGE = '(sub-agent message received)';

interface State {
  readonly variant: Variant;
  readonly system: TextPart[];
  readonly messages: Message[];
  readonly dropped: Map<Id, Why>;
  readonly loadedTools: { readonly at: Source; readonly id?: Id }[];
  readonly ignored: number[];
  readonly owners: Map<string, { readonly message: AssistantMessage; readonly name: string }>;
  /** Reasoning to be put in front of a message, the last batch first: gathered, because a message can hold very many calls. */
  readonly late: Map<AssistantMessage, ThinkingPart[][]>;
  pending: ThinkingPart[];
  refused?: NonNullable<Parsed['refused']>;
}

const LOST = 'opencodex/reasoning-before-boundary-lost';

/**
 * Reads items as the client's parser does (reference: seed-systems 2.2; recorded runs of opencodex 2.63.0). Reasoning waits for
 * the assistant text or call after it; what happens to it when something else comes first is what the variants differ in.
 */
export function parseItems(items: readonly Item[], variant: Variant): Parsed {
  const state: State = { variant, system: [], messages: [], dropped: new Map(), loadedTools: [], ignored: [], owners: new Map(), late: new Map(), pending: [] };
  for (const item of items) {
    if (item.refused !== undefined) state.refused ??= { block: item.blocks[0]?.id ?? item.subject ?? '', message: item.refused };
    if (item.left !== undefined) dropItem(state, item, item.left);
    else (HANDLERS[item.type] ?? ignore)(item, state);
  }
  flush(state, 'Reasoning without an Anthropic signature at the end of the input is dropped.', 'In this version reasoning at the end of the input is dropped, signed or not.');
  for (const [{ parts }, batches] of state.late) {
    const rest = parts.splice(0);
    for (const batch of batches.reverse()) for (const part of batch) parts.push(part);
    for (const part of rest) parts.push(part);
  }
  return state;
}

const HANDLERS: { readonly [type: string]: ((item: Item, state: State) => void) | undefined } = Object.assign(Object.create(null) as object, {
  [INSTRUCTIONS]: instructions, message, reasoning, agent_message: agentMessage,
  function_call: call, custom_tool_call: call, local_shell_call: call, tool_search_call: call,
  function_call_output: output, custom_tool_call_output: output, tool_search_output: searchOutput,
  web_search_call: webSearch, additional_tools: additionalTools, compaction_trigger: control,
  compaction, compaction_summary: compaction, context_compaction: compaction,
});

function message(item: Item, state: State): void {
  switch (item.role) {
    case 'user': case 'developer': return userMessage(item, state);
    case 'system': return systemMessage(item, state);
    case 'assistant': return assistantMessage(item, state);
    case 'toolResult': return ignore(item, state);
  }
}

/** System text that is no item: it goes in front, and separates nothing. */
function instructions(item: Item, state: State): void {
  const { parts, vanished } = inputContent(item, state.variant, item.hoisted !== true ? [] : [{ op: 'converted', why: { reason: 'A system message of a Messages request becomes part of the instructions.' } }]);
  dropAll(state, vanished);
  const text = joinedText(textsOnly(parts, state), item.order, '\n\n');
  if (text !== undefined && text.state !== 'empty') state.system.push(text);
  else dropItem(state, item, { reason: 'Empty system text is left out.' });
}

function userMessage(item: Item, state: State): void {
  boundary(state, `a ${item.role} message`);
  const { parts, collapsed, vanished } = inputContent(item, state.variant, []);
  dropAll(state, vanished);
  state.messages.push({ role: item.role === 'developer' ? 'developer' : 'user', parts, collapsed, ...subjectOf(item) });
}

function systemMessage(item: Item, state: State): void {
  boundary(state, 'a system message');
  const { parts, vanished } = inputContent(item, state.variant, [{ op: 'converted', why: { reason: 'The client takes system messages out of the conversation and puts their text into the system prompt.' } }]);
  dropAll(state, vanished);
  const text = joinedText(textsOnly(parts, state), item.order);
  if (text !== undefined && text.state !== 'empty') state.system.push(text);
  else dropItem(state, item, { reason: 'Empty system text is left out.' });
}

function textsOnly(parts: readonly InputPart[], state: State): readonly TextPart[] {
  for (const part of parts) if (part.type !== 'text') drop(state, part.ids, { reason: 'Only the text of a system message is used.', rule: 'opencodex/item-ignored' });
  return parts.filter((part): part is TextPart => part.type === 'text');
}

function assistantMessage(item: Item, state: State): void {
  const { parts, vanished } = outputContent(item);
  dropAll(state, vanished);
  if (item.subject !== undefined) state.dropped.set(item.subject, { reason: 'An assistant message without content gives nothing to send.' });
  const message: AssistantMessage = { role: 'assistant', parts: [...state.pending, ...parts] };
  state.pending = [];
  state.messages.push(message);
}

function reasoning(item: Item, state: State): void {
  const { variant } = state;
  const block = item.blocks.find((b) => b.kind === 'thinking');
  const redacted = item.blocks.filter((b) => b.kind === 'redacted-thinking');
  for (const other of item.blocks) if (other !== block && !redacted.includes(other)) state.dropped.set(other.id, { reason: 'Not part of what the client reads of a reasoning item.' });
  const signed = block !== undefined && isSigned(block);
  const bound = signed || redacted.length > 0;
  const blank = block === undefined || block.text.state === 'empty';
  if (blank && !(bound && variant.keepsTextlessReasoning)) { dropItem(state, item, unreadable(block, bound)); return; }
  const part: ThinkingPart = {
    type: 'thinking', redacted, bound, coalesced: [], order: item.order, marks: [], ids: item.blocks.map((b) => b.id),
    ...(block === undefined ? {} : { block, ...responseOf(block) }),
  };
  const before = state.pending[state.pending.length - 1];
  // 2.31.0 looks at the signature alone, so it also joins redacted items and loses the payloads of the earlier one.
  const loose = (p: ThinkingPart): boolean => variant.keepsTextlessReasoning ? !p.bound : p.block === undefined || !isSigned(p.block);
  if (before === undefined || !loose(part) || !loose(before)) { state.pending.push(part); return; }
  for (const lost of before.redacted) state.dropped.set(lost.id, { reason: 'In this version a redacted payload is lost where its reasoning item is joined with the next.', rule: LOST });
  if (before.block !== undefined) before.coalesced.push(before.block);
  state.pending[state.pending.length - 1] = { ...part, coalesced: before.coalesced };
}

/** Whether the client finds an Anthropic signature with the reasoning: in its own envelope, or in the block of a Messages request. */
function isSigned(block: Block): boolean {
  const { signature } = block;
  return isBound(signature) && (signature.carrier === 'ocxr1' || signature.carrier === 'anthropic-block');
}

function unreadable(block: Block | undefined, bound: boolean): Why {
  if (bound) return { reason: 'In this version reasoning without readable text is dropped, signed or not.', rule: LOST };
  if (block?.signature?.state === 'encrypted') return { reason: 'Encrypted for OpenAI and without a readable summary: the client drops the item.', rule: 'anthropic/thinking-foreign-signature' };
  return { reason: 'A reasoning item with neither text nor an Anthropic signature is dropped.' };
}

function agentMessage(item: Item, state: State): void {
  if (state.variant.agentMessage === 'ignored') {
    state.ignored.push(item.order);
    dropItem(state, item, { reason: 'This parser has no branch for agent_message items: it skips the message and thereby joins the responses before and after it.', rule: 'opencodex/agent-message-ignored' });
    return;
  }
  boundary(state, 'an agent message');
  const mark: Mark = { op: 'converted', why: { reason: 'An agent message is external input: sent as a user message.' } };
  const { parts, collapsed, vanished } = inputContent(item, state.variant, [mark]);
  dropAll(state, vanished);
  const placeholder = item.blocks.find((block) => block.synthetic === true);
  const first = parts[0];
  const filled = parts.length > 1 || first !== undefined && (first.type !== 'text' || first.state === 'text');
  if (filled) {
    if (placeholder !== undefined) state.dropped.set(placeholder.id, { reason: 'The client sends the blank parts as they are.' });
    state.messages.push({ role: 'user', parts, collapsed });
    return;
  }
  const part: TextPart = { type: 'text', text: literal(EMPTY_AGENT_MESSAGE), state: 'text', ids: [...(placeholder === undefined ? [] : [placeholder.id]), ...parts.flatMap((p) => p.ids)], order: item.order, marks: [{ op: 'converted', why: { reason: 'An agent message without usable content: the client sends a placeholder as a user message.' } }] };
  state.messages.push({ role: 'user', parts: [part], collapsed: true, ...subjectOf(item) });
}

function call(item: Item, state: State): void {
  const block = item.blocks.find((b) => b.kind === 'tool-call');
  const part = block === undefined ? undefined : callOf(item, block);
  if (part === undefined) { ignore(item, state); return; }
  for (const other of item.blocks) if (other !== block) state.dropped.set(other.id, { reason: 'Not part of what the client reads of a call.' });
  const holder = heldBy(state, state.pending);
  state.pending = [];
  holder.parts.push(part);
  state.owners.set(part.callId, { message: holder, name: part.name });
}

function output(item: Item, state: State): void {
  if (item.external === true && state.variant.externalTasks && item.blocks.some((block) => block.kind !== 'text' || block.text.state === 'text')) { externalTask(item, state); return; }
  const callId = item.callId ?? '';
  const owner = state.owners.get(callId);
  if (owner !== undefined && callId !== '') {
    const moved: Mark = { op: 'moved', why: { reason: 'Recorded after its call: the client puts reasoning in front of the message that holds the call.', rule: 'opencodex/blocks-reordered' } };
    if (state.pending.length > 0) {
      const late = state.late.get(owner.message) ?? [];
      late.push(state.pending.map((part) => ({ ...part, marks: [...part.marks, moved] })));
      state.late.set(owner.message, late);
    }
    state.pending = [];
  } else clear(state, 'a tool result whose call is not in the input');
  const { parts, collapsed, vanished } = outputOf(item, state.variant);
  dropAll(state, vanished);
  state.messages.push({ role: 'toolResult', callId, toolName: owner?.name ?? '', called: owner !== undefined, parts: failedParts(item, parts), collapsed, order: item.order, ...subjectOf(item) });
}

/** An output that answers no call, but says what it is of, is a task from outside (issues 3259 and 3807; runs of 2.63.0). */
function externalTask(item: Item, state: State): void {
  boundary(state, 'a task from outside');
  const { parts, collapsed, vanished } = outputOf(item, state.variant);
  dropAll(state, vanished);
  const mark: Mark = { op: 'converted', why: { reason: 'An output without a call id that names itself is a task from outside: sent as a user message.' } };
  state.messages.push({ role: 'user', parts: parts.map((part) => ({ ...part, marks: [...part.marks, mark] })), collapsed: collapsed && parts.length === 1, ...subjectOf(item) });
}

/** A Messages `is_error` has no place in a Responses item: the client says it in the text. */
function failedParts(item: Item, parts: readonly InputPart[]): readonly InputPart[] {
  if (item.failed !== true) return parts;
  const string = item.blocks.length === 0 || item.blocks.length === 1 && /content$/.test(item.blocks[0]!.source.pointer);
  const why: Why = { reason: 'A failed result of a Messages request is marked in its text: items have no error flag.' };
  const tag: TextPart = { type: 'text', text: literal(string && parts.length > 0 ? '[tool error] ' : '[tool error]'), state: 'text', ids: [], order: item.order, marks: [{ op: 'converted', why }] };
  if (parts.some((part) => part.type !== 'text')) return [tag, ...parts];
  return [joinedText([tag, ...parts.filter((part): part is TextPart => part.type === 'text')], item.order)!];
}

function searchOutput(item: Item, state: State): void {
  clear(state, 'the output of a tool search');
  if (item.blocks.length > 0) state.loadedTools.push({ at: item.at });
  state.messages.push({ role: 'toolResult', callId: item.callId ?? '', toolName: 'tool_search', called: state.owners.has(item.callId ?? ''), parts: [], collapsed: true, order: item.order, made: { at: item.at, ids: item.blocks.map((b) => b.id) }, ...subjectOf(item) });
}

function webSearch(item: Item, state: State): void {
  clear(state, 'a web_search_call item');
  dropItem(state, item, { reason: 'A hosted web search has no form here: the client leaves the item out.', rule: 'opencodex/item-ignored' });
}

function additionalTools(item: Item, state: State): void {
  const block = item.blocks[0];
  state.loadedTools.push({ at: item.at, ...(block === undefined ? {} : { id: block.id }) });
  if (block === undefined || item.blocks.length > 1) dropItem(state, { ...item, blocks: item.blocks.slice(1) }, { reason: 'Only the tool definitions of the item are used.' });
}

function control(item: Item, state: State): void {
  dropItem(state, item, { reason: 'A request for compaction, not content: it only sets a flag.' });
}

function compaction(item: Item, state: State): void {
  const block = item.blocks[0];
  if (item.type === 'context_compaction' && block?.signature?.state !== 'encrypted') {
    dropItem(state, item, { reason: 'A compaction marker without a payload gives nothing to send.' });
    return;
  }
  clear(state, 'a compaction item');
  const text = compactionText(block);
  const part: TextPart = { type: 'text', ...text, state: 'text', ids: block === undefined ? [] : [block.id], order: item.order, marks: [{ op: 'converted', why: { reason: text.reason } }] };
  for (const other of item.blocks.slice(1)) state.dropped.set(other.id, { reason: 'Only the payload of a compaction item is used.' });
  state.messages.push({ role: 'user', parts: [part], collapsed: true, ...subjectOf(item) });
}

function ignore(item: Item, state: State): void {
  dropItem(state, item, { reason: `The client's parser has no branch for ${item.type} items: it is left out without a marker.`, rule: 'opencodex/item-ignored' });
}

/** The assistant message that comes last, or a new one, with the given reasoning put behind what it has. */
function heldBy(state: State, parts: readonly AssistantPart[]): AssistantMessage {
  const last = state.messages[state.messages.length - 1];
  const holder: AssistantMessage = last?.role === 'assistant' ? last : { role: 'assistant', parts: [] };
  if (holder !== last) state.messages.push(holder);
  for (const part of parts) holder.parts.push(part);
  return holder;
}

/** Something that ends the assistant's turn: waiting reasoning gets a message of its own or is lost. */
function boundary(state: State, what: string): void {
  flush(state, `Reasoning without an Anthropic signature that stands before ${what} is dropped.`, `In this version reasoning that stands before ${what} is dropped, signed or not.`);
}

function flush(state: State, unsigned: string, any: string): void {
  const { keepsBoundReasoning } = state.variant;
  const kept = keepsBoundReasoning ? state.pending.filter((part) => part.bound) : [];
  const keeps = new Set(kept);
  for (const part of state.pending) if (!keeps.has(part)) dropThinking(state, part, { reason: keepsBoundReasoning ? unsigned : any, rule: LOST });
  state.pending = [];
  if (kept.length > 0) heldBy(state, kept);
}

/** Something before which waiting reasoning is always lost, signed or not. */
function clear(state: State, what: string): void {
  for (const part of state.pending) dropThinking(state, part, { reason: `Reasoning that stands before ${what} is dropped, signed or not.`, rule: LOST });
  state.pending = [];
}

function dropThinking(state: State, part: ThinkingPart, why: Why): void {
  drop(state, [...part.ids, ...part.coalesced.map((block) => block.id)], why);
}

function drop(state: State, ids: readonly Id[], why: Why): void {
  for (const id of ids) if (!state.dropped.has(id)) state.dropped.set(id, why);
}

function dropAll(state: State, vanished: ReadonlyMap<Id, Why>): void {
  for (const [id, why] of vanished) drop(state, [id], why);
}

function dropItem(state: State, item: Item, why: Why): void {
  drop(state, item.blocks.map((block) => block.id), why);
  if (item.subject !== undefined) drop(state, [item.subject], why);
}

function subjectOf(item: Item): { subject?: Id } {
  return item.subject === undefined ? {} : { subject: item.subject };
}
