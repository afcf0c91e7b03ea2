import type { RequestWriter } from '../../replay/request-writer.ts';
import { joinRef, literal, type RefNode } from '../../replay/wire.ts';
import type { Mark, TextPart } from './message.ts';
import { place } from './place.ts';

/** Stands for a text of the client's own wording (tool catalogue, brevity instruction); recordings mask it. */
export const CLIENT_TEXT = '[opencodex text]';

const OWN: Mark = { op: 'converted', why: { reason: 'The client adds a text of its own; it is not known word for word.' } };
const MERGED: Mark = { op: 'merged', why: { reason: 'The client joins all system texts into one.' } };

/**
 * The system prompt as one text: instructions and hoisted system messages, then the client's own text where it adds one.
 * `wrap` puts the text where the API wants it. Undefined where there is nothing to say.
 */
export function systemText<T extends object>(parts: readonly TextPart[], own: boolean, writer: RequestWriter, wrap: (text: RefNode) => T): T | undefined {
  if (parts.length === 0) return own ? place(wrap(literal(CLIENT_TEXT)), [], [OWN], writer) : undefined;
  const merged: readonly Mark[] = parts.length === 1 && !own ? [] : [MERGED];
  const text = place(joinRef([...parts.map((part) => part.text), ...(own ? [literal(CLIENT_TEXT)] : [])], '\n\n'), parts.flatMap((part) => part.ids), merged, writer);
  for (const part of parts) for (const mark of part.marks) for (const id of part.ids) writer.mark(id, mark.op, mark.why);
  const node = wrap(text);
  return own && node !== (text as object) ? place(node, [], [OWN], writer) : node;
}
