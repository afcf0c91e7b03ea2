import type { Block, BlockKind, Media } from '../model/block.ts';
import { factsOf, factsOfJson, NO_TEXT, type Facts } from '../model/facts.ts';
import { asArray, asObject, asString, pointerStep, type Json, type JsonObject } from '../model/json.ts';
import type { Signature, SignatureKind } from '../model/signature.ts';
import { at, idOf, type Source } from '../model/source.ts';
import { tableOf } from '../model/table.ts';
import { signatureOf, UNSIGNED } from '../signatures/classify.ts';
import { smallCopy } from './anthropic-block/small-copy.ts';

/** Keys of each block type that facts already hold; any other key is shown to rules through `detail.extra`. */
const KNOWN = tableOf<readonly string[]>({
  text: ['text'], thinking: ['thinking', 'signature'], redacted_thinking: ['data'], tool_use: ['id', 'name', 'input'], image: ['source'],
  document: ['source'], compaction: ['content'], tool_result: ['tool_use_id', 'content', 'is_error'],
});
/** Block types whose meaning is known although they have no kind of their own (SDK 1.14.0 types, 2026-11). */
const MEANINGS = tableOf<NonNullable<Block['meaning']>>({
  tool_addition: 'tool-change', tool_removal: 'tool-change', tool_reference: 'reference', search_result: 'reference', container_upload: 'reference', fallback: 'control',
});

/** What is read of one block beside its identity. */
type Reading = Omit<Block, 'id' | 'nativeType' | 'source' | 'native' | 'detail' | 'response'>;

/** The blocks of a message's content: of each element of an array, or of the string itself. No content at all has none. */
export function anthropicContent(content: Json | undefined, source: Source, response?: string): readonly Block[] {
  if (content === undefined) return [];
  const parts = asArray(content);
  if (parts !== undefined) return parts.map((part, index) => anthropicBlock(part, at(source, `${source.pointer}/${index}`), response));
  if (typeof content !== 'string') return [misplaced(content, source, response)];
  const block: Block = { id: idOf(source), kind: 'text', nativeType: 'text', text: factsOf(content, [source]), source };
  return [response === undefined ? block : { ...block, response }];
}

/** A value that is no content block where it stands: opaque, and without a recorded form that could be sent as one. */
export function misplaced(value: Json, source: Source, response?: string): Block {
  const { id, nativeType, text } = { ...anthropicBlock(value, source), text: NO_TEXT };
  return { id, kind: 'opaque', nativeType, text, source, ...(response === undefined ? {} : { response }) };
}

/**
 * One content block of the Messages API. Total: a value of no known type, or without what its type needs, is `opaque` and
 * keeps its raw value. Every block carries its recorded value for verbatim copies.
 */
