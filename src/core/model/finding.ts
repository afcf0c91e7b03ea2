import type { Severity } from './problem.ts';
import type { Id, Source } from './source.ts';
import type { Confidence } from './turn.ts';

/** A rule that applies to this session and target: one per place on the wire. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Dotted, `messages.19.content.23`; absent where the finding is about the whole request. */
  readonly wirePath?: string;
  /** The provider's own spelling, `input[12].id`. */
  readonly providerPath?: string;
  /** The first gets the squiggle; the others are partners. Turn ids for turns without blocks. */
  readonly blocks: readonly Id[];
  readonly confidence: Confidence;
  readonly sources: readonly Source[];
  readonly message: string;
  /** The text the provider answers with, its indices filled in. */
  readonly providerError?: string;
  readonly fix?: string;
}
