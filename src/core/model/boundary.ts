import type { Severity } from './problem.ts';
import type { Id } from './source.ts';

/** What separates two responses; `nothing` when they touch. The strongest separator names the seam. */
export type SeamKind = 'compaction' | 'user' | 'agent-message' | 'system' | 'tool-result' | 'nothing';

/** The seam between two consecutive responses of a conversation. Ids are of the last block before and the first after. */
export interface Seam {
  readonly before: Id;
  readonly after: Id;
  readonly beforeResponse: string;
  readonly afterResponse: string;
  readonly kind: SeamKind;
  readonly signedBefore: boolean;
  readonly signedAfter: boolean;
}

/** A seam as one target would send it. */
export interface Boundary extends Seam {
  /** Blocks of both responses stand in one assistant message of the request, the API's own merging counted. */
  readonly mergedOnWire: boolean;
  readonly severity: Severity;
  readonly reason: string;
}
