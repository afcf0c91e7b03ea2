import type { Json } from './json.ts';
import type { Source } from './source.ts';

/** Texts up to this many UTF-16 units are kept whole in memory; longer ones are read again by their source on demand. */
export const INLINE_LIMIT = 1024;
/** How many UTF-16 units of a longer text are kept for display. */
export const PREVIEW_LIMIT = 320;
/** How much of a longer opaque value is kept: enough to tell an id from base64, too little to be the value. */
const OPAQUE_HEAD = 64;

/**
 * What analysis keeps of a text, a JSON string or (call arguments) a JSON value spelled out. The text itself comes through a Loader (records/loader.ts); `inline` is only a cache of it.
 * `length` is in UTF-16 units. `at` lists the JSON strings that make the text, joined by `separator`; empty for text that
 * stands in no record (a placeholder, a prompt), which is always inline.
 */
export interface Facts {
  readonly length: number;
  readonly state: 'empty' | 'blank' | 'text';
  readonly loneSurrogate: boolean;
  readonly inline?: string;
  readonly preview?: string;
  readonly at: readonly Source[];
  readonly separator?: string;
}

/** Facts of a text. `sources` as in {@link Facts.at}. Made once per block of a session of any size: no intermediate objects. */
export function factsOf(text: string, sources: readonly Source[], separator?: string): Facts {
  const { length } = text;
  const state = length === 0 ? 'empty' : /\S/.test(text) ? 'text' : 'blank';
  const loneSurrogate = !text.isWellFormed();
  if (length <= INLINE_LIMIT || sources.length === 0) {
    return separator === undefined ? { length, state, loneSurrogate, at: sources, inline: text } : { length, state, loneSurrogate, at: sources, inline: text, separator };
  }
  const preview = detached(text.slice(0, PREVIEW_LIMIT));
  return separator === undefined ? { length, state, loneSurrogate, at: sources, preview } : { length, state, loneSurrogate, at: sources, preview, separator };
}

/** Facts of an opaque value (a signature, a payload). It is never displayed, so of a long one only a head is kept. */
export function factsOfOpaque(value: string, source: Source): Facts {
  if (value.length <= INLINE_LIMIT) return factsOf(value, [source]);
  return { length: value.length, state: 'text', loneSurrogate: !value.isWellFormed(), at: [source], preview: detached(value.slice(0, OPAQUE_HEAD)) };
}

/**
 * Facts of a value that is itself JSON (a tool call's input object): its text is the slice of the file, so it is never
 * inline; `length` is that of the compact spelling. Values too deep to spell have no preview.
 */
export function factsOfJson(value: Json, source: Source): Facts {
  let spelled = '';
  try { spelled = JSON.stringify(value); } catch { /* deeper than the stack: the slice in the file still has it */ }
  return { length: spelled.length, state: 'text', loneSurrogate: hasLoneEscape(spelled), preview: detached(spelled.slice(0, PREVIEW_LIMIT)), at: [source] };
}

/** JSON.stringify writes lone surrogates as escapes; only a spelled text with one can hold one. */
function hasLoneEscape(spelled: string): boolean {
  return /(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(spelled);
}

/** Facts of no text at all: an image, a container. */
export const NO_TEXT: Facts = { length: 0, state: 'empty', loneSurrogate: false, inline: '', at: [] };

/** The head of a text for display: whole when short. */
export function previewOf(facts: Facts): string {
  return facts.inline ?? facts.preview ?? '';
}

/** A copy that does not keep its parent string alive: V8 slices share their parent's memory, a joined string that is cut is copied first. */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
