import type { Why } from '../../model/decision.ts';
import { factsOf, NO_TEXT as NOTHING } from '../../model/facts.ts';
import type { Id } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { Message, Part } from './context.ts';
import type { PiCall, PiModel } from './model.ts';
import { refuse } from './refusal.ts';

/** What an API does to ids of calls that another model made. */
export type NormalizeId = (id: string, source: Message) => string;

const USER_IMAGE = '(image omitted: model does not support images)';
const TOOL_IMAGE = '(tool image omitted: model does not support images)';

/**
 * pi-ai's transformMessages, which runs before every serializer: images for a model without them, another model's thinking, signatures and ids, errored answers,
 * and calls without a result. Read in the sources of 1.6.0 and 0.73.1, 2026-11-30; held by recorded bodies and a differential test.
 */
export function transformMessages(messages: readonly Message[], call: PiCall, writer: RequestWriter, normalize?: NormalizeId): readonly Message[] {
  const old = call.variant === '0.73.1';
  const whole = old ? messages : messages.map((m) => m.form === 'null' || m.form === 'absent' ? { ...m, form: 'array' as const } : m);
  const seen = call.model.images ? whole : whole.map((m) => withoutImages(m, writer));
  const renamed = new Map<string, string>();
  const first = seen.map((message) => {
    if (message.role === 'toolResult') {
      const id = message.toolCallId === undefined ? undefined : renamed.get(message.toolCallId);
      return id === undefined || id === '' ? message : { ...message, toolCallId: id };
    }
    return message.role === 'assistant' ? assistant(message, call, renamed, writer, normalize) : message;
  });
  return paired(first, old, writer);
}

/** Same provider, API and model: only then are signatures what they were. */
export function sameModel(message: Message, model: PiModel): boolean {
  return message.provider === model.provider && message.api === model.api && message.model === model.id;
}

function withoutImages(message: Message, writer: RequestWriter): Message {
  if (message.role === 'user' && message.form === 'array') return { ...message, parts: replaced(message.parts, USER_IMAGE, writer) };
  if (message.role !== 'toolResult') return message;
  if (message.form === 'null' || message.form === 'absent' || message.form === 'other') refuse(message.blame, 'content is not iterable');
  return { ...message, form: 'array', parts: replaced(message.form === 'string' ? characters(message, writer) : message.parts, TOOL_IMAGE, writer) };
}

/** Text where a list belongs is walked character by character, and none of them has a text of its own. */
function characters({ parts }: Message, writer: RequestWriter): readonly Part[] {
  const [part] = parts;
  if (part === undefined) return parts;
  if (part.facts.length === 0) { for (const id of part.ids) writer.omit(id, { reason: 'It has no characters.' }); return []; }
  const count = part.facts.inline === undefined ? part.facts.length : [...part.facts.inline].length;
  return Array.from({ length: count }, (_, index): Part => ({ type: 'character', ids: index === 0 ? part.ids : [], facts: NOTHING, lacks: 'text' }));
}

const NO_IMAGES: Why = { rule: 'pi-ai/image-omitted', reason: 'The model takes no images: a run of them becomes one text.' };

/**
 * Each run of images becomes one text; a text that says the same already takes the images after it. With `made` the images are sent elsewhere and the text
 * is the client's own.
 */
export function replaced(parts: readonly Part[], placeholder: string, writer: RequestWriter, made?: Why): readonly Part[] {
  const out: Part[] = [];
  let previous = false;
  for (const part of parts) {
    if (part.type !== 'image') { out.push(part); previous = part.facts.inline === placeholder && part.type === 'text'; continue; }
    const ids = made === undefined ? part.ids : [];
    if (!previous) out.push({ type: 'text', ids, facts: factsOf(placeholder, []), ...(made === undefined ? {} : { made }) });
    else if (ids.length > 0) { const stand = out.pop()!; out.push({ ...stand, ids: [...stand.ids, ...ids] }); }
    for (const id of ids) writer.mark(id, 'converted', NO_IMAGES);
    previous = true;
  }
  return out;
}

function assistant(message: Message, call: PiCall, renamed: Map<string, string>, writer: RequestWriter, normalize: NormalizeId | undefined): Message {
  const { form } = message;
  if (form === 'null' || form === 'absent') refuse(message.blame, `Cannot read properties of ${form === 'null' ? 'null' : 'undefined'} (reading 'flatMap')`);
  if (form === 'string' || form === 'other') refuse(message.blame, 'assistantMsg.content.flatMap is not a function');
  const same = sameModel(message, call.model);
  const parts: Part[] = [];
  for (const part of message.parts) {
    const kept = part.type === 'thinking' ? thinking(part, same, call, writer) : part.type === 'text' ? same ? part : unsigned(part) : part.type === 'toolCall' ? toolCall(part, message, same, renamed, writer, normalize) : part;
    if (kept !== undefined) parts.push(kept);
  }
  return { ...message, parts };
}

