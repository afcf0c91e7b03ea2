import type { Block, Media } from '../../model/block.ts';
import { factsOf, factsOfJson, NO_TEXT } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Signature } from '../../model/signature.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { tableOf } from '../../model/table.ts';
import { signatureOf, UNSIGNED } from '../../signatures/classify.ts';
import { misplacedValue, type CallPairs } from '../body.ts';

/** A member by its name in camel case, or in the snake case that proto JSON takes as well. */
export function either(object: JsonObject, camel: string): { readonly key: string; readonly value: Json } | undefined {
  for (const key of [camel, camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]) {
    const value = object[key];
    if (value !== undefined && value !== null) return { key, value };
  }
  return undefined;
}

const HOSTED = tableOf<Block['kind']>({ executableCode: 'server-tool-use', codeExecutionResult: 'server-tool-result', toolCall: 'server-tool-use', toolResponse: 'server-tool-result' });
/** Members of a function's response that hold its text alone (the SDKs and Gemini's own CLI write `output` and `error`). */
const TEXT_KEYS: readonly string[] = ['output', 'error', 'result', 'content'];

type Reading = Pick<Block, 'kind' | 'nativeType' | 'text'> & Partial<Pick<Block, 'callId' | 'name' | 'args' | 'media' | 'meaning' | 'detail'>>;

/**
 * One part. A signature may stand on any part, a text that is empty included, and belongs to that part alone. A part of no
 * known member is opaque and keeps its value.
 */
export function partBlock(value: Json, source: Source, pairs: CallPairs | undefined, response: string | undefined): Block {
  const part = asObject(value);
  if (part === undefined) return misplacedValue(value, source, response);
  const reading = read(part, source, pairs);
  const sealed = either(part, 'thoughtSignature');
  const signature: Signature | undefined = typeof sealed?.value === 'string' && sealed.value !== ''
    ? signatureOf({ value: sealed.value, carrier: 'gemini-part', kind: 'gemini-thought', source: at(source, `${source.pointer}/${sealed.key}`) }) : reading.kind === 'thinking' ? UNSIGNED : undefined;
  return { id: idOf(source), source, native: { api: 'gemini', at: source }, ...reading, ...(signature === undefined ? {} : { signature }), ...(response === undefined ? {} : { response }) };
}

function read(part: JsonObject, source: Source, pairs: CallPairs | undefined): Reading {
  const step = (keys: string): Source => at(source, `${source.pointer}/${keys}`);
  const called = either(part, 'functionCall');
  const call = called === undefined ? undefined : asObject(called.value);
  if (called !== undefined && call !== undefined && pairs !== undefined) return callReading(call, step(called.key), pairs);
  if (typeof part.text === 'string') return { kind: part.thought === true ? 'thinking' : 'text', nativeType: part.thought === true ? 'thought' : 'text', text: factsOf(part.text, [step('text')]) };
  for (const camel of ['inlineData', 'fileData']) {
    const data = either(part, camel);
    const object = data === undefined ? undefined : asObject(data.value);
    if (data !== undefined && object !== undefined) return mediaReading(camel, object, step(data.key));
  }
  for (const camel of Object.keys(HOSTED)) if (either(part, camel) !== undefined) return { kind: HOSTED[camel]!, nativeType: camel, meaning: 'hosted-tool', text: NO_TEXT };
  return { kind: 'opaque', nativeType: Object.keys(part).find((key) => key !== 'thought' && key !== 'thoughtSignature') ?? 'part', text: NO_TEXT };
}

function callReading(call: JsonObject, source: Source, pairs: CallPairs): Reading {
  const name = asString(call.name);
  const { callId, made } = pairs.call(asString(call.id), name);
  const { args } = call;
  return {
    kind: 'tool-call', nativeType: 'functionCall', callId, ...(name === undefined ? {} : { name }), ...(made ? { detail: { madeId: true } } : {}),
    ...(args === undefined || args === null ? { text: NO_TEXT, args: 'empty' } : { text: factsOfJson(args, at(source, `${source.pointer}/args`)), args: asObject(args) === undefined ? 'other' : 'object' }),
  };
}

function mediaReading(camel: string, object: JsonObject, source: Source): Reading {
  const mediaType = asString(either(object, 'mimeType')?.value);
  const key = camel === 'inlineData' ? 'data' : either(object, 'fileUri')?.key ?? 'fileUri';
  const value = object[key];
  const kind = mediaType === undefined || mediaType.startsWith('image/') ? 'image' : /^(application\/pdf|text\/)/.test(mediaType) ? 'document' : 'opaque';
  const meaning = mediaType?.startsWith('audio/') === true ? { meaning: 'audio' as const } : mediaType?.startsWith('video/') === true ? { meaning: 'video' as const } : {};
  if (typeof value !== 'string') return { kind: 'opaque', nativeType: camel, text: NO_TEXT };
  const media: Media = { where: camel === 'inlineData' ? 'data' : 'url', value: factsOf(value, [at(source, `${source.pointer}/${key}`)]), ...(mediaType === undefined ? {} : { mediaType }) };
  return { kind, nativeType: camel, text: NO_TEXT, ...(kind === 'opaque' ? meaning : { media }) };
}

/** What is read of a `functionResponse`: its text or its whole response, and the media beside it. */
export function responseBlocks(response: JsonObject, source: Source): { readonly blocks: readonly Block[]; readonly isError: boolean; readonly form: string } {
  const where = at(source, `${source.pointer}/response`);
  const parts = (asArray(response.parts) ?? []).map((part, index) => partBlock(part, at(source, `${source.pointer}/parts/${index}`), undefined, undefined));
  const given = response.response;
  if (given === undefined || given === null) return { blocks: parts, isError: false, form: 'absent' };
  const object = asObject(given);
  if (object === undefined) return { blocks: [misplacedValue(given, where), ...parts], isError: false, form: 'malformed' };
  const keys = Object.keys(object);
  const isError = keys.includes('error');
  const [only] = keys;
  const said = keys.length === 1 && only !== undefined && TEXT_KEYS.includes(only) ? object[only] : undefined;
  if (typeof said === 'string') {
    const text = at(where, `${where.pointer}/${only!}`);
    return { blocks: [{ id: idOf(text), kind: 'text', nativeType: only!, text: factsOf(said, [text]), source: text }, ...parts], isError, form: only! };
  }
  if (keys.length === 0) return { blocks: parts, isError, form: 'empty' };
  return { blocks: [{ id: idOf(where), kind: 'text', nativeType: 'response', text: factsOfJson(object, where), source: where, detail: { json: true } }, ...parts], isError, form: 'json' };
}
