/** What a value was decoded through on the way from the record's JSON to the block. `data-url`: the base64 payload of a `data:` URL. */
export type Via = 'json' | 'base64' | 'data-url' | 'ocxr1' | 'ocx1' | 'sse' | 'packed';

/**
 * Where a turn or block came from. `line` is 1-based and physical, `record` 0-based; `start` and `end` are byte offsets of
 * the whole record (end exclusive; of the decompressed stream for a compressed file); `pointer` is a JSON pointer inside
 * the record. The exact span and column of the value at the pointer are resolved on demand (records/positions.ts).
 */
export interface Source {
  /** Index of the file in the session: 0 is the opened file, others are its siblings (a fork's parent). */
  readonly file: number;
  readonly line: number;
  readonly record: number;
  readonly start: number;
  readonly end: number;
  readonly pointer: string;
  readonly via?: readonly Via[];
  /** After decoding `via`: a JSON pointer inside the decoded value (`/sig` inside an `ocxr1` envelope). */
  readonly inner?: string;
}

/** A block's id `[file/]record:pointer` (`#inner` behind it where it was decoded further), or a turn's `t:[file/]record`. Survives appends and branch changes. */
export type Id = string;

/** The id of the value at `source`; the opened file is not named. */
export function idOf(source: Source): Id {
  return `${source.file === 0 ? '' : `${source.file}/`}${source.record}:${source.pointer}${source.inner === undefined ? '' : `#${source.inner}`}`;
}

/** The id of the turn whose first record is `source`. */
export function turnIdOf(source: Source): Id {
  return `t:${source.file === 0 ? '' : `${source.file}/`}${source.record}`;
}

/** The same record at another pointer. */
export function at(source: Source, pointer: string, via?: readonly Via[], inner?: string): Source {
  const moved = { file: source.file, line: source.line, record: source.record, start: source.start, end: source.end, pointer };
  return via === undefined ? moved : inner === undefined ? { ...moved, via } : { ...moved, via, inner };
}
