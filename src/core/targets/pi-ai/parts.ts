import type { Op, Why } from '../../model/decision.ts';
import type { Facts } from '../../model/facts.ts';
import type { Json } from '../../model/json.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { derivedRef, isRef, joinRef, jsonRef, literal, textRef, type RefNode, type Wire } from '../../replay/wire.ts';
import type { Message, Part } from './context.ts';
import { refuse } from './refusal.ts';

type SentOp = Exclude<Op, 'omitted' | 'rejected'>;

/** A node that carries a part: its blocks, or what the client made itself. Returns the node. */
export function send<T extends object>(node: T, part: Part, writer: RequestWriter, op: SentOp = 'kept', why?: Why): T {
  if (part.ids.length === 0) return writer.insert(node, part.made ?? { reason: 'The client\'s own text.' });
  return why === undefined ? writer.place(node, part.ids) : writer.place(node, part.ids, op, why);
}

/** Leaves a part out. */
export function drop(part: Part, writer: RequestWriter, why: Why): void {
  for (const id of part.ids) writer.omit(id, why);
}

/** Leaves a message without blocks out. */
export function dropEmpty(message: Message, writer: RequestWriter, why: Why): void {
  if (message.subject !== undefined) writer.omit(message.subject, why);
}

/** A text on its way out: pi-ai takes lone surrogates away. */
export function cleaned(facts: Facts): RefNode {
  return textRef(facts, 'strip-surrogates');
}

/** Whether nothing is left of a text once lone surrogates are gone. Exact for texts that are held; longer ones are taken to have more. */
export function emptyOnceCleaned(facts: Facts): boolean {
  return facts.length === 0 || facts.loneSurrogate && facts.inline !== undefined && stripped(facts.inline) === '';
}

/** Whether only white space is left of a text once lone surrogates are gone. */
export function blankOnceCleaned(facts: Facts): boolean {
  return facts.state !== 'text' || facts.loneSurrogate && facts.inline !== undefined && stripped(facts.inline).trim() === '';
}

export function stripped(text: string): string {
  return text.isWellFormed() ? text : text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
}

/** The arguments of a call as a JSON string: the client parses and spells them anew. Undefined where there are none. */
export function argumentsText(part: Part): Wire | undefined {
  const { block, facts } = part;
  if (block?.args === 'empty' && block.native?.api === 'pi-ai') return undefined;
  const at = facts.at[0];
  if (at === undefined) return '{}';
  if (facts.length === 0 && block?.args === 'object') refuse(part.ids[0]!, 'Maximum call stack size exceeded');
  return derivedRef([at], textRef(facts), ([value]) => JSON.stringify(parsedArguments(value, part)) ?? 'null');
}

/** The arguments of a call as the value they are. */
export function argumentsValue(part: Part): Wire {
  const { block, facts } = part;
  if (block?.args === 'object' && facts.at.length > 0) return jsonRef(facts);
  const at = facts.at[0];
  if (at === undefined || block?.args === 'empty' || block?.detail?.arguments === 'null' || block?.native?.api !== 'pi-ai') return {};
  return block.detail?.arguments === 'string' ? textRef(facts) : jsonRef(facts);
}

/** Other clients keep arguments as text; what is no object there is none in pi-ai. */
function parsedArguments(value: Json | undefined, { block }: Part): Json {
  if (typeof value !== 'string' || block?.native?.api === 'pi-ai') return value ?? null;
  try {
    const parsed = JSON.parse(value) as Json;
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {};
  } catch { return {}; }
}

/** An image's media type and data as the client reads them; `undefined` where the block has none. */
export function mediaOf(part: Part): { readonly mimeType: string | undefined; readonly data: RefNode | undefined } {
  const media = part.block?.media;
  return { mimeType: media?.mediaType ?? (part.type === 'image' && part.block?.native?.api !== 'pi-ai' ? 'image/png' : undefined), data: media === undefined || media.where !== 'data' ? undefined : textRef(media.value) };
}

/** The image as a `data:` URL, as the OpenAI APIs and Mistral take it. A block that is none gives a broken one. */
export function dataUrl(part: Part): RefNode {
  const { mimeType, data } = mediaOf(part);
  return joinRef([literal(`data:${String(mimeType)};base64,`), data ?? literal('undefined')]);
}

/** Joins texts; what was one stays kept, several are merged. The node carries all of their blocks. */
export function joinedText(parts: readonly Part[], separator: string, message: Message, writer: RequestWriter): RefNode {
  const node = parts.length === 1 ? cleaned(parts[0]!.facts) : joinRef(parts.map((p) => cleaned(p.facts)), separator);
  const ids = parts.flatMap((p) => p.ids);
  if (ids.length === 0) return message.subject !== undefined ? writer.place(node, [message.subject]) : writer.insert(node, parts.find((p) => p.made !== undefined)?.made ?? message.made ?? { reason: 'Nothing is left of the message; the client still sends it.' });
  return ids.length === 1 ? writer.place(node, ids) : writer.place(node, ids, 'merged', { reason: 'The texts of a message are joined into one.' });
}

/** Fails where a text part has no text, as reading its length or content does. */
export function needText(part: Part, doing: string): void {
  if (part.lacks === 'text' || part.lacks === 'thinking') refuse(part.ids[0]!, `Cannot read properties of undefined (reading '${doing}')`);
}

/** A call's id, where it has one. */
export function idOf(part: Part): Wire | undefined {
  return part.lacks === 'id' ? undefined : part.callId;
}

/** A call's tool. */
export function nameOf(part: Part): Wire | undefined {
  return part.block?.name;
}

/** Whether a text on the wire is empty, as far as it is held. */
export function isEmptyText(wire: Wire): boolean {
  if (typeof wire === 'string') return wire === '';
  if (!isRef(wire)) return false;
  switch (wire.ref) {
    case 'literal': return wire.value === '';
    case 'text': return wire.as === 'strip-surrogates' ? emptyOnceCleaned(wire.facts) : wire.facts.length === 0;
    case 'join': return wire.parts.every(isEmptyText) && (wire.separator === '' || wire.parts.length < 2);
    default: return false;
  }
}
