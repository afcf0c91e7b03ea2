import { asArray, asObject, asString, type JsonObject } from '../model/json.ts';
import { decodeVia } from './decode-via.ts';
import type { Shape } from './shape.ts';

/**
 * Recognises opencodex' envelopes, which it puts into `encrypted_content` (2.31.0 and 2.63.0, 2026): `ocxr1:` is base64
 * JSON `{sig?, red?, txt?, krc?}` that carries another provider's thinking, `ocx1:` the base64 text of a compaction summary.
 */
export function ocxEnvelopeShape(value: string): Shape | undefined {
  if (value.startsWith('ocx1:')) {
    const text = decodeVia('ocx1', value);
    return { kind: 'envelope', wellFormed: typeof text === 'string', facts: { envelope: 'ocx1', ...(typeof text === 'string' ? { length: text.length } : {}) } };
  }
  if (!value.startsWith('ocxr1:')) return undefined;
  const inside = ocxr1Of(value);
  if (inside === undefined) return { kind: 'envelope', wellFormed: false, facts: { envelope: 'ocxr1' } };
  return { kind: 'envelope', wellFormed: true, facts: { envelope: 'ocxr1', holds: (['sig', 'red', 'txt', 'krc'] as const).filter((key) => inside[key] !== undefined) } };
}

/** What an `ocxr1:` envelope holds, as far as its members have the types they should; undefined for anything else. */
export function ocxr1Of(value: string): { readonly sig?: string; readonly red?: readonly string[]; readonly txt?: string; readonly krc?: string } | undefined {
  const inside: JsonObject | undefined = asObject(decodeVia('ocxr1', value));
  if (inside === undefined) return undefined;
  const { sig, txt, krc } = { sig: asString(inside.sig), txt: asString(inside.txt), krc: asString(inside.krc) };
  const red = asArray(inside.red);
  return {
    ...(sig === undefined ? {} : { sig }), ...(txt === undefined ? {} : { txt }), ...(krc === undefined ? {} : { krc }),
    ...(red?.every((r): r is string => typeof r === 'string') === true ? { red } : {}),
  };
}
