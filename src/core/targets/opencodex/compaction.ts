import type { Block } from '../../model/block.ts';
import { joinRef, literal, textRef, type RefNode } from '../../replay/wire.ts';

/** What the client sends for a compaction that it cannot read (recorded, opencodex 2.63.0). */
export const UNREADABLE_COMPACTION = '[earlier conversation was compacted; the summary is stored in a format this model cannot read]';
/** Stands for the client's own handoff text in front of a summary: 399 characters in the recording, which masks it. */
export const HANDOFF = '[opencodex text, 399 chars]';

/** A compaction item as the text of a user message: the summary of an `ocx1:` envelope behind the client's handoff text, else a fixed note. */
export function compactionText(block: Block | undefined): { readonly text: RefNode; readonly reason: string } {
  const readable = block?.text.at[0]?.via?.includes('ocx1') === true && block.text.state !== 'empty';
  if (block === undefined || !readable) return { text: literal(UNREADABLE_COMPACTION), reason: 'A compaction summary that only its provider can read: the client sends a fixed note.' };
  return { text: joinRef([literal(`${HANDOFF}\n\n`), textRef(block.text)]), reason: 'The client decodes its own compaction envelope and sends the summary as a user message behind a handoff text.' };
}
