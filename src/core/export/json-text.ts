import type { Json, JsonObject } from '../model/json.ts';

/** Pieces are handed on when this much text has come together. */
const PIECE = 1 << 16;

/** A JSON value as text, piece by piece. Iterative: values can be deeper than the stack. */
export function* jsonText(value: Json): Generator<string> {
  const frames: { readonly keys: readonly string[] | undefined; readonly items: readonly (Json | undefined)[]; next: number }[] = [];
  let out = '';
  let node: Json | undefined = value;
  for (;;) {
    if (node !== undefined) {
      if (typeof node !== 'object' || node === null) out += JSON.stringify(node);
      else if (Array.isArray(node)) { out += '['; frames.push({ keys: undefined, items: node as readonly Json[], next: 0 }); }
      else {
        const members = Object.entries(node as JsonObject).filter((entry) => entry[1] !== undefined);
        out += '{';
        frames.push({ keys: members.map((m) => m[0]), items: members.map((m) => m[1]), next: 0 });
      }
    }
    if (out.length >= PIECE) { yield out; out = ''; }
    const frame = frames[frames.length - 1];
    if (frame === undefined) break;
    if (frame.next === frame.items.length) { frames.pop(); out += frame.keys === undefined ? ']' : '}'; node = undefined; continue; }
    if (frame.next > 0) out += ',';
    if (frame.keys !== undefined) out += `${JSON.stringify(frame.keys[frame.next])}:`;
    node = frame.items[frame.next++] ?? null;
  }
  if (out !== '') yield out;
}

/** A member whose value is written while it comes: whole JSON text, or the elements of an array. */
export type Streamed = { readonly text: AsyncIterable<string> } | { readonly elements: AsyncIterable<Json> };

/** An object as text whose members may be streams. Members without a value are left out. */
export async function* objectText(members: readonly (readonly [string, { readonly value: Json | undefined } | Streamed])[]): AsyncGenerator<string> {
  let mark = '{';
  for (const [key, member] of members) {
    if ('value' in member && member.value === undefined) continue;
    yield `${mark}${JSON.stringify(key)}:`;
    mark = ',';
    if ('text' in member) yield* member.text;
    else if ('value' in member) yield* jsonText(member.value!);
    else {
      let first = '[';
      for await (const element of member.elements) { yield first; first = ','; yield* jsonText(element); }
      yield first === '[' ? '[]' : ']';
    }
  }
  yield mark === '{' ? '{}' : '}';
}
