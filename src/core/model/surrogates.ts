import type { Json } from './json.ts';

/** Whether JSON text spells a lone surrogate as an escape: `"\ud83d"` inside arguments becomes one once they are sent as JSON. */
export function spellsLone(json: string): boolean {
  return /\\ud[89a-f]/i.test(json) && /(?<!\\)(?:\\\\)*(?:\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2})/i.test(json);
}

/** A value with U+FFFD for every half of a surrogate pair, in its strings and keys; undefined where it is too deep to be spelled. */
export function wellFormedJson(value: Json): Json | undefined {
  try {
    // JSON.stringify escapes lone surrogates and nothing else of their range.
    return JSON.parse(JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '$1\ufffd')) as Json;
  } catch {
    return undefined; // deeper than the stack
  }
}
