import type { ArgsState, Block, Media } from '../../model/block.ts';
import { factsOf, factsOfJson, NO_TEXT, type Facts } from '../../model/facts.ts';
import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { parse } from '../../records/line-reader.ts';
import { UNSIGNED } from '../../signatures/classify.ts';

/** The block of one content element, or of a content that is a plain string. Types that are not dsh's own become opaque, kept raw under their own name. */
export function blockOf(value: Json, source: Source): Block {
  if (typeof value === 'string') return { id: idOf(source), kind: 'text', nativeType: 'text', text: factsOf(value, [source]), source, native: { api: 'dsh', at: source } };
  const object = asObject(value);
  const nativeType = asString(object?.type) ?? (object === undefined ? typeof value : 'untyped');
  const base = { id: idOf(source), nativeType, source, native: { api: 'dsh' as const, at: source } };
  const opaque: Block = { ...base, kind: 'opaque', text: NO_TEXT };
  if (object === undefined) return opaque;
  const inside = (key: string): Source => at(source, `${source.pointer}/${key}`);
  switch (nativeType) {
    case 'text': case 'reasoning': {
      const text = asString(object.text);
      if (text === undefined) return opaque;
      const facts = factsOf(text, [inside('text')]);
      return nativeType === 'text' ? { ...base, kind: 'text', text: facts } : { ...base, kind: 'thinking', text: facts, signature: UNSIGNED };
    }
    case 'tool-call': return { ...base, kind: 'tool-call', ...callOf(object, inside('arguments')) };
    case 'image': return { ...base, kind: 'image', text: NO_TEXT, ...imageOf(object, inside('attachment')) };
    case 'tool-addition': case 'tool-removal': return { ...opaque, meaning: 'tool-change', ...(typeof object.toolName === 'string' ? { name: object.toolName } : {}) };
    case 'tool-result': return { ...opaque, text: flattened(object, source), ...(typeof object.toolCallId === 'string' ? { callId: object.toolCallId } : {}) };
    default: return opaque;
  }
}

function callOf(object: JsonObject, source: Source): Pick<Block, 'text' | 'args' | 'callId' | 'name'> {
  const { id, name, arguments: raw } = object;
  const named = { ...(typeof id === 'string' ? { callId: id } : {}), ...(typeof name === 'string' ? { name } : {}) };
  if (typeof raw === 'string') return { ...named, text: factsOf(raw, [source]), args: argsState(raw) };
  if (raw === undefined) return { ...named, text: NO_TEXT, args: 'empty' };
  return { ...named, text: factsOfJson(raw, source), args: asObject(raw) === undefined ? 'other' : 'object' };
}

/** What raw call arguments parse to. */
export function argsState(raw: string): ArgsState {
  if (raw === '') return 'empty';
  const value = parse(raw);
  return value === undefined ? 'invalid' : asObject(value) === undefined ? 'other' : 'object';
}

/** Image bytes live in dsh's attachment store, never in the log. */
function imageOf(object: JsonObject, source: Source): { readonly media: Media } {
  const attachment = asObject(object.attachment);
  const id = asString(attachment?.attachmentId) ?? '';
  const mediaType = asString(attachment?.mediaType);
  const detail: { [key: string]: Json } = {};
  for (const key of ['width', 'height', 'bytes']) { const size = asNumber(attachment?.[key]); if (size !== undefined) detail[key] = size; }
  const name = asString(attachment?.name);
  if (name !== undefined && name.length <= 256) detail.name = name;
  if (object.offloaded === true) detail.offloaded = true;
  const value = factsOf(id, [at(source, `${source.pointer}/attachmentId`)]);
  return { media: { where: 'absent', value, detail, ...(mediaType === undefined ? {} : { mediaType }) } };
}

/** The texts of a tool result that stands inside another one, innermost included, in order. Iterative: nesting has no limit. */
function flattened(object: JsonObject, source: Source): Facts {
  const texts: string[] = [];
  const sources: Source[] = [];
  const stack: { value: Json; pointer: string }[] = [{ value: object as Json, pointer: source.pointer }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const inner = asObject(top.value);
    if (inner?.type === 'text' && typeof inner.text === 'string') { texts.push(inner.text); sources.push(at(source, `${top.pointer}/text`)); }
    if (inner?.type !== 'tool-result') continue;
    const content = asArray(inner.content) ?? [];
    for (let i = content.length - 1; i >= 0; i--) stack.push({ value: content[i]!, pointer: `${top.pointer}/content/${i}` });
  }
  return sources.length === 0 ? NO_TEXT : factsOf(texts.join(''), sources, '');
}
