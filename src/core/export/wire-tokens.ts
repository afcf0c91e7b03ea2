import { stringEndIn } from './string-end.ts';

/** Where a string stands in the request: a linked path, so that depth costs nothing until a path is wanted. */
export interface Place { readonly parent: Place | undefined; readonly step: string | number }

/** A stretch of JSON text. Strings come alone, decoded; everything between them comes as it is. */
export interface WireToken {
  readonly raw: string;
  readonly string?: { readonly text: string; readonly key: boolean; readonly place: Place };
}

/** The dotted path of a place. `name` may give a step another name. */
export function pathOf(place: Place, name: (step: string | number) => string | number = (step) => step): string {
  const steps: (string | number)[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) steps.push(name(at.step));
  return steps.reverse().join('.');
}

interface Frame { readonly array: boolean; readonly place: Place | undefined; step: string | number }

/** Splits JSON text that comes in pieces (no string is cut by a piece) into tokens. Throws when it is no JSON text: our bug. */
export class WireTokens {
  private readonly frames: Frame[] = [];
  private key = false;

  *feed(piece: string): Generator<WireToken> {
    let raw = 0;
    for (let at = 0; at < piece.length; at++) {
      const top = this.frames[this.frames.length - 1];
      switch (piece.charAt(at)) {
        case '"': {
          const end = stringEndIn(piece, at);
          if (end < 0) throw new Error('a piece of the request ends inside a string');
          if (at > raw) yield { raw: piece.slice(raw, at) };
          const literal = piece.slice(at, end + 1);
          const text = JSON.parse(literal) as string;
          if (this.key && top !== undefined) top.step = text;
          yield { raw: literal, string: { text, key: this.key, place: this.here(top) } };
          at = end;
          raw = end + 1;
          break;
        }
        case '{': case '[': {
          const array = piece[at] === '[';
          this.frames.push({ array, place: top === undefined ? undefined : this.here(top), step: array ? 0 : '' });
          this.key = !array;
          break;
        }
        case '}': case ']': this.frames.pop(); this.key = false; break;
        case ',':
          if (top?.array === true) (top.step as number)++;
          else this.key = true;
          break;
        case ':': this.key = false; break;
      }
    }
    if (raw < piece.length) yield { raw: piece.slice(raw) };
  }

  private here(top: Frame | undefined): Place {
    return top === undefined ? { parent: undefined, step: '' } : { parent: top.place, step: top.step };
  }
}
