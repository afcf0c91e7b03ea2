import type { Id } from '../../model/source.ts';
import type { Why } from '../../model/decision.ts';
import type { Recorded } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { derivedRef, joinRef, literal, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import { assistantMessage, type ChatAssistant } from './chat-assistant.ts';
import { inputContentOf, imagePart } from './chat-parts.ts';
import { joinedText } from './content.ts';
import type { MediaPart, Parsed, TextPart, ToolResultMessage, UserMessage } from './message.ts';
import { converted, omitAll, place } from './place.ts';
import { searchResult } from './search-result.ts';
import { CLIENT_TEXT, systemText } from './system-text.ts';
import type { Variant } from './variant.ts';

export interface ChatAsked {
  readonly variant: Variant;
  /** The model is on the provider's list of those that want their reasoning back. */
  readonly preserve: boolean;
  /** Tools are offered: the client adds its catalogue to the system prompt. */
  readonly offered: boolean;
}

const SPLIT = 'opencodex/tool-pair-split';
const IMAGES = '[ocx] image output from the preceding tool result(s):';

/** The text in place of a result that is not recorded (recorded runs of opencodex 2.63.0; source 2.31.0). */
export function missingResult(name: string): string {
  return `[ocx] no tool result was recorded for "${name}"; execution status unknown — do not treat this as success, failure, or user-provided input.`;
}

interface State {
  readonly out: Wire[];
  /** Calls of the last assistant message that have no result yet. */
  open: ChatAssistant['calls'];
  /** User messages that wait for those results. */
  deferred: Wire[];
  /** Images of results, which go into a user message behind them. */
  images: MediaPart[];
  minted: number;
  readonly seen: Set<string>;
  readonly answered: ReadonlySet<string>;
  readonly asked: ChatAsked;
  readonly writer: RequestWriter;
}

/**
 * The messages of a Chat request. Results directly follow their calls: what a person says in between waits behind them, a call
 * without a result gets a placeholder, a result without a call gets a call made up for it.
 */
export function chatMessages(parsed: Parsed, recorded: Recorded, asked: ChatAsked, writer: RequestWriter): readonly Wire[] {
  const answered = new Set(parsed.messages.flatMap((message) => message.role === 'toolResult' ? [message.callId] : []));
  const state: State = { out: [], open: [], deferred: [], images: [], minted: 0, seen: new Set(), answered, asked, writer };
  const hoisted = asked.variant.developerInPlace ? [] : parsed.messages.flatMap((message) => message.role === 'developer' && !hasMedia(message) ? hoistedText(message, writer) : []);
  const system = systemText([...parsed.system, ...hoisted], asked.offered, writer, (content) => ({ role: 'system', content }));
  if (system !== undefined) state.out.push(system);
  for (const message of parsed.messages) {
    if (message.role === 'assistant') assistant(state, message, parsed, recorded);
    else if (message.role === 'toolResult') result(state, message);
    else if (message.role === 'user' || asked.variant.developerInPlace || hasMedia(message)) user(state, message);
  }
  closeCalls(state);
  return state.out;
}

function hasMedia(message: UserMessage): boolean {
  return message.parts.some((part) => part.type === 'image' || part.type === 'document');
}

/** In 2.31.0 the text of a developer message joins the leading system message. */
function hoistedText(message: UserMessage, writer: RequestWriter): readonly TextPart[] {
  const text = joinedText(message.parts.filter((part): part is TextPart => part.type === 'text'), 0);
  const subjects = message.subject === undefined ? [] : [message.subject];
  if (text === undefined || text.state === 'empty') {
    omitAll([...subjects, ...(text?.ids ?? [])], { reason: 'An empty developer text is left out.' }, writer);
    return [];
  }
  return [{ ...text, ids: [...subjects, ...text.ids], marks: [...text.marks, { op: 'moved', why: { reason: 'The client puts developer texts into the leading system message.' } }] }];
}

function user(state: State, message: UserMessage): void {
  const { writer } = state;
  const role = message.role === 'developer' && !hasMedia(message) ? 'system' : 'user';
  const marks = message.role === 'developer' ? [converted(role === 'system' ? 'Sent under the role that every provider of the API knows: system.' : 'A system message cannot hold an image: sent as a user message.')] : [];
  const waits = state.open.length > 0 ? [{ op: 'moved' as const, why: { reason: 'It stands between a call and its result: the client sends it behind the results.' } }] : [];
  const made = inputContentOf(message, role, [...marks, ...waits], writer);
  (state.open.length > 0 ? state.deferred : state.out).push(made);
}

function assistant(state: State, message: Extract<Parsed['messages'][number], { role: 'assistant' }>, parsed: Parsed, recorded: Recorded): void {
  const mint = (raw: string): string => {
    if (raw !== '') { state.seen.add(raw); return raw; }
    for (;;) {
      const id = `call_ocx_minted_${++state.minted}`;
      if (!state.seen.has(id)) { state.seen.add(id); return id; }
    }
  };
  const made = assistantMessage(message, parsed, recorded, state.asked.preserve, mint, state.writer);
  if (made === undefined) return;
  closeCalls(state);
  state.out.push(made.node);
  state.open = made.calls;
}

/** Placeholders for calls that are still open, then what waited behind them. */
function closeCalls(state: State): void {
  for (const call of state.open) {
    const why: Why = state.answered.has(call.raw) && call.raw !== '' ? { reason: 'The result does not follow its call: the client answers the call with a placeholder.', rule: SPLIT }
      : { reason: 'The call has no result in the input: the client answers it with a placeholder.', rule: 'openai-chat/tool-calls-unanswered' };
    state.out.push(state.writer.insert({ role: 'tool', tool_call_id: call.id, content: missingResult(call.name) }, why));
  }
  state.open = [];
  release(state);
}

function release(state: State): void {
  if (state.images.length > 0) {
    const why: Why = { reason: 'The client says whose images these are.' };
    const moved = { op: 'moved' as const, why: { reason: 'Only user messages can hold images: it goes behind the results.', rule: 'openai-chat/image-in-tool-message' } };
    const parts = state.images.map((part) => place(imagePart(part), part.ids, [...part.marks, moved], state.writer));
    state.out.push(state.writer.frame({ role: 'user', content: [state.writer.insert({ type: 'text', text: IMAGES }, why), ...parts] }));
    state.images = [];
  }
  state.out.push(...state.deferred);
  state.deferred = [];
}

function result(state: State, message: ToolResultMessage): void {
  const at = message.callId === '' ? -1 : state.open.findIndex((call) => call.id === message.callId);
  if (at < 0) { stray(state, message); return; }
  state.out.push(toolMessage(state, message, message.callId, []));
  state.open = state.open.filter((_, index) => index !== at);
  if (state.open.length === 0) release(state);
}

/** A result whose call does not stand open: the client makes up a call for it. */
function stray(state: State, message: ToolResultMessage): void {
  const { writer, asked } = state;
  const id = message.callId === '' ? `call_orphan_${state.out.length}` : message.callId;
  closeCalls(state);
  const why: Why = message.called ? { reason: 'The result does not follow its call: the client makes up a second call for it.', rule: SPLIT }
    : { reason: 'The result has no call in the input: the client makes one up.', rule: 'openai-chat/tool-message-orphan' };
  state.out.push(writer.insert({
    role: 'assistant', content: '', ...(asked.preserve ? { reasoning_content: ' ' } : {}),
    tool_calls: [{ id, type: 'function', function: { name: safeName(message.toolName), arguments: '{}' } }],
  }, why));
  state.seen.add(id);
  state.out.push(toolMessage(state, message, id, [{ op: 'converted', why }]));
  release(state);
}

function safeName(name: string): string {
  return (name.trim() === '' ? 'tool_result' : name).replace(/[^A-Za-z0-9_-]/g, '_');
}

function toolMessage(state: State, message: ToolResultMessage, id: string, marks: Parameters<typeof place>[2]): WireObject {
  const { writer } = state;
  const texts = message.parts.filter((part): part is TextPart => part.type === 'text');
  const images = message.parts.filter((part): part is MediaPart => part.type === 'image');
  for (const part of message.parts) if (part.type !== 'text' && part.type !== 'image') omitAll(part.ids, { reason: 'A tool message of this API has no place for it.', rule: 'opencodex/item-ignored' }, writer);
  state.images.push(...images);
  const ids: readonly Id[] = [...(message.subject === undefined ? [] : [message.subject]), ...(message.made?.ids ?? []), ...texts.flatMap((part) => part.ids)];
  const node: WireObject = { role: 'tool', tool_call_id: id, content: contentOf(message, texts, images) };
  if (ids.length === 0) return writer.insert(node, { reason: 'The result has no text; its call is answered all the same.' });
  return place(node, ids, [...texts.flatMap((part) => part.marks), ...(message.made === undefined ? [] : [converted('The client writes the result of a tool search itself, from the tools in it; the tools join the request\'s.')]), ...marks], writer);
}

/** One text; where there is none but images, a marker for each of them (source 2.31.0). */
function contentOf(message: ToolResultMessage, texts: readonly TextPart[], images: readonly MediaPart[]): RefNode {
  if (message.made !== undefined) return derivedRef([message.made.at], literal(CLIENT_TEXT), ([item]) => literal(searchResult(item).text));
  if (images.length > 0 && texts.every((part) => part.state === 'empty')) return literal('[image]'.repeat(images.length));
  return texts.length === 1 ? texts[0]!.text : joinRef(texts.map((part) => part.text));
}
