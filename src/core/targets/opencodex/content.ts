import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { asObject } from '../../model/json.ts';
import type { Id } from '../../model/source.ts';
import { joinRef, literal, textRef, type RefNode } from '../../replay/wire.ts';
import { INSTRUCTIONS, type Item } from './item.ts';
import type { InputPart, Mark, TextPart } from './message.ts';
import type { Variant } from './variant.ts';

/** What content becomes: its parts, whether the client holds it as one string, and the blocks that vanish on the way. */
export interface Content {
  readonly parts: readonly InputPart[];
  readonly collapsed: boolean;
  readonly vanished: ReadonlyMap<Id, Why>;
}

const UNUSABLE: Why = { reason: 'opencodex has no form for this part and leaves it out without a marker.', rule: 'opencodex/item-ignored' };
const ENCRYPTED: Why = { reason: 'opencodex cannot read an encrypted part of an input message and leaves it out without a marker.', rule: 'opencodex/item-ignored' };
const WRAPPED: Why = { reason: 'The client reads an output that is neither text nor a list as empty.', rule: 'opencodex/item-ignored' };
const BARE_NAME: Why = { reason: 'A file part without bytes or file id is left out: the client sends no marker for it.', rule: 'opencodex/item-ignored' };

/** Types of text that the client reads in input, in assistant content, and in tool output. */
const INPUT_TEXT: readonly string[] = ['input_text', 'text'];
const OUTPUT_TEXT: readonly string[] = ['output_text', 'text'];
const RESULT_TEXT: readonly string[] = ['output_text', 'text', 'input_text'];

/** Whether the content was recorded as a string, not as parts. */
export function isString(block: Block): boolean {
  return block.source.inner === undefined && !/\/\d+$/.test(block.source.pointer);
}

/** Content of a user, developer or agent message (facts: opencodex 2.63.0 and source 2.31.0). */
export function inputContent(item: Item, variant: Variant, marks: readonly Mark[]): Content {
  const parts: InputPart[] = [];
  const vanished = new Map<Id, Why>();
  for (const block of item.blocks) {
    if (block.synthetic === true) continue;
    // Instructions are a plain string in the request, whatever the file calls the text (a rollout: base_instructions).
    const made = item.type === INSTRUCTIONS && block.kind === 'text' ? textPart(block, item.order, marks) : inputPart(block, item.order, variant, marks);
    if ('type' in made) parts.push(made);
    else vanished.set(block.id, made);
  }
  return { parts, vanished, collapsed: parts.length === 1 && parts[0]!.type === 'text' };
}

function inputPart(block: Block, order: number, variant: Variant, marks: readonly Mark[]): InputPart | Why {
  switch (block.kind) {
    case 'text': return INPUT_TEXT.includes(block.nativeType) ? textPart(block, order, marks) : UNUSABLE;
    case 'image': return imagePart(block, order, marks);
    case 'document': return documentPart(block, order, variant, marks);
    default:
      if (block.meaning === 'video' && variant.documents) return { type: 'video', block, ids: [block.id], order, marks };
      if (block.meaning === 'audio' && block.detail?.['address'] === true && variant.documents) return audioPart(block, order, marks);
      return block.meaning === 'encrypted' ? ENCRYPTED : UNUSABLE;
  }
}

/** A part that carries a block's text as it is. */
export function textPart(block: Block, order: number, marks: readonly Mark[] = []): TextPart {
  return { type: 'text', text: textRef(block.text), state: block.text.state, ids: [block.id], order, marks, ...responseOf(block) };
}

/** A text of the client's own wording around or instead of a block's content. */
export function wordedPart(block: Block, order: number, text: RefNode, reason: string, marks: readonly Mark[] = []): TextPart {
  return { type: 'text', text, state: 'text', ids: [block.id], order, marks: [...marks, { op: 'converted', why: { reason } }], ...responseOf(block) };
}

export function responseOf(block: Block): { response?: string } {
  return block.response === undefined ? {} : { response: block.response };
}

/** Only audio at an address (`audio_url`) leaves a marker; the API's own `input_audio` object vanishes (runs of 2.63.0). */
function audioPart(block: Block, order: number, marks: readonly Mark[]): TextPart {
  const format = block.detail?.['format'];
  return wordedPart(block, order, literal(typeof format === 'string' && format !== '' ? `[audio: ${format}]` : '[audio]'), 'Audio at an address becomes a text marker.', marks);
}

function imagePart(block: Block, order: number, marks: readonly Mark[]): InputPart | Why {
  const { media } = block;
  if (media === undefined || media.value.state === 'empty') return UNUSABLE;
  if (media.where !== 'absent') return { type: 'image', block, ids: [block.id], order, marks };
  return wordedPart(block, order, around('[image: ', textRef(media.value)), 'An image that is only named by a file id becomes a text marker.', marks);
}

