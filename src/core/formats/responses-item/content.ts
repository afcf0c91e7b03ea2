import type { Block, Media } from '../../model/block.ts';
import { detached, factsOf, NO_TEXT } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { dataUrl } from '../../signatures/decode-via.ts';
import { below, step, word } from './repeated.ts';

/** What every block of one item shares. */
export interface Shared { readonly itemId?: string; readonly response?: string; readonly callId?: string }

/**
 * Blocks of a `content` or `output` member: a string is one block at the member itself, an array a block per part, an object
 * with a type one part. Null and absent give none; nothing is dropped (a part of unknown type is opaque).
 */
export function contentBlocks(content: Json | undefined, record: Source, pointer: string, shared: Shared): readonly Block[] {
  if (typeof content === 'string') {
    const source = at(record, pointer);
    const { itemId, callId, response } = shared;
    const text = factsOf(content, [source]);
    // The result of a call, the most frequent of all.
    if (itemId !== undefined && callId !== undefined && response === undefined) return [{ id: idOf(source), kind: 'text', nativeType: 'text', text, source, itemId, callId }];
    return [{ id: idOf(source), kind: 'text', nativeType: 'text', text, source, ...shared }];
  }
  const parts = asArray(content);
  if (parts !== undefined) return parts.map((part, index) => partBlock(part, record, below(pointer, step(index)), shared));
  return content === undefined || content === null ? [] : [partBlock(content, record, pointer, shared)];
}

function partBlock(value: Json, record: Source, pointer: string, shared: Shared): Block {
  const source = at(record, pointer);
  const part = asObject(value);
  const nativeType = word(asString(part?.type) ?? typeof value);
  const id = idOf(source);
  if (part === undefined) return typeof value === 'string' ? { id, kind: 'text', nativeType, text: factsOf(value, [source]), source, ...shared } : { id, kind: 'opaque', nativeType, text: NO_TEXT, source, ...shared };
  switch (nativeType) {
    case 'input_text': case 'output_text': case 'text': case 'summary_text': case 'reasoning_text':
      if (typeof part.text === 'string') return { id, kind: 'text', nativeType, text: factsOf(part.text, [at(record, below(pointer, '/text'))]), source, ...shared };
      return { id, kind: 'opaque', nativeType, text: NO_TEXT, source, ...shared };
    case 'refusal': return { id, kind: 'refusal', nativeType, text: typeof part.refusal === 'string' ? factsOf(part.refusal, [at(record, below(pointer, '/refusal'))]) : NO_TEXT, source, ...shared };
    case 'input_image': case 'output_image': case 'computer_screenshot': return { id, kind: 'image', nativeType, text: NO_TEXT, source, media: imageOf(part, record, pointer), ...shared };
    case 'input_file': return { id, kind: 'document', nativeType, text: NO_TEXT, source, media: fileOf(part, record, pointer), ...shared };
    case 'input_audio': case 'output_audio': return { id, kind: 'opaque', nativeType, meaning: 'audio', text: NO_TEXT, source, ...shared, ...audioDetail(part) };
    case 'input_video': return { id, kind: 'opaque', nativeType, meaning: 'video', text: NO_TEXT, source, ...shared };
    case 'encrypted_content': return { id, kind: 'opaque', nativeType, meaning: 'encrypted', text: NO_TEXT, source, ...shared };
    default: return { id, kind: 'opaque', nativeType, text: NO_TEXT, source, ...shared };
  }
}

/** Audio at an address is no part of the API; a gateway that knows it needs to be told that it is there, and its format. */
function audioDetail(part: JsonObject): Pick<Block, 'detail'> {
  if (typeof part.audio_url !== 'string') return {};
  const format = asString(part.format);
  return { detail: { address: true, ...(format === undefined ? {} : { format: detached(format.slice(0, 64)) }) } };
}

function imageOf(part: JsonObject, record: Source, pointer: string): Media {
  const detail = asString(part.detail);
  const more = detail === undefined ? {} : { detail: { detail } };
  const nested = asObject(part.image_url);
  const url = asString(part.image_url) ?? asString(nested?.url);
  if (url !== undefined) return { ...urlMedia(url, record, `${pointer}/image_url${nested === undefined ? '' : '/url'}`), ...more };
  return { ...named(part, record, pointer), ...more };
}

function fileOf(part: JsonObject, record: Source, pointer: string): Media {
  const filename = asString(part.filename);
  const more = filename === undefined ? {} : { detail: { filename: detached(filename.slice(0, 256)) } };
  const data = asString(part.file_data);
  const url = asString(part.file_url);
  if (data !== undefined) return { ...(data.startsWith('data:') ? urlMedia(data, record, below(pointer, '/file_data')) : { where: 'data', value: factsOf(data, [at(record, below(pointer, '/file_data'))]) }), ...more };
  if (url !== undefined) return { ...urlMedia(url, record, below(pointer, '/file_url')), ...more };
  return { ...named(part, record, pointer), ...more };
}

/** Media at an address; of a base64 `data:` URL the payload (read through the via `data-url`). */
export function urlMedia(url: string, record: Source, pointer: string): Media {
  const data = dataUrl(url);
  if (data === undefined) return { where: 'url', value: factsOf(url, [at(record, pointer)]) };
  return { where: 'data', ...(data.mediaType === '' ? {} : { mediaType: data.mediaType }), value: factsOf(data.payload, [at(record, pointer, ['data-url'])]) };
}

function named(part: JsonObject, record: Source, pointer: string): Media {
  const key = typeof part.file_id === 'string' ? 'file_id' : 'filename';
  const name = asString(part[key]);
  return { where: 'absent', value: name === undefined ? NO_TEXT : factsOf(name, [at(record, `${pointer}/${key}`)]) };
}
