import type { Block } from '../../model/block.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { textRef, type RefNode, type Transform } from '../../replay/wire.ts';
import type { DraftMark } from './message-draft.ts';

const SURROGATE: DraftMark = { op: 'converted', why: { reason: 'Unpaired surrogates are replaced by U+FFFD: the API takes valid JSON only.', rule: 'json/lone-surrogate' } };

/** True where `repair` has to replace half a surrogate pair, so that the recorded value cannot be copied. */
export function needsWellFormed(block: Block, options: ReplayOptions): boolean {
  return options.mode === 'repair' && block.text.loneSurrogate;
}

/** A block's text as the mode asks for it, and what was done to it. */
export function repairedText(block: Block, options: ReplayOptions): { readonly text: RefNode; readonly marks: readonly DraftMark[] } {
  const lone = needsWellFormed(block, options);
  const as: Transform = lone ? 'well-formed' : 'none';
  return { text: textRef(block.text, as), marks: lone ? [SURROGATE] : [] };
}
