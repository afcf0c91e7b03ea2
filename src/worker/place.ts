import type { Id, Source } from '../core/model/source.ts';
import { positionOf } from '../core/records/positions.ts';
import type { Session } from '../core/turns/session.ts';
import type { Place, TextRange } from '../protocol/worker-messages.ts';
import type { Frame } from './frame.ts';

/** A whole record larger than this is only marked at its head: reading all of it for the place of its end is not worth it. */
const WHOLE = 1 << 20;

/** Where a source stands in the text, 0-based. */
export async function rangeOf(session: Session, source: Source): Promise<TextRange> {
  const bytes = session.file(source.file);
  const line = Math.max(0, source.line - 1);
  if (bytes === undefined) return { line, column: 0, endLine: line, endColumn: 0 };
  const at = await positionOf(source.pointer === '' && source.end - source.start > WHOLE ? { ...source, end: source.start + WHOLE } : source, bytes);
  return { line: at.line - 1, column: at.column - 1, endLine: at.endLine - 1, endColumn: at.endColumn - 1 };
}

/** The source that an id of a row stands for. */
export function sourceOf(frame: Frame, id: Id): Source | undefined {
  const source = frame.index.block(id)?.block.source ?? frame.index.turn(id)?.entries[0]?.source ?? frame.index.turn(id)?.blocks[0]?.source;
  if (source !== undefined) return source;
  const row = frame.rows.find((r) => r.id === id);
  if (row?.row === 'problem') return row.problem.source;
  return row?.row === 'boundary' ? sourceOf(frame, row.boundary.after) : undefined;
}

/** Where the block, turn, boundary or problem of an id stands. */
export async function placeOf(session: Session, frame: Frame, id: Id): Promise<Place | undefined> {
  const source = sourceOf(frame, id);
  if (source === undefined) return undefined;
  return { file: session.fileNames[source.file] ?? '', own: source.file === 0, range: await rangeOf(session, source), label: frame.index.label(id) };
}
