import type { Source } from '../../model/source.ts';
import type { Entry } from '../../model/turn.ts';

/** What a compaction boundary says of the history it cuts. */
export interface Boundary {
  /** Where the history before it goes on: it hangs from nothing itself. */
  readonly before: string | undefined;
  /** Records that stay, in order, and the record they stand behind. */
  readonly kept: readonly string[];
  readonly anchor: string | undefined;
  /** The first and the last record that stay, where they are not listed. */
  readonly segment: { readonly head: string; readonly tail: string } | undefined;
}

/** One record of the tree of links. There are as many as linked records: each holds what tracing a path needs and nothing else. */
export interface Row {
  readonly source: Source;
  /** Place among the rows of the file. */
  readonly index: number;
  readonly uuid: string | undefined;
  /** Uuid of the record it hangs from; null for a root, undefined where the record has no links at all. */
  readonly parentId: string | null | undefined;
  /** The row it hangs from; for a parent that is not in the file the nearest row before. */
  up: Row | undefined;
  readonly type: 'user' | 'assistant' | 'attachment' | 'link';
  /** A record of a sub-agent inside another file. */
  readonly side: boolean;
  /** A prompt that begins a turn, not a tool's result. */
  readonly typed: boolean;
  readonly message: string | undefined;
  /** Ids of the calls it makes, or of the calls it answers. */
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  /** Uuid of the row whose call it answers. */
  readonly answersIn: string | undefined;
  readonly mark: Mark | undefined;
  entries: readonly Entry[];
}

/** What a record does to others, beside its own content. */
export type Mark =
  | { readonly kind: 'boundary'; readonly boundary: Boundary }
  /** Old tool results that are sent as cleared from here on. */
  | { readonly kind: 'cleared'; readonly calls: ReadonlySet<string> }
  /** Thinking of all earlier records is never sent again. */
  | { readonly kind: 'stripped' }
  /** An answer that the client made of a provider's error; it is never sent. */
  | { readonly kind: 'error' };

/** True for what a conversation is made of: leaves are looked for among such rows. */
export function isConversation(row: Row): boolean {
  return row.type === 'user' || row.type === 'assistant';
}

/** A record outside the links (an old queued command without uuid): it belongs to the row before it and nothing hangs from it. */
export function isBeside(row: Row): boolean {
  return row.uuid === undefined && row.parentId === undefined && !isConversation(row);
}
