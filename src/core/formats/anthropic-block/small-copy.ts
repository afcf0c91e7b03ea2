import { detached } from '../../model/facts.ts';
import type { Json } from '../../model/json.ts';

/** Values and characters a small copy has at most. */
const MAX_VALUES = 64;
const MAX_CHARS = 2048;

/**
 * A copy of a small JSON value that does not keep its record alive, or undefined where the value is not small: request
 * parameters and the odd key of a block are facts, bodies are not. Never recurses over what it was given.
 */
export function smallCopy(value: Json | undefined): Json | undefined {
  const open: (Json | undefined)[] = [value];
  let values = 0;
  let chars = 0;
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    if (++values > MAX_VALUES) return undefined;
    if (typeof top === 'string') chars += top.length;
    else if (typeof top === 'object' && top !== null) for (const key of Object.keys(top)) {
      chars += key.length;
      if (open.length > MAX_VALUES) return undefined;
      open.push((top as { readonly [k: string]: Json })[key]);
    }
    if (chars > MAX_CHARS) return undefined;
  }
  if (value === undefined) return undefined;
  return typeof value === 'string' ? detached(value) : JSON.parse(JSON.stringify(value)) as Json;
}
