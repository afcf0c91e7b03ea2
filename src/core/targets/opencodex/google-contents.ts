import type { Why } from '../../model/decision.ts';
import type { Id } from '../../model/source.ts';
import type { Recorded } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { RefNode, Wire, WireObject } from '../../replay/wire.ts';
import { callPart, mediaParts, resultText, strayText, textCall, userPart } from './google-parts.ts';
import { geminiName } from './gemini-schema.ts';
import type { AssistantMessage, CallPart, Mark, MediaPart, Parsed, TextPart, ToolResultMessage, UserMessage } from './message.ts';
import { converted, omitAll, place } from './place.ts';
import { toolIds, type ToolIds } from './tool-id.ts';
import { callName } from './tools.ts';
import type { Variant } from './variant.ts';
import { weldedMark } from './welded.ts';

/** Placeholders of opencodex 2.63.0 (`(continue)` as recorded; the others of source 2.31.0 and runs of 2.63.0). */
const EMPTY_USER = '(empty)';
const CONTINUE = '(continue)';
const MISSING_RESULT = '[missing tool_result for this tool_use in history]';

const SPLIT = 'opencodex/tool-pair-split';
const EMPTY: Why = { reason: 'Empty text is left out.' };
const THINKING: Why = { reason: 'The client never sends reasoning to Google; only a call carries a thought signature.', rule: 'opencodex/thinking-left-out' };
const DEVELOPER: Mark = converted('Gemini has no developer role: sent as a user message.');

interface Call { readonly id: string; readonly raw: string; readonly name: string | RefNode }

/** The `contents` of the request. Results stand in one message behind the calls they answer, in the order of the calls. */
export function googleContents(parsed: Parsed, recorded: Recorded, variant: Variant, writer: RequestWriter): readonly Wire[] {
  const { messages } = parsed;
  const ids = toolIds(messages.flatMap((m) => m.role === 'assistant' ? m.parts.flatMap((p) => p.type === 'call' ? [p.callId] : []) : m.role === 'toolResult' ? [m.callId] : []));
  const answered = new Set(messages.flatMap((m) => m.role === 'toolResult' ? [m.callId] : []));
  const contents: WireObject[] = [];
  const push = (role: 'user' | 'model', parts: readonly Wire[]): void => { contents.push({ role, parts }); };
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at]!;
    if (message.role === 'toolResult') { push('user', strayParts(message, undefined, writer)); continue; }
    if (message.role !== 'assistant') { push('user', userParts(message, writer)); continue; }
    const { parts, calls } = modelParts(message, parsed, recorded, ids, writer);
    if (parts.length === 0) continue;
    push('model', parts);
    if (calls.length === 0) continue;
    const results: ToolResultMessage[] = [];
    for (let next = messages[at + 1]; next?.role === 'toolResult'; next = messages[++at + 1]) results.push(next);
    push('user', resultParts(results, calls, ids, answered, writer));
  }
  if (variant.googleTail && contents[contents.length - 1]?.['role'] !== 'user') {
    push('user', [writer.insert({ text: CONTINUE }, { reason: 'A request must not end with the model: the client adds a user message.' })]);
  }
  return contents;
}

function userParts(message: UserMessage, writer: RequestWriter): readonly Wire[] {
  const own = message.role === 'developer' ? [DEVELOPER] : [];
  const sent = message.parts.filter((part) => part.type !== 'text' || part.state !== 'empty');
  const empty = message.parts.filter((part) => !sent.includes(part)).flatMap((part) => part.ids);
  if (sent.length > 0) {
    omitAll(empty, EMPTY, writer);
    return sent.map((part) => { const { node, marks } = userPart(part); return place(node, part.ids, [...part.marks, ...marks, ...own], writer); });
  }
  const ids = [...(message.subject === undefined ? [] : [message.subject]), ...empty];
  return [place({ text: EMPTY_USER }, ids, [converted('The client sends a placeholder in place of empty content.')], writer)];
}

function modelParts(message: AssistantMessage, parsed: Parsed, recorded: Recorded, ids: ToolIds, writer: RequestWriter): { readonly parts: readonly Wire[]; readonly calls: readonly Call[] } {
  const parts: Wire[] = [];
  const calls: Call[] = [];
  const first = message.parts.find((part) => part.response !== undefined && part.type !== 'thinking' && (part.type === 'call' || part.state !== 'empty'));
  for (const part of message.parts) {
    if (part.type === 'thinking') { omitAll([...part.ids, ...part.coalesced.map((block) => block.id)], THINKING, writer); continue; }
    if (part.type === 'text' && part.state === 'empty') { omitAll(part.ids, EMPTY, writer); continue; }
    const weld = weldedMark(first, part, parsed);
    const marks = [...part.marks, ...(weld === undefined ? [] : [weld])];
    if (part.type === 'text') parts.push(place({ text: part.text }, part.ids, marks, writer));
    else parts.push(called(part, marks, recorded, ids, calls, writer));
  }
  return { parts, calls };
}

