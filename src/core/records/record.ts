import type { Json } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { Source } from '../model/source.ts';

/** Beside a record: how it ended, and for a JSON document which of its arrays it is an element of. */
export interface RecordMeta {
  /** False for a last line without a newline: its writer may still be at work. */
  readonly terminated: boolean;
  readonly element?: { readonly key: string; readonly index: number };
}

/** Takes records as they are read, in file order. */
export interface RecordSink {
  record(source: Source, value: Json, meta: RecordMeta): void;
  problem(problem: Problem): void;
}
