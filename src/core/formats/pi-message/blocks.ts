import type { ArgsState, Block } from '../../model/block.ts';
import { detached, factsOf, factsOfJson, NO_TEXT } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { signedCall, signedText, signedThinking } from './signatures.ts';

/** Who made the content: the api decides what its signatures are. Absent for input. */
export interface Maker { readonly api?: string; readonly response?: string }

type Reading = Omit<Block, 'id' | 'source' | 'native' | 'nativeType'>;

/** The blocks of a message's content: of each element of an array, or of the string itself. Nothing has none; any other value is one opaque block. */
export function piContent(content: Json | undefined, source: Source, maker: Maker): readonly Block[] {
  if (content === undefined || content === null) return [];
  const parts = asArray(content);
  if (parts !== undefined) return parts.map((part, index) => piBlock(part, at(source, `${source.pointer}/${index}`), maker));
  if (typeof content !== 'string') return [piBlock(content, source, maker)];
  return [made({ id: idOf(source), kind: 'text', nativeType: 'text', text: factsOf(content, [source]), source, native: { api: 'pi-ai', at: source } }, maker)];
}

/** One content block. Total: what has no known type, or not what its type needs, is opaque; `detail.lacks` names what the client will miss. */
export function piBlock(value: Json, source: Source, maker: Maker): Block {
  const object = asObject(value);
  const type = asString(object?.type);
  const nativeType = type?.slice(0, 128) ?? (object !== undefined ? 'untyped' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  const reading = object === undefined ? OPAQUE : read(object, type ?? '', source, maker);
  return made({ id: idOf(source), nativeType, source, native: { api: 'pi-ai', at: source }, ...reading }, maker);
}

const OPAQUE: Reading = { kind: 'opaque', text: NO_TEXT };

function made(block: Block, { response }: Maker): Block {
  return response === undefined ? block : { ...block, response };
}

function read(object: JsonObject, type: string, source: Source, maker: Maker): Reading {
  const step = (key: string): Source => at(source, `${source.pointer}/${key}`);
  switch (type) {
    case 'text': {
      if (typeof object.text !== 'string') return { ...OPAQUE, detail: { lacks: 'text' } };
      return { kind: 'text', text: factsOf(object.text, [step('text')]), ...signedText(object, step, maker.api) };
    }
    case 'thinking': {
      if (typeof object.thinking !== 'string') return { ...OPAQUE, detail: { lacks: 'thinking', signed: asString(object.thinkingSignature) !== undefined && object.thinkingSignature !== '', redacted: truthy(object.redacted) } };
      return { text: factsOf(object.thinking, [step('thinking')]), ...signedThinking(object, step, maker.api) };
    }
    case 'toolCall': return call(object, step, maker);
    default: return { ...imageOrOpaque(object, type, step) };
  }
}

/** An image, or a block of a type that is none: the client sends what it does not know as an image, with what it has of one. */
function imageOrOpaque(object: JsonObject, type: string, step: (key: string) => Source): Reading {
  const data = asString(object.data);
  const mediaType = asString(object.mimeType);
  const media = data === undefined && mediaType === undefined ? {}
    : { media: { where: data === undefined ? 'absent' as const : 'data' as const, value: data === undefined ? NO_TEXT : factsOf(data, [step('data')]), ...(mediaType === undefined ? {} : { mediaType }) } };
  const named = asString(object.name);
  const given = object.arguments;
  return {
    kind: type === 'image' && data !== undefined ? 'image' : 'opaque', text: given === undefined || type === 'image' ? NO_TEXT : factsOfJson(given, step('arguments')), ...media,
    ...(named === undefined ? {} : { detail: { name: named.slice(0, 128) } }),
  };
}

function call(object: JsonObject, step: (key: string) => Source, maker: Maker): Reading {
  const { id, name, namespace, arguments: args } = object;
  const detail: { [key: string]: Json } = {};
  if (typeof id !== 'string') detail.lacks = 'id';
  if (typeof name !== 'string') detail.lacks = 'name';
  return {
    kind: 'tool-call', text: args === undefined ? NO_TEXT : typeof args === 'string' ? factsOf(args, [step('arguments')]) : factsOfJson(args, step('arguments')), args: argsOf(args),
    ...(typeof id === 'string' ? { callId: detached(id) } : {}), ...(typeof name === 'string' ? { name } : {}), ...(typeof namespace === 'string' ? { namespace } : {}),
    ...signedCall(object, step, maker.api, args === null ? { ...detail, arguments: 'null' } : typeof args === 'string' ? { ...detail, arguments: 'string' } : detail),
  };
}

function argsOf(args: Json | undefined): ArgsState {
  return args === undefined ? 'empty' : asObject(args) === undefined ? 'other' : 'object';
}

/** What the client takes for true. */
export function truthy(value: Json | undefined): boolean {
  return Boolean(value);
}