function called(part: CallPart, marks: readonly Mark[], recorded: Recorded, ids: ToolIds, calls: Call[], writer: RequestWriter): Wire {
  const id = ids.of(part.callId);
  const name = callName(part, recorded, geminiName);
  if (id === undefined) return place(textCall(part), part.ids, [converted('A call without an id cannot be sent as a call: the client sends it as text.'), ...marks], writer);
  calls.push({ id, raw: part.callId, name });
  const own: Mark[] = [];
  if (id !== part.callId) own.push(converted('The client rewrites ids that Claude behind Google\'s API would refuse, in the result too.'));
  if (name !== part.name) own.push(converted('The name is spelled as Gemini takes it, its namespace in front.'));
  return place(callPart(part, name, id), part.ids, [...marks, ...own], writer);
}

/** The message behind calls: results in the order of the calls, placeholders for those that have none, then strays as text. */
function resultParts(results: readonly ToolResultMessage[], calls: readonly Call[], ids: ToolIds, answered: ReadonlySet<string>, writer: RequestWriter): readonly Wire[] {
  const wanted = new Set(calls.map((call) => call.id));
  const byId = new Map<string, { readonly result: ToolResultMessage; readonly at: number }>();
  const strays: { readonly result: ToolResultMessage; readonly second: boolean }[] = [];
  results.forEach((result, at) => {
    const id = ids.known(result.callId);
    if (id !== undefined && wanted.has(id) && !byId.has(id)) byId.set(id, { result, at });
    else strays.push({ result, second: id !== undefined && byId.has(id) });
  });
  const parts: Wire[] = [];
  let latest = -1;
  for (const call of calls) {
    const found = byId.get(call.id);
    if (found === undefined) {
      const why: Why = answered.has(call.raw) ? { reason: 'The result does not follow its call directly: the client answers the call with a placeholder.', rule: SPLIT }
        : { reason: 'The call has no result in the input: the client answers it with a placeholder.' };
      parts.push(writer.insert({ functionResponse: { name: call.name, response: { result: MISSING_RESULT }, id: call.id } }, why));
      continue;
    }
    const moved: readonly Mark[] = found.at < latest ? [{ op: 'moved', why: { reason: 'Results go in the order of their calls.' } }] : [];
    latest = Math.max(latest, found.at);
    parts.push(...answer(found.result, call, moved, writer));
  }
  for (const { result, second } of strays) parts.push(...strayParts(result, second ? { reason: 'A second result for one call: the client sends it as text.' } : undefined, writer));
  return parts;
}

function answer(result: ToolResultMessage, call: Call, marks: readonly Mark[], writer: RequestWriter): readonly Wire[] {
  const { text, placeholder } = resultText(result);
  const { siblings, said } = mediaParts(result);
  const ids = idsOf(result, said);
  const own: Mark[] = [...(placeholder ? [converted('The client sends a placeholder as the result where it is empty.')] : []), ...(result.made === undefined ? [] : [MADE]), ...said.map(() => MARKER)];
  const response = { functionResponse: { name: call.name, response: { result: text }, id: call.id } };
  const parts = ids.length === 0 ? writer.insert(response, { reason: 'The result has no text; its call is answered all the same.' })
    : place(response, ids, [...result.parts.flatMap((part) => part.type === 'text' ? part.marks : []), ...own, ...marks], writer);
  return [parts, ...siblings.map(({ part, node }) => place(node, part.ids, [...part.marks, ...marks], writer))];
}

const MADE = converted('The client writes the result of a tool search itself, from the tools in it; the tools join the request\'s.');
const MARKER = converted('An image at an address has no form beside a result: a text marker stands for it.');

function idsOf(result: ToolResultMessage, said: readonly MediaPart[]): readonly Id[] {
  const texts = result.parts.filter((part): part is TextPart => part.type === 'text');
  return [...(result.subject === undefined ? [] : [result.subject]), ...(result.made?.ids ?? []), ...texts.flatMap((part) => part.ids), ...said.flatMap((part) => part.ids)];
}

/** A result with no call right before it is text of a user message; its images stay images. */
function strayParts(result: ToolResultMessage, second: Why | undefined, writer: RequestWriter): readonly Wire[] {
  const why: Why = second ?? (result.called ? { reason: 'The result does not follow its call directly: the client sends it as text.', rule: SPLIT } : { reason: 'No call of this id stands before the result: the client sends it as text.' });
  const { siblings, said } = mediaParts(result);
  const mark: Mark = { op: 'converted', why };
  const ids = idsOf(result, said);
  const node = { text: strayText(result) };
  const text = ids.length === 0 ? writer.insert(node, why) : place(node, ids, [mark, ...result.parts.flatMap((part) => part.type === 'text' ? part.marks : [])], writer);
  return [text, ...siblings.map(({ part, node: sibling }) => place(sibling, part.ids, [...part.marks, mark], writer))];
}

