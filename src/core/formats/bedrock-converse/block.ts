import type { Block, Media } from '../../model/block.ts';
import { factsOf, factsOfJson, NO_TEXT } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Signature } from '../../model/signature.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { tableOf } from '../../model/table.ts';
import { signatureOf, UNSIGNED } from '../../signatures/classify.ts';
import { argsState } from '../responses-item/calls.ts';
import { misplacedValue } from '../body.ts';

type Reading = Pick<Block, 'kind' | 'text'> & Partial<Pick<Block, 'callId' | 'name' | 'args' | 'media' | 'meaning' | 'signature' | 'detail'>>;

/** Members that a content block is known by (`@aws-sdk/client-bedrock-runtime` types, 2026-11); a block has one of them. */
const KEYS: readonly string[] = ['text', 'image', 'document', 'video', 'audio', 'toolUse', 'toolResult', 'reasoningContent', 'cachePoint', 'guardContent', 'citationsContent', 'searchResult', 'json'];
const MEANINGS = tableOf<NonNullable<Block['meaning']>>({ video: 'video', audio: 'audio', cachePoint: 'control', guardContent: 'control', citationsContent: 'reference', searchResult: 'reference' });

/** The member that a block is known by; undefined for a value that is none. */
export function blockKey(value: Json): string | undefined {
  const object = asObject(value);
  return object === undefined ? undefined : KEYS.find((key) => object[key] !== undefined && object[key] !== null);
}

/** The blocks of a content array; anything else is one opaque block. */
export function converseContent(content: Json | undefined, source: Source, response?: string): readonly Block[] {
  if (content === undefined || content === null) return [];
  const parts = asArray(content);
  return parts === undefined ? [misplacedValue(content, source, response)] : parts.map((part, index) => converseBlock(part, at(source, `${source.pointer}/${index}`), response));
}

/** One keyed block. A block of no known member is opaque and keeps its value. */
export function converseBlock(value: Json, source: Source, response?: string): Block {
  const object = asObject(value);
  if (object === undefined) return misplacedValue(value, source, response);
  const key = blockKey(value);
  const reading = (key === undefined ? undefined : read(key, object[key]!, at(source, `${source.pointer}/${key}`))) ?? { kind: 'opaque' as const, text: NO_TEXT, ...(key === undefined || MEANINGS[key] === undefined ? {} : { meaning: MEANINGS[key] }) };
  return { id: idOf(source), nativeType: key ?? Object.keys(object)[0] ?? 'block', source, native: { api: 'bedrock-converse', at: source }, ...reading, ...(response === undefined ? {} : { response }) };
}

function read(key: string, value: Json, source: Source): Reading | undefined {
  const object = asObject(value);
  switch (key) {
    case 'text': return typeof value === 'string' ? { kind: 'text', text: factsOf(value, [source]) } : undefined;
    // A tool's result as JSON: its words are the value spelled out.
    case 'json': return { kind: 'text', text: factsOfJson(value, source) };
    case 'toolUse': return object === undefined ? undefined : { kind: 'tool-call', ...call(object, source) };
    case 'reasoningContent': return object === undefined ? undefined : reasoning(object, source);
    case 'image': case 'document': return object === undefined ? undefined : { kind: key, text: NO_TEXT, ...mediaOf(key, object, source) };
    default: return undefined;
  }
}

function call(object: JsonObject, source: Source): Omit<Reading, 'kind'> {
  const { input } = object;
  const id = asString(object.toolUseId);
  const name = asString(object.name);
  const named = { ...(id === undefined ? {} : { callId: id }), ...(name === undefined ? {} : { name }) };
  const where = at(source, `${source.pointer}/input`);
  if (input === undefined || input === null) return { ...named, text: NO_TEXT, args: 'empty' };
  if (typeof input === 'string') return { ...named, detail: { input: 'string' }, text: factsOf(input, [where]), args: input === '' ? 'empty' : argsState(input) === 'object' ? 'other' : argsState(input) };
  return { ...named, text: factsOfJson(input, where), args: asObject(input) === undefined ? 'other' : 'object' };
}

/** Signed text as Claude gives it, its redacted form, and the unsigned text of other models (gpt-oss, DeepSeek). */
function reasoning(object: JsonObject, source: Source): Reading | undefined {
  const { redactedContent } = object;
  if (typeof redactedContent === 'string') {
    return { kind: 'redacted-thinking', text: NO_TEXT, signature: signatureOf({ value: redactedContent, carrier: 'anthropic-block', kind: 'anthropic-redacted', source: at(source, `${source.pointer}/redactedContent`) }) };
  }
  const said = asObject(object.reasoningText ?? null);
  if (said === undefined) return undefined;
  const step = (key: string): Source => at(source, `${source.pointer}/reasoningText/${key}`);
  const signature: Signature = typeof said.signature !== 'string' || said.signature === '' ? UNSIGNED : signatureOf({ value: said.signature, carrier: 'anthropic-block', kind: 'anthropic-thinking', source: step('signature') });
  return { kind: 'thinking', text: typeof said.text === 'string' ? factsOf(said.text, [step('text')]) : NO_TEXT, signature };
}

/** Bytes are base64 where a request is written down as JSON; a store's address is nothing that another API can read. */
function mediaOf(key: 'image' | 'document', object: JsonObject, source: Source): { media?: Media; text?: Reading['text'] } {
  const origin = asObject(object.source ?? null);
  const format = asString(object.format);
  const name = asString(object.name);
  const step = (member: string): Source => at(source, `${source.pointer}/source/${member}`);
  const mediaType = format === undefined ? {} : { mediaType: key === 'image' ? `image/${format}` : DOCUMENT_TYPES[format] ?? 'application/octet-stream' };
  const detail = name === undefined || name.length > 256 ? {} : { detail: { filename: name } };
  if (typeof origin?.bytes === 'string') return { media: { where: 'data', value: factsOf(origin.bytes, [step('bytes')]), ...mediaType, ...detail } };
  if (typeof origin?.text === 'string') return { text: factsOf(origin.text, [step('text')]) };
  const uri = asObject(origin?.s3Location ?? null)?.uri;
  return typeof uri === 'string' ? { media: { where: 'absent', value: factsOf(uri, [step('s3Location/uri')]), ...mediaType, ...detail } } : {};
}

const DOCUMENT_TYPES = tableOf<string>({
  pdf: 'application/pdf', csv: 'text/csv', html: 'text/html', txt: 'text/plain', md: 'text/markdown', doc: 'application/msword', xls: 'application/vnd.ms-excel',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
