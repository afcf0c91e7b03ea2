import type { Block, Media } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { joinRef, literal, textRef, type RefNode, type WireObject } from '../../replay/wire.ts';

/** Bytes that are not in the file cannot be sent; the model is told so. */
export const NOT_IN_FILE: Why = { reason: 'The bytes are not in the file; a text says so in their place.', rule: 'reference/image-not-in-file' };

/** `[image not in file: ID]`, as a text of any API. */
export function notInFile(block: Block): RefNode {
  const what = block.kind === 'document' ? '[document not in file: ' : '[image not in file: ';
  return joinRef([literal(what), block.media === undefined ? literal('unknown') : textRef(block.media.value), literal(']')]);
}

/** True where the bytes (or an address to them) can be sent. Documents of plain text carry it as their text. */
export function hasBytes(block: Block): boolean {
  return block.media !== undefined && block.media.where !== 'absent' || block.kind === 'document' && block.text.at.length > 0;
}

function mediaType(media: Media, fallback: string): string {
  return media.mediaType ?? fallback;
}

/** An image or document as a `data:` URL or its address. */
export function addressOf(media: Media, fallback: string): RefNode {
  return media.where === 'url' ? textRef(media.value) : joinRef([literal(`data:${mediaType(media, fallback)};base64,`), textRef(media.value)]);
}

/** The Messages block of an image or document whose bytes can be sent. */
export function messagesMedia(block: Block): WireObject {
  const { media } = block;
  const type = block.kind === 'document' ? 'document' : 'image';
  if (media === undefined) return { type, source: { type: 'text', media_type: 'text/plain', data: textRef(block.text) } };
  if (media.where === 'url') return { type, source: { type: 'url', url: textRef(media.value) } };
  return { type, source: { type: 'base64', media_type: mediaType(media, type === 'document' ? 'application/pdf' : 'image/png'), data: textRef(media.value) } };
}

/** The Chat Completions part of an image or document whose bytes can be sent; undefined where Chat has no part for it (a document's address). */
export function chatMedia(block: Block): WireObject | undefined {
  const { media } = block;
  if (media === undefined) return { type: 'text', text: textRef(block.text) };
  if (block.kind !== 'document') return { type: 'image_url', image_url: { url: addressOf(media, 'image/png') } };
  return media.where === 'url' ? undefined : { type: 'file', file: { filename: fileName(block), file_data: addressOf(media, 'application/pdf') } };
}

/** The Responses part of an image or document whose bytes can be sent. */
export function responsesMedia(block: Block): WireObject {
  const { media } = block;
  if (media === undefined) return { type: 'input_text', text: textRef(block.text) };
  if (block.kind !== 'document') return { type: 'input_image', image_url: addressOf(media, 'image/png') };
  return media.where === 'url' ? { type: 'input_file', file_url: textRef(media.value) } : { type: 'input_file', filename: fileName(block), file_data: addressOf(media, 'application/pdf') };
}

function fileName(block: Block): string {
  const name = block.media?.detail?.filename;
  return typeof name === 'string' && name !== '' ? name : 'document';
}
