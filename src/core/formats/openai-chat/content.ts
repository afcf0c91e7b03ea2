import type { Block, Media } from '../../model/block.ts';
import { factsOf, NO_TEXT, type Facts } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { tableOf } from '../../model/table.ts';
import { UNSIGNED } from '../../signatures/classify.ts';
import { anthropicBlock } from '../anthropic-block.ts';
import { misplacedValue } from '../body.ts';
import { urlMedia } from '../responses-item/content.ts';

/** The blocks of a message's `content`: of a string one, of an array one per part. Null and absent have none. */
export function chatContent(content: Json | undefined, source: Source, response: string | undefined): readonly Block[] {
  if (content === undefined || content === null) return [];
  const made = response === undefined ? {} : { response };
  if (typeof content === 'string') return [{ id: idOf(source), kind: 'text', nativeType: 'text', text: factsOf(content, [source]), source, ...made }];
  const parts = asArray(content);
  if (parts === undefined) return [misplacedValue(content, source, response)];
  return parts.map((part, index) => partBlock(part, at(source, `${source.pointer}/${index}`), response));
}

/** Parts of a meaning that has no kind of its own here. */
const MEANINGS = tableOf<NonNullable<Block['meaning']>>({ input_audio: 'audio', audio_url: 'audio', video_url: 'video', reference: 'reference' });

function partBlock(value: Json, source: Source, response: string | undefined): Block {
  const part = asObject(value);
  const type = part === undefined ? undefined : asString(part.type);
  if (part === undefined || type === undefined) return misplacedValue(value, source, response);
  if (type === 'thinking' && typeof part.thinking === 'string' || type === 'redacted_thinking') return anthropicBlock(value, source, response);
  const reading = read(type, part, source) ?? { kind: 'opaque' as const, text: NO_TEXT, ...(MEANINGS[type] === undefined ? {} : { meaning: MEANINGS[type] }) };
  return { id: idOf(source), nativeType: type, source, native: { api: 'openai-chat', at: source }, ...reading, ...(response === undefined ? {} : { response }) };
}

type Reading = Pick<Block, 'kind' | 'text' | 'media' | 'meaning' | 'parts' | 'signature'>;

function read(type: string, part: JsonObject, source: Source): Reading | undefined {
  const step = (key: string): Source => at(source, `${source.pointer}/${key}`);
  switch (type) {
    case 'text': case 'output_text': return typeof part.text === 'string' ? { kind: 'text', text: factsOf(part.text, [step('text')]) } : undefined;
    case 'refusal': return typeof part.refusal === 'string' ? { kind: 'refusal', text: factsOf(part.refusal, [step('refusal')]) } : undefined;
    case 'image_url': case 'document_url': {
      const media = addressMedia(part[type], step(type));
      return media === undefined ? undefined : { kind: type === 'image_url' ? 'image' : 'document', text: NO_TEXT, media };
    }
    case 'file': {
      const media = fileMedia(part.file, step('file'));
      return media === undefined ? undefined : { kind: 'document', text: NO_TEXT, media };
    }
    case 'thinking': return thinkingChunk(part, step('thinking'));
    default: return undefined;
  }
}

/** `{url, detail}` as OpenAI has it, or the address itself (Mistral). */
function addressMedia(value: Json | undefined, source: Source): Media | undefined {
  if (typeof value === 'string') return urlMedia(value, source, source.pointer);
  const object = value === undefined ? undefined : asObject(value);
  const detail = asString(object?.detail);
  return typeof object?.url !== 'string' ? undefined : { ...urlMedia(object.url, source, `${source.pointer}/url`), ...(detail === undefined ? {} : { detail: { detail } }) };
}

function fileMedia(value: Json | undefined, source: Source): Media | undefined {
  const file = value === undefined ? undefined : asObject(value);
  if (file === undefined) return undefined;
  const filename = asString(file.filename);
  const detail = filename === undefined || filename.length > 256 ? {} : { detail: { filename } };
  if (typeof file.file_data === 'string') return { ...urlMedia(file.file_data, source, `${source.pointer}/file_data`), ...detail };
  return typeof file.file_id !== 'string' ? undefined : { where: 'absent', value: factsOf(file.file_id, [at(source, `${source.pointer}/file_id`)]), ...detail };
}

/** Mistral's reasoning: a chunk of text chunks, unsigned. */
function thinkingChunk(part: JsonObject, source: Source): Reading | undefined {
  const chunks = asArray(part.thinking);
  if (chunks === undefined) return undefined;
  const found = chunks.flatMap((chunk, index) => { const text = asObject(chunk)?.text; return typeof text === 'string' ? [{ text, at: at(source, `${source.pointer}/${index}/text`) }] : []; });
  const text: Facts = found.length === 0 ? NO_TEXT : factsOf(found.map((f) => f.text).join(''), found.map((f) => f.at), ...found.length > 1 ? [''] : []);
  return { kind: 'thinking', text, signature: UNSIGNED };
}