export function anthropicBlock(value: Json, source: Source, response?: string): Block {
  const object = asObject(value);
  const type = object === undefined ? undefined : asString(object.type);
  const nativeType = type ?? (object !== undefined ? 'untyped' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  const reading = (object === undefined || type === undefined ? undefined : read(type, object, source)) ?? opaque(type);
  const extra = object === undefined || type === undefined ? undefined : extraOf(object, KNOWN[type] ?? []);
  const detail = { ...(extra === undefined ? {} : { extra }), ...(typeof object?.input === 'string' ? { input: 'string' } : {}) };
  return {
    id: idOf(source), nativeType, source, native: { api: 'anthropic-messages', at: source }, ...reading,
    ...(response === undefined ? {} : { response }), ...(Object.keys(detail).length === 0 ? {} : { detail }),
  };
}

/** Small copies of the keys that are not among `known` (null where the value is large); undefined where there are none. */
export function extraOf(object: JsonObject, known: readonly string[]): JsonObject | undefined {
  const extra: { [key: string]: Json } = {};
  for (const key of Object.keys(object)) if (key !== 'type' && !known.includes(key)) extra[key] = smallCopy(object[key]) ?? null;
  return Object.keys(extra).length === 0 ? undefined : extra;
}

function read(type: string, object: JsonObject, source: Source): Reading | undefined {
  const step = (key: string): Source => at(source, `${source.pointer}${pointerStep(key)}`);
  const text = (key: string): Facts | undefined => typeof object[key] === 'string' ? factsOf(object[key], [step(key)]) : undefined;
  switch (type) {
    case 'text': {
      const words = text('text');
      return words === undefined ? undefined : { kind: 'text', text: words };
    }
    case 'thinking': return { kind: 'thinking', text: text('thinking') ?? NO_TEXT, signature: bound(object.signature, 'anthropic-thinking', step('signature')) };
    case 'redacted_thinking': return { kind: 'redacted-thinking', text: NO_TEXT, signature: bound(object.data, 'anthropic-redacted', step('data')) };
    case 'tool_use': return { kind: 'tool-call', ...call(object, step) };
    case 'server_tool_use': case 'mcp_tool_use': return { kind: 'server-tool-use', meaning: 'hosted-tool', ...call(object, step) };
    case 'image': return { kind: 'image', text: NO_TEXT, ...media(object, step('source')) };
    case 'document': return document(object, step('source'));
    case 'compaction': return { kind: 'compaction', text: text('content') ?? NO_TEXT, ...compactionSeal(object, step) };
    default: return type.endsWith('_tool_result') ? serverResult(object, step) : undefined;
  }
}

function opaque(type: string | undefined): Reading {
  const meaning = type === undefined ? undefined : MEANINGS[type];
  return { kind: 'opaque', text: NO_TEXT, ...(meaning === undefined ? {} : { meaning }) };
}

/** The carrier decides the kind: a value in an Anthropic block is meant as Anthropic's, whatever it looks like. */
function bound(value: Json | undefined, kind: SignatureKind, source: Source): Signature {
  return typeof value === 'string' ? signatureOf({ value, carrier: 'anthropic-block', kind, source }) : { ...UNSIGNED, carrier: 'anthropic-block' };
}

function compactionSeal(object: JsonObject, step: (key: string) => Source): { signature?: Signature } {
  const key = typeof object.encrypted_content === 'string' ? 'encrypted_content' : 'signature';
  const value = object[key];
  return typeof value !== 'string' ? {} : { signature: signatureOf({ value, carrier: 'anthropic-block', kind: 'unknown', source: step(key), state: key === 'signature' ? 'signed' : 'encrypted' }) };
}

function call(object: JsonObject, step: (key: string) => Source): Omit<Reading, 'kind'> {
  const { id, name, input } = object;
  const named = { ...(typeof id === 'string' ? { callId: id } : {}), ...(typeof name === 'string' ? { name } : {}) };
  if (input === undefined) return { ...named, text: NO_TEXT, args: 'empty' };
  // A string here is double-encoded (aborted stream, gateway): the API wants an object, so the state is not what it would parse to.
  if (typeof input === 'string') return { ...named, text: factsOf(input, [step('input')]), args: input === '' ? 'empty' : 'other' };
  return { ...named, text: factsOfJson(input, step('input')), args: asObject(input) === undefined ? 'other' : 'object' };
}

function serverResult(object: JsonObject, step: (key: string) => Source): Reading {
  const id = asString(object.tool_use_id);
  const { content } = object;
  return {
    kind: 'server-tool-result', meaning: 'hosted-tool', text: content === undefined ? NO_TEXT : typeof content === 'string' ? factsOf(content, [step('content')]) : factsOfJson(content, step('content')),
    ...(id === undefined ? {} : { callId: id }),
  };
}

function media(object: JsonObject, source: Source): { media?: Media } {
  const origin = asObject(object.source);
  if (origin === undefined) return {};
  const mediaType = asString(origin.media_type);
  const place = (where: Media['where'], key: string): { media?: Media } => {
    const value = origin[key];
    if (typeof value !== 'string') return {};
    return { media: { where, value: factsOf(value, [at(source, `${source.pointer}/${key}`)]), ...(mediaType === undefined ? {} : { mediaType }) } };
  };
  switch (origin.type) {
    case 'base64': return place('data', 'data');
    case 'url': return place('url', 'url');
    case 'file': return place('absent', 'file_id');
    default: return {};
  }
}

function document(object: JsonObject, source: Source): Reading {
  const kind: BlockKind = 'document';
  const origin = asObject(object.source);
  if (origin?.type === 'text' && typeof origin.data === 'string') return { kind, text: factsOf(origin.data, [at(source, `${source.pointer}/data`)]) };
  return { kind, text: NO_TEXT, ...media(object, source) };
}
