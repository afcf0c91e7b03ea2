import { TEXT_PIECE } from '../protocol/view-messages.ts';
import { head } from './names.ts';

/** A piece of a long text from an offset; pieces join to the whole, none is cut inside a surrogate pair. */
export function pieceOf(text: string, from: number, units = TEXT_PIECE): string {
  return head(text.slice(from, from + units + 1), units);
}
