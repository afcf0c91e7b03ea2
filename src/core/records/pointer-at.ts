import { createScanner } from 'jsonc-parser';
import { pointerStep } from '../model/json.ts';

/** Token kinds of jsonc-parser's scanner (its const enum cannot be imported under isolated modules). */
const OPEN = 1, CLOSE = 2, OPEN_ARRAY = 3, CLOSE_ARRAY = 4, COMMA = 5, STRING = 10, EOF = 17;

/**
 * The JSON pointer of the innermost value that an offset (UTF-16 units) lies in; on a key, of the member it names. '' outside
 * of any. Reads the text up to the offset only, and never recurses.
 */
export function pointerAt(text: string, offset: number): string {
  const scanner = createScanner(text, true);
  const frames: { readonly array: boolean; index: number; key: string | undefined; wantsKey: boolean }[] = [];
  for (let token: number = scanner.scan(); token !== EOF && scanner.getTokenOffset() <= offset; token = scanner.scan()) {
    const top = frames[frames.length - 1];
    switch (token) {
      case OPEN: case OPEN_ARRAY: frames.push({ array: token === OPEN_ARRAY, index: 0, key: undefined, wantsKey: token === OPEN }); break;
      case CLOSE: case CLOSE_ARRAY: if (scanner.getTokenOffset() < offset) frames.pop(); break;
      case COMMA: if (top !== undefined) { top.index++; top.key = undefined; top.wantsKey = !top.array; } break;
      case STRING: if (top?.wantsKey === true) { top.key = scanner.getTokenValue(); top.wantsKey = false; } break;
      default: break;
    }
  }
  let pointer = '';
  for (const frame of frames) {
    if (frame.array) pointer += pointerStep(frame.index);
    else if (frame.key !== undefined) pointer += pointerStep(frame.key);
    else break;
  }
  return pointer;
}