/** What another model's signature said goes with it: for the Responses APIs the ids of its items too. */
function unsigned(part: Part): Part {
  return { ...part, signature: undefined, foreign: true };
}

const FOREIGN: Why = { rule: 'pi-ai/foreign-thinking', reason: 'Thinking of another model, provider or API is not sent.' };
const FOREIGN_TEXT: Why = { rule: 'pi-ai/foreign-thinking', reason: 'Thinking of another model, provider or API goes out as visible text.' };
const BLANK: Why = { rule: 'pi-ai/thinking-left-out', reason: 'Thinking without text and signature is not sent.' };

function thinking(part: Part, same: boolean, { variant }: PiCall, writer: RequestWriter): Part | undefined {
  const drop = (why: Why): undefined => { for (const id of part.ids) writer.omit(id, why); return undefined; };
  const sealed = part.signature !== undefined || part.block?.detail?.signed === true || part.block?.detail?.oddSignature === true;
  if (same && (part.redacted === true || sealed)) return part;
  if (!same && (variant === '1.6.0' || part.redacted === true)) return drop(FOREIGN);
  if (part.facts.state !== 'text') return drop(BLANK);
  if (same) return part;
  for (const id of part.ids) writer.mark(id, 'converted', FOREIGN_TEXT);
  return { type: 'text', ids: part.ids, facts: part.facts };
}

function toolCall(part: Part, message: Message, same: boolean, renamed: Map<string, string>, writer: RequestWriter, normalize: NormalizeId | undefined): Part {
  if (same) return part;
  const bare = unsigned(part);
  if (normalize === undefined) return bare;
  if (part.lacks === 'id') refuse(part.ids[0]!, "Cannot read properties of undefined (reading 'replace')");
  const before = part.callId ?? '';
  const id = normalize(before, message);
  if (id === before) return bare;
  renamed.set(before, id);
  for (const block of part.ids) writer.mark(block, 'converted', { rule: 'pi-ai/call-id-normalized', reason: 'The id of a call that another model made is spelled as this API takes it.' });
  return { ...bare, callId: id };
}

const NO_RESULT: Why = { rule: 'pi-ai/result-inserted', reason: 'The call has no result: the client sends one of its own.' };
const ERRORED: Why = { rule: 'pi-ai/errored-answer', reason: 'An answer that ended in an error or was aborted is not sent.' };

/** Skips errored answers and answers the calls that nothing answers; (1.x) a system message between them waits until after the results. */
function paired(messages: readonly Message[], old: boolean, writer: RequestWriter): readonly Message[] {
  const out: Message[] = [];
  let pending: readonly Part[] = [];
  let answered = new Set<string>();
  let held: Message[] = [];
  const close = (): void => {
    for (const part of pending) if (!answered.has(part.callId ?? '')) out.push(noResult(part));
    pending = [];
    answered = new Set();
    for (const message of held) { out.push(message); for (const id of idsOf(message)) writer.mark(id, 'moved', { reason: 'A system message between calls and their results goes after the results.' }); }
    held = [];
  };
  for (const message of messages) {
    if (message.role === 'assistant') {
      close();
      if (message.stopReason === 'error' || message.stopReason === 'aborted') {
        for (const id of idsOf(message)) writer.omit(id, ERRORED);
        continue;
      }
      const calls = message.parts.filter((part) => part.type === 'toolCall');
      if (calls.length > 0) { pending = calls; answered = new Set(); }
      out.push(message);
    } else if (message.role === 'toolResult') {
      answered.add(message.toolCallId ?? '');
      out.push(message);
    } else if (message.role === 'system' && !old) {
      if (pending.length > 0) held.push(message); else out.push(message);
    } else {
      if (message.role === 'user') close();
      out.push(message);
    }
  }
  close();
  return out;
}

/** Every block of a message, or its turn. */
export function idsOf(message: Message): readonly Id[] {
  if (message.subject !== undefined) return [message.subject];
  return [
    ...message.parts.flatMap((part) => part.ids), ...(message.sections ?? []).flatMap(({ part }) => part.ids),
    ...[message.toolsAdded?.id, message.toolsRemoved?.id].filter((id): id is Id => id !== undefined),
  ];
}

function noResult(call: Part): Message {
  return {
    role: 'toolResult', blame: call.ids[0] ?? '', form: 'array', parts: [{ type: 'text', ids: [], facts: factsOf('No result provided', []), made: NO_RESULT }],
    toolCallId: call.callId ?? '', ...(call.block?.name === undefined ? {} : { toolName: call.block.name }), isError: true, made: NO_RESULT,
  };
}
