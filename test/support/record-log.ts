import type { Json } from '../../src/core/model/json.ts';
import type { Problem } from '../../src/core/model/problem.ts';
import type { Source } from '../../src/core/model/source.ts';
import type { ByteSource } from '../../src/core/records/byte-source.ts';
import { LineReader } from '../../src/core/records/line-reader.ts';

/** What a reader handed on, in order. */
export interface RecordLog {
  readonly records: { readonly source: Source; readonly value: Json; readonly terminated: boolean }[];
  readonly problems: Problem[];
  readonly torn: Source[];
}

/** A byte source that never gives more than `most` bytes at once, so that every chunk boundary can be reached. */
export function shortReads(bytes: Uint8Array, most: number): ByteSource {
  return {
    name: 'short', size: () => Promise.resolve(bytes.length),
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, Math.min(bytes.length, offset + Math.min(length, most)))),
  };
}

/** Reads a source to its end, in calls of at most `limit` bytes. */
export async function readAll(source: ByteSource, limit?: number, reader = new LineReader(source, 0), log: RecordLog = { records: [], problems: [], torn: [] }): Promise<RecordLog> {
  const sink = { record: (s: Source, value: Json, meta: { terminated: boolean }) => { log.records.push({ source: s, value, terminated: meta.terminated }); }, problem: (p: Problem) => { log.problems.push(p); } };
  for (let calls = 0; ; calls++) {
    if (calls > 1_000_000) throw new Error('the reader makes no progress');
    const state = await reader.advance(sink, { ...(limit === undefined ? {} : { limit }), last: (s) => { log.torn.push(s); } });
    if (state === 'end') return log;
  }
}

export function bytesOf(text: string): Uint8Array { return new TextEncoder().encode(text); }
