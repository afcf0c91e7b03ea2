import type { Base64View } from './base64-view.ts';

/** One field of a protocol-buffers message: a varint's value, or the span of a length-delimited or fixed one. */
export interface WireField { readonly number: number; readonly type: 0 | 1 | 2 | 5; readonly value: number; readonly start: number; readonly end: number }

/** Fields read at most: a signature has a dozen. */
const MAX_FIELDS = 64;

/**
 * The fields of the message in bytes `start` to `end`, headers only: payloads are stepped over. Undefined where the bytes
 * are no such message. With `torn`, a last field that is longer than the message is cut to it instead.
 */
export function wireFields(view: Base64View, start: number, end: number, torn = false): readonly WireField[] | undefined {
  const fields: WireField[] = [];
  for (let at = start; at < end;) {
    if (fields.length === MAX_FIELDS) return undefined;
    const tag = varint(view, at, end);
    if (tag === undefined || tag.value < 8) return undefined;
    const number = Math.floor(tag.value / 8);
    const type = tag.value % 8;
    if (type === 0) {
      const value = varint(view, tag.next, end);
      if (value === undefined) return undefined;
      fields.push({ number, type, value: value.value, start: tag.next, end: value.next });
      at = value.next;
    } else if (type === 1 || type === 2 || type === 5) {
      const length = type === 2 ? varint(view, tag.next, end) : { value: type === 1 ? 8 : 4, next: tag.next };
      if (length === undefined) return undefined;
      const stop = length.next + length.value;
      if (stop > end && !torn) return undefined;
      fields.push({ number, type, value: length.value, start: length.next, end: Math.min(stop, end) });
      at = stop;
    } else return undefined;
  }
  return fields;
}

function varint(view: Base64View, at: number, end: number): { readonly value: number; readonly next: number } | undefined {
  let value = 0;
  let scale = 1;
  for (let i = at; i < end && i < at + 7; i++, scale *= 128) {
    const byte = view.at(i);
    if (byte < 0) return undefined;
    value += (byte & 127) * scale;
    if (byte < 128) return { value, next: i + 1 };
  }
  return undefined;
}
