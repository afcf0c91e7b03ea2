import type { Source } from './source.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Trouble in the file itself, independent of any target. `code` is stable: `records/torn-line`, `codex/unknown-item` … */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly source: Source;
}

/** A record that is not model-visible, and why. */
export interface Hidden {
  readonly source: Source;
  readonly reason: string;
}
