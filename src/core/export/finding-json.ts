import type { Finding } from '../model/finding.ts';
import type { JsonObject } from '../model/json.ts';
import type { Source } from '../model/source.ts';
import { type Position, positionOf } from '../records/positions.ts';
import type { Session } from '../turns/session.ts';
import { compact, sourceJson } from './inspect-json.ts';

/** A source with its exact place in the text of its file. */
export interface Place { readonly source: Source; readonly file: string; readonly position: Position }

/** The exact places of a finding's blocks, in order; its own first. */
export async function placesOf(session: Session, sources: readonly Source[]): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const source of sources) {
    const bytes = session.file(source.file);
    const start: Position = { line: source.line, column: 1, endLine: source.line, endColumn: 1 };
    places.push({ source, file: bytes?.name ?? '', position: bytes === undefined ? start : await positionOf(source, bytes) });
  }
  return places;
}

/** A finding with the exact places of its blocks: 1-based lines and columns (UTF-16). */
export async function findingJson(session: Session, finding: Finding): Promise<JsonObject> {
  const sources = (await placesOf(session, finding.sources)).map(({ source, file, position }) => ({ file, line: position.line, column: position.column, ...sourceJson({ ...source, line: position.line, file: 0 }) }));
  return compact({
    rule: finding.rule, severity: finding.severity, wirePath: finding.wirePath, providerPath: finding.providerPath, blocks: finding.blocks,
    confidence: finding.confidence, sources, message: finding.message, providerError: finding.providerError, fix: finding.fix,
  });
}
