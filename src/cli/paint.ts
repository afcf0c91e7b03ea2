import type { Severity } from '../core/model/problem.ts';

const CODES = { dim: '2', bold: '1', red: '31', yellow: '33', green: '32', cyan: '36' } as const;

/** Text in a colour, where the output takes colours. */
export function paint(colour: boolean, style: keyof typeof CODES, text: string): string {
  return colour && text !== '' ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text;
}

/** A severity in its colour. */
export function severity(colour: boolean, value: Severity): string {
  return paint(colour, value === 'error' ? 'red' : value === 'warning' ? 'yellow' : 'cyan', value);
}

// Controls, escapes, line and paragraph separators, bidi and zero-width characters: session text must not drive the terminal.
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/gu;

/** Session text on one line, with everything spelled out that a terminal would act on. */
export function printable(text: string): string {
  return text.replace(/[\t\r\n ]+/g, ' ').replace(UNSAFE, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`);
}

/** The head of a text on one line, at most `width` characters wide. */
export function head(text: string, width: number): string {
  const line = printable(text.slice(0, width * 4)).trim();
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`;
}

/** Rows as aligned columns; the last column is as wide as it wants. Widths are of the uncoloured text. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const bare = (cell: string): number => [...cell.replace(/\x1b\[\d+m/g, '')].length;
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, k) => { widths[k] = Math.max(widths[k] ?? 0, bare(cell)); });
  return rows.map((row) => row.map((cell, k) => k === row.length - 1 ? cell : cell + ' '.repeat(widths[k]! - bare(cell))).join('  ').trimEnd());
}
