import type { Finding } from '../core/model/finding.ts';
import type { Source } from '../core/model/source.ts';
import { CHUNK } from '../core/records/byte-source.ts';
import type { Session } from '../core/turns/session.ts';
import type { DiagnosticView, TextRange } from '../protocol/worker-messages.ts';
import type { Frame } from './frame.ts';
import { head } from './names.ts';
import { rangeOf } from './place.ts';

/** VS Code paints and hovers only this many characters of a line (its rendering stops there, 1.139). */
export const PAINTED = 10_000;
const RELATED = 10;

/** Findings and problems as diagnostics of the opened text, the worst first, `limit` of them at most. */
export async function diagnosticsView(frame: Frame, session: Session, limit: number): Promise<{ readonly diagnostics: readonly DiagnosticView[]; readonly more: number }> {
  const findings = frame.replay.findings;
  const problems = session.problems.filter((p) => p.source.file === 0).sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  const diagnostics: DiagnosticView[] = [];
  for (const finding of findings) { if (diagnostics.length >= limit) break; diagnostics.push(await ofFinding(frame, session, finding)); }
  for (const problem of problems) {
    if (diagnostics.length >= limit) break;
    const exact = await rangeOf(session, problem.source);
    diagnostics.push({ severity: problem.severity, code: problem.code, rule: false, message: problem.message, range: await painted(session, problem.source, exact), related: [] });
  }
  return { diagnostics, more: findings.length + problems.length - diagnostics.length };
}

async function ofFinding(frame: Frame, session: Session, finding: Finding): Promise<DiagnosticView> {
  const own = finding.sources.find((s) => s.file === 0);
  const exact = own === undefined ? HEAD : await rangeOf(session, own);
  const range = own === undefined ? HEAD : await painted(session, own, exact);
  const related: DiagnosticView['related'] = [];
  if (own !== undefined && range !== exact && exact.column >= PAINTED) related.push({ range: exact, message: `The exact place: line ${exact.line + 1}, column ${exact.column + 1}` });
  for (const id of [...new Set(finding.blocks)].slice(0, RELATED + 1)) {
    const source = frame.index.block(id)?.block.source ?? frame.index.turn(id)?.entries[0]?.source;
    if (source === undefined || source.file !== 0 || source === own) continue;
    if (related.length < RELATED) related.push({ range: await painted(session, source, await rangeOf(session, source)), message: `L${source.line} ${frame.index.label(id)}` });
  }
  const path = finding.providerPath ?? finding.wirePath;
  const where = path === undefined || finding.message.includes(path) ? '' : ` (${path}, ${frame.chosen.serializer.label})`;
  return { severity: finding.severity, code: finding.rule, rule: true, message: head(`${finding.message}${where}`, 1000), range, related };
}

const HEAD: TextRange = { line: 0, column: 0, endLine: 0, endColumn: 1 };

/** The part of a range that is painted; a value further right is marked at its record's `type`, else at the start of its line. */
async function painted(session: Session, source: Source, exact: TextRange): Promise<TextRange> {
  if (exact.column < PAINTED) {
    if (exact.endLine === exact.line && exact.endColumn > PAINTED) return { ...exact, endColumn: PAINTED };
    return exact;
  }
  const type = source.end - source.start > CHUNK * 8 ? undefined : await rangeOf(session, { ...source, pointer: '/type' });
  if (type !== undefined && type.line === exact.line && type.column < PAINTED && type.endColumn - type.column < 200) return type;
  return { line: exact.line, column: 0, endLine: exact.line, endColumn: 20 };
}
