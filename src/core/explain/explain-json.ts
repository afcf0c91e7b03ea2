import type { Json, JsonObject } from '../model/json.ts';
import type { Source } from '../model/source.ts';
import { positionOf } from '../records/positions.ts';
import type { Session } from '../turns/session.ts';
import { explain, type ExplainMatch, type ExplainOptions } from './explain.ts';

/** An answer with the exact place of its block in the file's text: 1-based line and column (UTF-16). */
export interface PlacedMatch extends ExplainMatch {
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Explains an error text and finds the lines and columns of its answers. */
export async function explainPlaces(session: Session, errorText: string, options: ExplainOptions & { readonly branch?: string } = {}): Promise<readonly PlacedMatch[]> {
  const placed: PlacedMatch[] = [];
  for (const match of explain(session.conversation(options.branch), errorText, options)) {
    const bytes = match.source === undefined ? undefined : session.file(match.source.file);
    const position = match.source === undefined || bytes === undefined ? undefined : await positionOf(match.source, bytes);
    placed.push({ ...match, file: bytes?.name, line: position?.line ?? match.source?.line, column: position?.column });
  }
  return placed;
}

/** The answer of `explain --json`. Absent paths and blocks are null. */
export async function explainJson(session: Session, errorText: string, options: ExplainOptions & { readonly branch?: string } = {}): Promise<JsonObject> {
  const matches: Json[] = [];
  for (const match of await explainPlaces(session, errorText, options)) {
    matches.push({
      target: match.target, wirePath: match.wirePath ?? null, block: match.block ?? null,
      source: match.source === undefined ? null : { file: match.file ?? '', line: match.line ?? match.source.line, column: match.column ?? 1, ...placeOf(match.source) },
      ...(match.rule === undefined ? {} : { rule: match.rule }), confidence: match.confidence, reason: match.reason,
    });
  }
  return { schema: 1, matches };
}

function placeOf({ record, start, end, pointer, via, inner }: Source): JsonObject {
  return { record, start, end, pointer, ...(via === undefined ? {} : { via }), ...(inner === undefined ? {} : { inner }) };
}
