import type { RequestWriter } from '../../replay/request-writer.ts';
import { literal, type WireObject } from '../../replay/wire.ts';
import { joinedText } from './content.ts';
import { addressOf, fileName } from './media-wire.ts';
import type { InputPart, Mark, MediaPart, TextPart, UserMessage } from './message.ts';
import { converted, place } from './place.ts';

const NO_VIDEO = '[video omitted: the translated Chat route has no video mapping]';

/** A user, developer or agent message: one string, or parts where it has an image or document. */
export function inputContentOf(message: UserMessage, role: 'user' | 'system', marks: readonly Mark[], writer: RequestWriter): WireObject {
  const parts = message.parts.map((part) => part.type === 'video' ? videoText(part) : part);
  const media = parts.some((part) => part.type !== 'text');
  if (media) return writer.frame({ role, content: parts.map((part) => place(partNode(part), part.ids, [...part.marks, ...marks], writer)) });
  const text = joinedText(parts.filter((part): part is TextPart => part.type === 'text'), 0);
  const ids = [...(message.subject === undefined ? [] : [message.subject]), ...(text?.ids ?? [])];
  if (ids.length > 0) return place({ role, content: text?.text ?? '' }, ids, [...(text?.marks ?? []), ...marks], writer);
  return writer.insert({ role, content: text?.text ?? '' }, { reason: 'Nothing of the message can be sent; the client sends it empty.' });
}

function videoText(part: MediaPart): TextPart {
  return { type: 'text', text: literal(NO_VIDEO), state: 'text', ids: part.ids, order: part.order, marks: [...part.marks, converted('The Chat route has no form for a video: the client sends a text marker.')] };
}

function partNode(part: InputPart): WireObject {
  switch (part.type) {
    case 'text': return { type: 'text', text: part.text };
    case 'document': return documentPart(part);
    case 'image': case 'video': return imagePart(part);
  }
}

/** An image at its address. */
export function imagePart(part: MediaPart): WireObject {
  const { media } = part.block;
  const detail = media?.detail?.['detail'];
  return { type: 'image_url', image_url: { ...(media === undefined ? {} : { url: addressOf(media, 'image/png') }), ...(typeof detail === 'string' ? { detail } : {}) } };
}

/** Documents go as file parts (2.63.0; the members are those of the API, no recording has one). */
function documentPart(part: MediaPart): WireObject {
  const { media } = part.block;
  const name = fileName(part.block);
  return { type: 'file', file: { ...(name === undefined ? {} : { filename: name }), ...(media === undefined ? {} : { file_data: addressOf(media, 'application/pdf') }) } };
}