function documentPart(block: Block, order: number, variant: Variant, marks: readonly Mark[]): InputPart | Why {
  const { media } = block;
  if (block.native?.api === 'anthropic-messages' && (media?.where !== 'data' || !variant.documents)) return titlePart(block, order, marks);
  if (media === undefined || media.value.state === 'empty') return BARE_NAME;
  if (media.where === 'absent') return media.value.at[0]?.pointer.endsWith('/filename') === true ? BARE_NAME : wordedPart(block, order, around('[file: ', textRef(media.value)), 'A file that is only named by its id becomes a text marker.', marks);
  if (media.where === 'url') return UNUSABLE;
  // Data without a media type is no data URL: the client cannot decode it and names the file instead.
  if (variant.documents && media.mediaType !== undefined) return { type: 'document', block, ids: [block.id], order, marks };
  const name = media.detail?.['filename'];
  return wordedPart(block, order, literal(typeof name === 'string' && name !== '' ? `[file: ${name}]` : '[file: inline data]'), 'Only the name of this file is sent, not its bytes.', marks);
}

/** Documents of a Messages request that are not sent as documents become a marker with their title. */
function titlePart(block: Block, order: number, marks: readonly Mark[]): InputPart {
  const title = asObject(block.detail?.['extra'])?.['title'];
  return wordedPart(block, order, literal(typeof title === 'string' ? `[document: ${title}]` : '[document]'), 'Only a document\'s title is sent here, as a text marker.', marks);
}

/** `[kind: …]` markers. */
export function around(head: string, text: RefNode): RefNode {
  return joinRef([literal(head), text, literal(']')]);
}

/** Content of an assistant message: texts and refusals. An empty string is no part. */
export function outputContent(item: Item): { readonly parts: readonly TextPart[]; readonly vanished: ReadonlyMap<Id, Why> } {
  const parts: TextPart[] = [];
  const vanished = new Map<Id, Why>();
  for (const block of item.blocks) {
    if (block.kind === 'refusal') parts.push(wordedPart(block, item.order, around('[refusal: ', textRef(block.text)), 'A refusal is sent as a text marker.'));
    else if (block.kind !== 'text' || !OUTPUT_TEXT.includes(block.nativeType)) vanished.set(block.id, UNUSABLE);
    else if (block.text.state === 'empty' && isString(block)) vanished.set(block.id, { reason: 'Empty content of an assistant message gives no part.', rule: 'anthropic/text-empty' });
    else parts.push(textPart(block, item.order));
  }
  return { parts, vanished };
}

/** Output of a tool: without an image one string, its texts joined without a separator; else parts. */
export function outputOf(item: Item, variant: Variant): Content {
  const parts: InputPart[] = [];
  const vanished = new Map<Id, Why>();
  for (const block of item.blocks) {
    const made = outputPart(block, item.order, variant);
    if ('type' in made) parts.push(made);
    else vanished.set(block.id, made);
  }
  if (parts.some((part) => part.type !== 'text')) return { parts, vanished, collapsed: false };
  const joined = joinedText(parts.filter((part): part is TextPart => part.type === 'text'), item.order);
  return { parts: joined === undefined ? [] : [joined], vanished, collapsed: true };
}

function outputPart(block: Block, order: number, variant: Variant): InputPart | Why {
  // Older Codex files wrap the output in an object, which the client reads as no output at all.
  if (/\/output\/content(\/\d+)?$/.test(block.source.pointer)) return WRAPPED;
  if (block.kind === 'text') return RESULT_TEXT.includes(block.nativeType) ? textPart(block, order) : UNUSABLE;
  if (block.kind === 'refusal') return wordedPart(block, order, around('[refusal: ', textRef(block.text)), 'A refusal is sent as a text marker.');
  if (block.meaning === 'encrypted') return wordedPart(block, order, literal('[encrypted content omitted]'), 'Encrypted tool output is for its own provider only: a marker is sent instead.');
  if (block.kind === 'document' && block.native?.api === 'anthropic-messages') return titlePart(block, order, []);
  if (block.kind !== 'image') return UNUSABLE;
  return block.media?.where === 'absent' && !variant.keepsBoundReasoning ? UNUSABLE : imagePart(block, order, []);
}

/** Several texts as one, in order; undefined for none. */
export function joinedText(parts: readonly TextPart[], order: number, separator = ''): TextPart | undefined {
  if (parts.length <= 1) return parts[0];
  const merged: Mark = { op: 'merged', why: { reason: 'The client joins the texts of this content into one string.' } };
  return {
    type: 'text', text: joinRef(parts.map((part) => part.text), separator), order,
    state: parts.some((part) => part.state === 'text') ? 'text' : parts.every((part) => part.state === 'empty') && separator === '' ? 'empty' : 'blank',
    ids: parts.flatMap((part) => part.ids), marks: [...parts.flatMap((part) => part.marks), ...(parts.filter((part) => part.ids.length > 0).length > 1 ? [merged] : [])],
  };
}
