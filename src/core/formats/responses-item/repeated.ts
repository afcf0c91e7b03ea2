import type { Json, JsonObject } from '../../model/json.ts';
import { asString } from '../../model/json.ts';

/**
 * Values that repeat in nearly every record, made once: a session has hundreds of thousands of items, and what is kept of
 * each decides how large a session can be. The tables are bounded; beyond the bound values are simply made anew.
 */
const LIMIT = 64;
const LONGEST = 24;

const pointers = new Map<string, Map<string, string>>();

/** The pointer of a member or element below another pointer. `step` begins with `/`. */
export function below(pointer: string, step: string): string {
  let steps = pointers.get(pointer);
  if (steps === undefined) {
    if (pointers.size >= LIMIT || pointer.length > LONGEST) return pointer + step;
    pointers.set(pointer, steps = new Map());
  }
  const known = steps.get(step);
  if (known !== undefined) return known;
  const made = pointer + step;
  if (steps.size < LIMIT) steps.set(step, made);
  return made;
}

const STEPS: readonly string[] = Array.from({ length: LIMIT }, (_, index) => `/${index}`);

/** The step to an element. */
export function step(index: number): string {
  return STEPS[index] ?? `/${index}`;
}

const words = new Map<string, string>();

/** One and the same string for a word that repeats (a type tag, a tool's name). */
export function word(text: string): string {
  const known = words.get(text);
  if (known !== undefined) return known;
  if (words.size < LIMIT * 4 && text.length <= 64) words.set(text, text);
  return text;
}

type Detail = Readonly<Record<string, Json>>;
const details = new Map<string, Detail>();

/** The small facts of an item: its type, phase and status. Its id is on its blocks, and here only where it has none. */
export function detailOf(item: JsonObject, itemType: string): Detail {
  const phase = asString(item.phase);
  const status = asString(item.status);
  const key = phase === undefined ? status === undefined ? itemType : `${itemType}\n\n${status}` : `${itemType}\n${phase}\n${status ?? ''}`;
  const known = details.get(key);
  if (known !== undefined) return known;
  const made: Detail = { itemType, ...(phase === undefined ? {} : { phase }), ...(status === undefined ? {} : { status }) };
  if (details.size < LIMIT * 2 && key.length <= 96) details.set(key, made);
  return made;
}
