import type { Why } from '../../model/decision.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { ownText } from './blocks.ts';
import { idsOf, type Draft, type Piece } from './draft.ts';

/** Drops pieces with a reason and remembers where the request first differs from what was recorded. */
export class Edits {
  private readonly edited = new Set<Draft>();

  constructor(private readonly writer: RequestWriter) {}

  drop(draft: Draft, piece: Piece, why: Why): void {
    for (const id of idsOf(piece)) this.writer.omit(id, why);
    draft.pieces = draft.pieces.filter((other) => other !== piece);
    this.edited.add(draft);
  }

  replace(draft: Draft, piece: Piece, by: Piece): void {
    draft.pieces = draft.pieces.map((other) => other === piece ? by : other);
    this.edited.add(draft);
  }

  touch(draft: Draft): void { this.edited.add(draft); }
  omit(id: string, why: Why): void { this.writer.omit(id, why); }

  /** Index of the first message that was changed. */
  first(drafts: readonly Draft[]): number {
    const index = drafts.findIndex((draft) => this.edited.has(draft));
    return index < 0 ? Infinity : index;
  }
}

/** A label in front of content that has lost its place. */
export function label(text: string, why: Why): Piece {
  return { type: 'text', node: ownText(text), ids: [], marks: [], inserted: why };
}
