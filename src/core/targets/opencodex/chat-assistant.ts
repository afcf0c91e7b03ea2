import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import type { Id } from '../../model/source.ts';
import type { Recorded } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { joinRef, literal, textRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import type { AssistantMessage, AssistantPart, CallPart, Mark, Parsed, TextPart, ThinkingPart } from './message.ts';
import { converted, omitAll, place } from './place.ts';
import { callName, wireName } from './tools.ts';
import { weldedMark } from './welded.ts';

/** An assistant message, and its calls as they are answered: `raw` is the recorded id, `id` the one on the wire. */
export interface ChatAssistant { readonly node: WireObject; readonly calls: readonly { readonly id: string; readonly raw: string; readonly name: string }[] }

const NOT_KEPT: Why = { reason: 'The model is not on the provider\'s list of those that want their reasoning back: it is left out.', rule: 'opencodex/thinking-left-out' };
const NO_PAYLOAD: Why = { reason: 'Chat Completions has no field for a redacted payload.', rule: 'opencodex/thinking-left-out' };
const UNSIGNED_NOW = 'opencodex/signature-removed';

/** Texts joined, reasoning joined where it is kept, then the calls. Undefined where nothing is left: the client skips the message. */
export function assistantMessage(message: AssistantMessage, parsed: Parsed, recorded: Recorded, preserve: boolean, mint: (raw: string) => string, writer: RequestWriter): ChatAssistant | undefined {
  const texts = message.parts.filter((part): part is TextPart => part.type === 'text');
  const thoughts = message.parts.filter((part): part is ThinkingPart => part.type === 'thinking');
  const calls = message.parts.filter((part): part is CallPart => part.type === 'call');
  const marksOf = markerOf(message, parsed);
  const reasoning = reasoningOf(thoughts, preserve, marksOf, calls.length > 0, writer);
  if (texts.length === 0 && calls.length === 0 && reasoning === undefined) return undefined;
  const joined: readonly Mark[] = texts.length > 1 ? [{ op: 'merged', why: { reason: 'The client joins the texts of a message into one string.' } }] : [];
  const text = texts.length === 0 ? undefined : textNode(texts, joined, marksOf, writer);
  const answered = calls.map((part) => ({ id: mint(part.callId), raw: part.callId, name: wireName(part.namespace, part.name) }));
  const tool_calls = calls.map((part, index) => callNode(part, answered[index]!.id, recorded, marksOf(part), writer));
  const node: { [key: string]: Wire | undefined } = {
    role: 'assistant', content: text ?? '', ...(reasoning === undefined ? {} : { reasoning_content: reasoning }), ...(calls.length === 0 ? {} : { tool_calls }),
  };
  return { node: writer.frame(node), calls: answered };
}

/** What happens to every part alike: welded to another response, or moved in front of a call that stood before it. */
function markerOf(message: AssistantMessage, parsed: Parsed): (part: AssistantPart) => readonly Mark[] {
  const first = message.parts.find((part) => part.response !== undefined);
  const call = message.parts.findIndex((part) => part.type === 'call');
  const late = new Set<AssistantPart>(call < 0 ? [] : message.parts.slice(call).filter((part) => part.type !== 'call'));
  return (part) => {
    const weld = weldedMark(first, part, parsed);
    const moved: Mark = { op: 'moved', why: { reason: 'The API has no order between text, reasoning and calls: this stood behind a call.', rule: 'opencodex/blocks-reordered' } };
    return [...part.marks, ...(late.has(part) ? [moved] : []), ...(weld === undefined ? [] : [weld])];
  };
}

function textNode(texts: readonly TextPart[], joined: readonly Mark[], marksOf: (part: TextPart) => readonly Mark[], writer: RequestWriter): RefNode {
  const node = texts.length === 1 ? texts[0]!.text : joinRef(texts.map((part) => part.text));
  const ids = texts.flatMap((part) => part.ids);
  place(node, ids, joined, writer);
  for (const part of texts) for (const mark of marksOf(part)) for (const id of part.ids) writer.mark(id, mark.op, mark.why);
  return node;
}

/** All reasoning as one text, in order; the client's placeholder where a message with calls has none (issue 1193, 2026-08-09). */
function reasoningOf(thoughts: readonly ThinkingPart[], preserve: boolean, marksOf: (part: ThinkingPart) => readonly Mark[], calls: boolean, writer: RequestWriter): RefNode | undefined {
  const texts: RefNode[] = [];
  const ids: Id[] = [];
  for (const part of thoughts) {
    omitAll(part.redacted.map((block) => block.id), preserve ? NO_PAYLOAD : NOT_KEPT, writer);
    const blocks = [...part.coalesced, ...(part.block === undefined ? [] : [part.block])];
    if (!preserve) { omitAll(blocks.map((block) => block.id), NOT_KEPT, writer); continue; }
    const said = blocks.filter((block) => block.text.state !== 'empty');
    omitAll(blocks.filter((block) => block.text.state === 'empty').map((block) => block.id), { ...NO_PAYLOAD, reason: 'Only readable reasoning can be sent here; this has no text.' }, writer);
    const marks = [...marksOf(part), ...(blocks.length > 1 ? [{ op: 'merged' as const, why: { reason: 'The parser joins unsigned reasoning that stands together.' } }] : [])];
    said.forEach((block, index) => {
      if (index > 0) texts.push(literal('\n'));
      texts.push(textRef(block.text));
      ids.push(block.id);
      for (const mark of [...marks, spoken(block)]) writer.mark(block.id, mark.op, mark.why);
    });
  }
  if (texts.length > 0) return writer.place(texts.length === 1 ? texts[0]! : joinRef(texts), ids);
  return preserve && calls ? writer.insert(literal(' '), { reason: 'The provider refuses a call without reasoning: the client sends a space.' }) : undefined;
}

function spoken(block: Block): Mark {
  if (block.signature?.state !== 'signed') return converted('Sent as text of the message\'s reasoning.');
  return converted('Sent as text of the message\'s reasoning, without the signature.', UNSIGNED_NOW);
}

function callNode(part: CallPart, id: string, recorded: Recorded, marks: readonly Mark[], writer: RequestWriter): WireObject {
  const name = callName(part, recorded);
  const own: Mark[] = [];
  if (id !== part.callId) own.push(converted('The call has no id: the client makes one up, which its result does not get.'));
  if (name !== part.name) own.push(converted('The namespace goes in front of the tool\'s name.'));
  return place({ id, type: 'function', function: { name, arguments: part.spelled } }, part.ids, [...marks, ...own], writer);
}
