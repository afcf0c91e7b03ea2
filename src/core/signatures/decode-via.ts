import type { Json } from '../model/json.ts';
import type { Via } from '../model/source.ts';
import { parse } from '../records/line-reader.ts';

/** Decodes one step of a source's `via` (see {@link Via}); undefined when the value is not of that kind. */
export function decodeVia(via: Via, value: Json): Json | undefined {
  if (typeof value !== 'string') return undefined;
  switch (via) {
    case 'json': return parse(value);
    case 'base64': return base64Text(value);
    case 'data-url': return dataUrl(value)?.payload;
    case 'ocxr1': return value.startsWith('ocxr1:') ? parse(base64Text(value.slice(6)) ?? '') : undefined;
    case 'ocx1': return value.startsWith('ocx1:') ? base64Text(value.slice(5)) : undefined;
    case 'sse': case 'packed': return undefined;
  }
}

function base64Text(text: string): string | undefined {
  const bytes = base64Bytes(text);
  return bytes === undefined ? undefined : new TextDecoder('utf-8').decode(bytes);
}

/** The parts of a base64 `data:` URL; undefined for any other text (one whose data is not base64 included). */
export function dataUrl(url: string): { readonly mediaType: string; readonly payload: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  if (comma < 0 || comma > 512) return undefined;
  const head = url.slice(5, comma);
  if (!/;base64$/i.test(head)) return undefined;
  return { mediaType: head.slice(0, head.indexOf(';')), payload: url.slice(comma + 1) };
}

/** Bytes of base64 or base64url text, padded or not; undefined for any other character or an impossible length. */
export function base64Bytes(text: string): Uint8Array | undefined {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x3d) end--;
  const clean = end === text.length ? text : text.slice(0, end);
  if (clean.length % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(clean)) return undefined;
  const out = new Uint8Array(Math.floor(clean.length * 3 / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < clean.length; i++) {
    held = held << 6 | CODES[clean.charCodeAt(i)]!;
    bits += 6;
    if (bits >= 8) { bits -= 8; out[at++] = held >>> bits & 255; held &= (1 << bits) - 1; }
  }
  return out;
}

const CODES = ((): Uint8Array => {
  const codes = new Uint8Array(128);
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((c, k) => { codes[c.charCodeAt(0)] = k; });
  codes['-'.charCodeAt(0)] = 62;
  codes['_'.charCodeAt(0)] = 63;
  return codes;
})();
