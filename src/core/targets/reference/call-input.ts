import type { Block } from '../../model/block.ts';
import { asObject, type Json, type JsonObject } from '../../model/json.ts';
import { parse } from '../../records/line-reader.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { derivedRef, jsonRef, textRef, type Wire } from '../../replay/wire.ts';
import { converted, type DraftMark } from './message-draft.ts';

/**
 * A call's arguments for an API that takes an object. What is no object is sent as it is in `strict` (the rules find it); in
 * `repair` the object that it spells, else an empty one. Free text goes into an argument of its own.
 */
export function callInput(block: Block, options: ReplayOptions, rule: string): { readonly input: Wire; readonly marks: readonly DraftMark[] } {
  const form = converted('The call is written in the form of the API, its arguments as an object.');
  const { text, args = 'empty', detail } = block;
  if (block.nativeType === 'custom_tool_call') return { input: { input: textRef(text, options.mode === 'repair' ? 'well-formed' : 'none') }, marks: [converted('The API has no free-text tools; the text is sent as the argument "input".')] };
  if (options.mode === 'repair' && text.loneSurrogate) return { input: derivedRef(text.at.slice(0, 1), {}, ([value]) => wellFormed(value)), marks: [converted('Unpaired surrogates are replaced by U+FFFD: the API takes valid JSON only.', 'json/lone-surrogate')] };
  switch (args) {
    case 'object': return { input: jsonRef(text), marks: [form] };
    case 'empty': return { input: {}, marks: [converted('The call has no arguments; the API wants an object.', rule)] };
    case 'other': case 'invalid': {
      if (options.mode === 'repair') return { input: derivedRef(text.at.slice(0, 1), {}, ([value]) => objectIn(value)), marks: [converted('The arguments are no JSON object; the object spelled in them is sent, else an empty one.', rule)] };
      return { input: args === 'other' && detail?.input !== 'string' ? jsonRef(text) : textRef(text), marks: [form] };
    }
  }
}

/** The object that double-encoded arguments spell; an empty one where they spell none. */
function objectIn(value: Json | undefined): JsonObject {
  const once = typeof value === 'string' ? parse(value) : value;
  return asObject(typeof once === 'string' ? parse(once) : once) ?? {};
}

/** Arguments with every string in them well-formed. */
function wellFormed(value: Json | undefined): JsonObject {
  try {
    return asObject(JSON.parse(JSON.stringify(objectIn(value)), (_key, inner: Json) => typeof inner === 'string' ? inner.toWellFormed() : inner) as Json) ?? {};
  } catch {
    return {}; // deeper than the stack: nothing that a tool was called with
  }
}
