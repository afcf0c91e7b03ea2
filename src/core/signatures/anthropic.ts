import type { Json } from '../model/json.ts';
import { base64View, isStandardBase64, textOf, type Base64View } from './base64-view.ts';
import { wireFields, type WireField } from './wire-fields.ts';
import type { Shape } from './shape.ts';

/** Characters looked at for the double layer: more than any envelope's head, which is all that is decoded. */
const INNER_HEAD = 1 << 16;

/**
 * Recognises Claude's thinking signatures and redacted payloads. Three envelopes are known (decoded public samples and a
 * public write-up, 2026; Anthropic documents the value as opaque and subject to change):
 * - classic, first character `E`: field 2 is the container, field 3 the number 1
 * - CAIS, first character `C`: field 1 is the number 2 in front of the same container
 * - double layer, first character `R`: base64 of a classic one
 * Some proxies put `group#` in front, which no provider takes.
 * The container holds a channel block (field 1), two 12-byte values, a 48-byte one and a payload. A channel block with 64
 * signature-sized bytes makes it a thinking signature; without them it is a redacted payload.
 */
export function anthropicShape(value: string): Shape | undefined {
  const hash = value.lastIndexOf('#', 64);
  const body = hash >= 0 ? value.slice(hash + 1) : value;
  const found = body.startsWith('E') || body.startsWith('C') ? envelope(base64View(body)) : body.startsWith('R') ? doubled(body) : undefined;
  if (found === undefined) return undefined;
  const grouped = hash >= 0 ? { grouped: true } : {};
  return { ...found, wellFormed: isStandardBase64(body) && found.wellFormed === true, facts: { ...found.facts, ...grouped } };
}

function doubled(value: string): Shape | undefined {
  const outer = base64View(value);
  if (outer === undefined) return undefined;
  const inner = textOf(outer, 0, Math.min(outer.length, INNER_HEAD));
  if (inner === undefined || !inner.startsWith('E')) return undefined;
  const found = envelope(base64View(outer.length > INNER_HEAD ? inner.slice(0, INNER_HEAD - INNER_HEAD % 4) : inner), outer.length > INNER_HEAD);
  return found === undefined ? undefined : { ...found, facts: { ...found.facts, envelope: 'double' } };
}

function envelope(view: Base64View | undefined, cut = false): Shape | undefined {
  if (view === undefined) return undefined;
  const root = wireFields(view, 0, view.length, true);
  if (root === undefined) return undefined;
  const cais = root[0]?.number === 1 && root[0].type === 0 && root[0].value === 2;
  const container = cais ? root[1] : root[0];
  if (container?.number !== 2 || container.type !== 2) return undefined;
  const torn = container.end - container.start < container.value;
  const closing = root[cais ? 2 : 1];
  const closed = closing?.number === 3 && closing.type === 0 && closing.value === 1;
  const fields = wireFields(view, container.start, container.end, true);
  const channel = fields?.[0];
  if (fields === undefined || channel?.number !== 1 || channel.type !== 2 || channel.end - channel.start < channel.value) return undefined;
  if (![[2, 12], [3, 12], [4, 48]].every(([number, size], k) => isBytes(fields[k + 1], number!, size!))) return undefined;
  const facts = channelFacts(view, channel);
  if (facts === undefined) return undefined;
  const payload = fields.find((field) => field.number === 5 && field.type === 2);
  return {
    kind: facts.signed ? 'anthropic-thinking' : 'anthropic-redacted',
    wellFormed: cut || !torn && closed,
    facts: {
      envelope: cais ? 'cais' : 'classic', ...facts.shown,
      ...(payload === undefined ? {} : { payloadBytes: payload.value }), ...(torn && !cut ? { truncated: true } : {}),
    },
  };
}

function isBytes(field: WireField | undefined, number: number, size: number): boolean {
  return field?.number === number && field.type === 2 && field.value === size && field.end - field.start === size;
}

function channelFacts(view: Base64View, channel: WireField): { readonly signed: boolean; readonly shown: Readonly<Record<string, Json>> } | undefined {
  const fields = wireFields(view, channel.start, channel.end);
  if (fields === undefined) return undefined;
  const number = (n: number): number | undefined => fields.find((f) => f.number === n && f.type === 0)?.value;
  const word = (n: number): string | undefined => {
    const field = fields.find((f) => f.number === n && f.type === 2);
    const text = field === undefined || field.value > 80 ? undefined : textOf(view, field.start, field.end);
    return text !== undefined && /^[A-Za-z0-9._:@/-]+$/.test(text) ? text : undefined;
  };
  const shown: Record<string, Json> = {};
  const put = (key: string, value: Json | undefined): void => { if (value !== undefined) shown[key] = value; };
  put('channel', number(1));
  put('infra', number(2));
  put('version', number(3));
  put('model', word(6));
  put('block', word(8));
  put('contextId', word(11));
  return { signed: fields.some((f) => f.number === 5 && f.type === 2 && f.value === 64), shown };
}
