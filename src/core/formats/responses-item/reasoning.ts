import type { Block, Native } from '../../model/block.ts';
import { factsOf, NO_TEXT, type Facts } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Signature } from '../../model/signature.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { signatureOf, UNSIGNED } from '../../signatures/classify.ts';
import { ocxr1Of } from '../../signatures/ocx-envelope.ts';
import type { Shared } from './content.ts';
import { below, step } from './repeated.ts';

/**
 * The blocks of a `reasoning` item: one thinking block at the item itself, with its summary (else its raw content) as text.
 * opencodex carries another provider's thinking in the envelope `ocxr1:` of `encrypted_content`; its payloads come first, as
 * that client sends them, and stand alone when the item holds neither text nor a signature.
 */
export function reasoningBlocks(item: JsonObject, source: Source, native: Native, shared: Shared): readonly Block[] {
  const place = below(source.pointer, '/encrypted_content');
  const value = asString(item.encrypted_content);
  const envelope = value === undefined || !value.startsWith('ocxr1:') ? undefined : ocxr1Of(value);
  const inside = (inner: string): Source => at(source, place, ['ocxr1'], inner);
  const redacted = envelope?.red === undefined ? NONE : envelope.red.map((data, index): Block => {
    const where = inside(`/red/${index}`);
    const signature = signatureOf({ value: data, carrier: 'ocxr1', kind: 'anthropic-redacted', source: where });
    return { id: idOf(where), kind: 'redacted-thinking', nativeType: 'reasoning', text: NO_TEXT, source: where, signature, ...shared };
  });
  const recorded = recordedText(item, source, source.pointer);
  const text = envelope?.txt === undefined ? recorded.text : factsOf(envelope.txt, [inside('/txt')]);
  const parts = envelope?.txt === undefined ? recorded.parts : undefined;
  let signature: Signature = UNSIGNED;
  if (envelope !== undefined) {
    if (envelope.sig !== undefined) signature = signatureOf({ value: envelope.sig, carrier: 'ocxr1', kind: 'anthropic-thinking', source: inside('/sig') });
  } else if (value !== undefined && value !== '') signature = signatureOf({ value, carrier: 'openai-item', kind: 'openai-encrypted', source: at(source, place) });
  const [first, ...others] = redacted;
  if (first !== undefined && text.length === 0 && signature === UNSIGNED) return [{ ...first, native }, ...others];
  const id = idOf(source);
  const thinking: Block = parts === undefined && envelope?.krc === undefined && shared.itemId !== undefined && shared.response !== undefined
    ? { id, kind: 'thinking', nativeType: 'reasoning', text, source, signature, native, itemId: shared.itemId, response: shared.response }
    : {
      id, kind: 'thinking', nativeType: 'reasoning', text, source, signature, native,
      ...(parts === undefined ? {} : { parts }), ...(envelope?.krc === undefined ? {} : { detail: { krc: true } }), ...shared,
    };
  return redacted.length === 0 ? [thinking] : [...redacted, thinking];
}

function recordedText(item: JsonObject, record: Source, pointer: string): { readonly text: Facts; readonly parts?: readonly Facts[] } {
  const summary = textsOf(item.summary, record, below(pointer, '/summary'));
  const parts = summary.texts.length > 0 ? summary : textsOf(item.content, record, below(pointer, '/content'));
  if (parts.texts.length === 0) return { text: NO_TEXT };
  if (parts.texts.length === 1) return { text: factsOf(parts.texts[0]!, parts.at) };
  return { text: factsOf(parts.texts.join(''), parts.at, ''), parts: parts.texts.map((text, index) => factsOf(text, [parts.at[index]!])) };
}

const NONE: readonly Block[] = [];

interface Texts { readonly texts: readonly string[]; readonly at: readonly Source[] }
const NO_TEXTS: Texts = { texts: [], at: [] };

function textsOf(value: Json | undefined, record: Source, pointer: string): Texts {
  if (typeof value === 'string' && value !== '') return { texts: [value], at: [at(record, pointer)] };
  const list = asArray(value);
  if (list === undefined || list.length === 0) return NO_TEXTS;
  // Nearly every item has one part; an array that is grown would keep room for sixteen more.
  const only = list.length === 1 ? asString(asObject(list[0])?.text) : undefined;
  if (only !== undefined) return { texts: [only], at: [at(record, below(below(pointer, '/0'), '/text'))] };
  const texts: string[] = [];
  const sources: Source[] = [];
  for (let index = 0; index < list.length; index++) {
    const part = list[index]!;
    const text = typeof part === 'string' ? part : asString(asObject(part)?.text);
    if (text === undefined) continue;
    texts.push(text);
    sources.push(at(record, typeof part === 'string' ? below(pointer, step(index)) : below(below(pointer, step(index)), '/text')));
  }
  return { texts, at: sources };
}
