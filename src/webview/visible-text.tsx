import type { ComponentChildren } from 'preact';

/**
 * Characters that would change how text is shown without showing themselves: C0 and C1 controls (but tab and line feed),
 * bidi controls, zero-width characters, tag characters (they can carry hidden instructions) and lone surrogates.
 */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const NAMES: Readonly<Record<string, string>> = {
  '\u0000': 'NUL', '\u0007': 'BEL', '\u0008': 'BS', '\u000b': 'VT', '\u000c': 'FF', '\u000d': 'CR', '\u001b': 'ESC', '\u007f': 'DEL',
  '\u200b': 'ZWSP', '\u200e': 'LRM', '\u200f': 'RLM', '\u202a': 'LRE', '\u202b': 'RLE', '\u202c': 'PDF', '\u202d': 'LRO', '\u202e': 'RLO',
  '\u2066': 'LRI', '\u2067': 'RLI', '\u2068': 'FSI', '\u2069': 'PDI', '\u061c': 'ALM', '\ufeff': 'BOM', '\u2028': 'LS', '\u2029': 'PS', '\u00ad': 'SHY',
};
/** Beyond this many marks in one text the rest is marked without an element of its own. */
const MOST_MARKS = 200;

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `\u27e8${NAMES[character] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}\u27e9`;
}

/** Session text with every unseen character spelled out, for labels and tooltips. */
export function spelled(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, nameOf);
}

/** Session text as text nodes, with every unseen character as a mark. Never markup. */
export function visible(text: string): ComponentChildren {
  const clean = text.replace(/\r\n/g, '\n');
  if (clean.search(UNSEEN) === -1) return clean;
  const out: ComponentChildren[] = [];
  let from = 0; let marks = 0;
  for (const found of clean.matchAll(UNSEEN)) {
    if (marks === MOST_MARKS) break;
    marks += 1;
    if (found.index > from) out.push(clean.slice(from, found.index));
    out.push(<span class="unseen">{nameOf(found[0])}</span>);
    from = found.index + found[0].length;
  }
  if (from < clean.length) out.push(spelled(clean.slice(from)));
  return out;
}
