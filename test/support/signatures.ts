/** Builders of values that have the form of real signatures and hold nothing: no provider made them. */
export function bytes(length: number, seed = 1): Uint8Array {
  const out = new Uint8Array(length);
  for (let i = 0, x = seed * 2654435761 >>> 0; i < length; i++) { x = (Math.imul(x, 1664525) + 1013904223) >>> 0; out[i] = x >>> 24; }
  return out;
}

function varint(value: number): number[] {
  const out: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) out.push(value % 128 + 128);
  return [...out, value];
}

/** A number field of a protocol-buffers message. */
export function numberField(field: number, value: number): number[] { return [...varint(field * 8), ...varint(value)]; }
/** A field of bytes, text or an inner message. */
export function bytesField(field: number, value: ArrayLike<number> | string): number[] {
  const body = typeof value === 'string' ? [...new TextEncoder().encode(value)] : Array.from(value);
  return [...varint(field * 8 + 2), ...varint(body.length), ...body];
}

export function base64(data: ArrayLike<number> | string): string { return Buffer.from(typeof data === 'string' ? Buffer.from(data, 'utf8') : Uint8Array.from(data)).toString('base64'); }

/** A Claude thinking signature in its classic envelope (`E…`) or the newer one (`C…`). */
export function claudeSignature({ model, cais = false, signed = true, payload = 200 }: { model?: string; cais?: boolean; signed?: boolean; payload?: number } = {}): string {
  const channel = signed
    ? [...numberField(1, 12), ...numberField(3, 2), ...bytesField(5, bytes(64)), ...(model === undefined ? [] : [...bytesField(6, model), ...bytesField(8, 'thinking'), ...bytesField(11, '00000000-0000-4000-8000-000000000000')])]
    : numberField(3, 1);
  const container = [...bytesField(1, channel), ...bytesField(2, bytes(12, 2)), ...bytesField(3, bytes(12, 3)), ...bytesField(4, bytes(48, 4)), ...bytesField(5, bytes(payload, 5))];
  return base64([...(cais ? numberField(1, 2) : []), ...bytesField(2, container), ...numberField(3, 1)]);
}

/** An OpenAI reasoning token (`gAAAA…`) issued at a time in unix seconds. */
export function openaiToken(seconds: number, blocks = 4): string {
  const time = [0, 0, 0, 0, seconds >>> 24, seconds >>> 16 & 255, seconds >>> 8 & 255, seconds & 255];
  return base64([0x80, ...time, ...bytes(16), ...bytes(16 * blocks, 2), ...bytes(32, 3)]).replace(/\+/g, '-').replace(/\//g, '_');
}

/** opencodex' envelope of another provider's thinking. */
export function ocxr1(inside: object): string { return `ocxr1:${base64(JSON.stringify(inside))}`; }
