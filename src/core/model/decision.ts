import type { Id } from './source.ts';

/** What a serializer did with one block. Content that is in no block is `inserted` (see {@link Inserted}). */
export type Op = 'kept' | 'converted' | 'moved' | 'merged' | 'omitted' | 'rejected';

/** Why: one sentence for people, and the id of the rule that says so where there is one. */
export interface Why {
  readonly reason: string;
  readonly rule?: string;
}

/** The one decision on a block (or on a turn without blocks). `also` holds the weaker things that happened to it. */
export interface Decision {
  readonly block: Id;
  readonly op: Op;
  readonly also: readonly Op[];
  /** Dotted paths of the request nodes that carry it; empty when it is not sent. */
  readonly wirePaths: readonly string[];
  readonly reason: string;
  readonly rule?: string;
  /** After a rejection: what would have happened to it. */
  readonly wouldBe?: Op;
}

/** Request content that stands in no block. */
export interface Inserted {
  readonly wirePath: string;
  readonly reason: string;
  readonly rule?: string;
}
