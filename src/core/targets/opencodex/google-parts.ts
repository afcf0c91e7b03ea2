import type { RefNode, WireObject } from '../../replay/wire.ts';
import { derivedRef, joinRef, literal, textRef } from '../../replay/wire.ts';
import { at } from '../../model/source.ts';
import { addressOf } from './media-wire.ts';
import type { CallPart, InputPart, Mark, MediaPart, TextPart, ToolResultMessage } from './message.ts';
import { converted } from './place.ts';
import { searchResult } from './search-result.ts';
import { CLIENT_TEXT } from './system-text.ts';
import { wireName } from './tools.ts';

const EMPTY_RESULT = '(empty tool output)';
/** What Google's own clients send where there is no signature; the client does not take it for one. */
const SENTINEL = 'skip_thought_signature_validator';

/** A part of user input, not empty. Images and documents with their bytes go inline, an image at an address becomes a marker. */
export function userPart(part: InputPart): { readonly node: WireObject; readonly marks: readonly Mark[] } {
  if (part.type === 'text') return { node: { text: part.text }, marks: [] };
  if (part.type === 'video') return { node: { text: literal('[video]') }, marks: [converted('A text marker stands for the video; how the client sends its bytes is not recorded.')] };
  const inline = inlineData(part);
  if (inline !== undefined) return { node: inline, marks: [] };
  const { media } = part.block;
  return { node: { text: joinRef([literal('[image: '), ...(media === undefined ? [] : [addressOf(media, 'image/png')]), literal(']')]) }, marks: [converted('Gemini wants bytes with their type: an image at an address becomes a text marker.')] };
}

function inlineData(part: MediaPart): WireObject | undefined {
  const { media } = part.block;
  if (media?.where !== 'data') return undefined;
  const type = media.mediaType ?? (part.block.native?.api === 'anthropic-messages' ? 'image/png' : undefined);
  return type === undefined ? undefined : { inline_data: { mime_type: type, data: textRef(media.value) } };
}

/**
 * A call. A Gemini thought signature that travelled with this very call goes with it; nothing else is taken for one
 * (issues 174 and 1926: an item id, or Google's sentinel, never is).
 */
export function callPart(part: CallPart, name: string | RefNode, id: string): WireObject | RefNode {
  const functionCall = { name, args: part.input, id };
  if (part.item === undefined) return { functionCall };
  const carried = at(part.item, `${part.item.pointer}/extra_content/google/thought_signature`);
  return derivedRef([carried], { functionCall }, ([value]) => typeof value === 'string' && isReal(value) ? { functionCall, thoughtSignature: value } : { functionCall });
}

function isReal(value: string): boolean {
  return value.length >= 16 && value !== SENTINEL && !/^(fc|call|msg|rs|resp|reasoning|item|ws|tool|func|function)[-_]/i.test(value) && /^[A-Za-z0-9+/_=-]+$/.test(value);
}

/** A call without an id, as text. */
export function textCall(part: CallPart): WireObject {
  return { text: joinRef([literal(`[tool_use without a usable id: ${wireName(part.namespace, part.name)}]\n`), part.spelled]) };
}

/** The text of a result; an image in it leaves a marker, nothing at all a placeholder. */
export function resultText(result: ToolResultMessage): { readonly text: RefNode; readonly placeholder: boolean } {
  if (result.made !== undefined) return { text: derivedRef([result.made.at], literal(CLIENT_TEXT), ([item]) => literal(searchResult(item).text)), placeholder: false };
  const usable = result.parts.some((part) => part.type !== 'text' || part.state !== 'empty');
  if (!usable) return { text: literal(EMPTY_RESULT), placeholder: true };
  const texts = result.parts.map((part) => part.type === 'text' ? part.text : literal('[image]'));
  return { text: texts.length === 1 ? texts[0]! : joinRef(texts), placeholder: false };
}

/** Media of a result: those with bytes stand beside it; of the others only the marker in the text is left. */
export function mediaParts(result: ToolResultMessage): { readonly siblings: readonly { readonly part: MediaPart; readonly node: WireObject }[]; readonly said: readonly MediaPart[] } {
  const media = result.parts.filter((part): part is Exclude<InputPart, TextPart> => part.type !== 'text');
  const siblings = media.flatMap((part) => { const node = inlineData(part); return node === undefined ? [] : [{ part, node }]; });
  return { siblings, said: media.filter((part) => !siblings.some((sibling) => sibling.part === part)) };
}

/** A result that answers no call before it. */
export function strayText(result: ToolResultMessage): RefNode {
  const label = result.toolName === '' ? result.callId : `${result.toolName} (${result.callId})`;
  return joinRef([literal(`[tool_result without adjacent tool_use: ${label}]\n`), resultText(result).text]);
}
