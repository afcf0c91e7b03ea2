import type { Json } from './json.ts';
import type { Source } from './source.ts';

/** Texts up to this many UTF-16 units are kept whole in memory; longer ones are read again by their source on demand. */
export const INLINE_LIMIT = 1024;
/** How many UTF-16 units of a longer text are kept for display. */
export const PREVIEW_LIMIT = 320;

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

/** Facts of a text. `sources` as in {@link Facts.at}. */
export function factsOf(text: string, sources: readonly Source[], separator?: string): Facts {
  const base = {
    length: text.length,
    state: text.length === 0 ? 'empty' as const : /\S/.test(text) ? 'text' as const : 'blank' as const,
    loneSurrogate: !text.isWellFormed(),
    at: sources,
  };
  const body = text.length <= INLINE_LIMIT || sources.length === 0 ? { inline: text } : { preview: detached(text.slice(0, PREVIEW_LIMIT)) };
  return separator === undefined ? { ...base, ...body } : { ...base, ...body, separator };
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

/** A copy that does not keep its parent string alive (V8 slices share the parent's memory). */
export function detached(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text)) as string;
}
