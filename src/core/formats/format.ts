import type { Json } from '../model/json.ts';
import type { Hidden, Problem } from '../model/problem.ts';
import type { Source } from '../model/source.ts';
import type { Path } from '../model/turn.ts';
import type { RecordMeta } from '../records/record.ts';

/** The first records of a file (up to 20), and what its name says. For a document there is one: the document. */
export interface Head {
  readonly name: string;
  readonly shape: 'lines' | 'document';
  readonly records: readonly Json[];
}

/** How sure a format is that a file is its own, 0 to 1, and why, for people. Below 0.5 it is offered, not taken. */
export interface Detection {
  readonly confidence: number;
  readonly reasons: readonly string[];
}

/** Where a format reports what is no entry. */
export interface FormatSink {
  hidden(hidden: Hidden): void;
  problem(problem: Problem): void;
}

/**
 * A file beside the opened one: one that a session continues from (a fork's parent; `missing` is the problem when it is not found), or one whose
 * presence alone says something (`present` is the problem when it is; it is not read).
 */
export type SiblingWish = {
  readonly key: string;
  /** Part of the sibling's file name. */
  readonly part: string;
} & ({ readonly missing: Problem; readonly present?: undefined } | { readonly present: Problem; readonly missing?: undefined });

/**
 * Reads one file of a format, record by record, append-only, each record once and in file order. Keeps facts, never values.
 * It must not throw on any JSON: what it does not know becomes an opaque block, a hidden record with a reason, or a problem.
 */
export interface FormatReader {
  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void;
  /** Called when the end of the file is reached (again after each growth). */
  end?(out: FormatSink): void;
  /** Version of format or client as recorded, for people: `v4`, `0.171.0`. */
  readonly version?: string | undefined;
  wishes?(): readonly SiblingWish[];
  attach?(key: string, sibling: FormatReader, out: FormatSink): void;
  /** Goes up whenever entries handed out before have changed (shadowed, removed, reordered), not when some were added. */
  readonly revision: number;
  /** The conversation of a branch (the client's own choice without one). Cheap; asked again after each growth. */
  path(branch?: string): Path;
}

/** One session format. Adding one: a source file, a line in index.ts, a case folder. */
export interface SessionFormat {
  readonly id: string;
  readonly label: string;
  /** One sentence for the format table. */
  readonly description: string;
  readonly shape: 'lines' | 'document';
  /** For documents: root arrays whose elements become records of their own, in this order of preference ('' = a root array). */
  readonly elements?: readonly string[];
  detect(head: Head): Detection | null;
  open(file: number): FormatReader;
}
