import type { Finding } from '../model/finding.ts';
import type { JsonObject } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { Replay } from '../replay/replay.ts';
import type { Session } from '../turns/session.ts';
import { findingJson, type Place, placesOf } from './finding-json.ts';
import { formatJson, problemsJson } from './inspect-json.ts';
import { rejectionJson } from './replay-json.ts';

/** A finding or problem with its exact places; its own first. */
export interface Located<T> { readonly item: T; readonly places: readonly Place[] }

/** What lint found in one file. */
export interface FileReport {
  /** As the user named it. */
  readonly file: string;
  readonly replay: Replay;
  readonly findings: readonly Located<Finding>[];
  readonly problems: readonly Located<Problem>[];
  readonly json: JsonObject;
}

/** Judges one file's replay for lint: everything is located once and used by all three output forms. */
export async function fileReport(session: Session, file: string, replay: Replay): Promise<FileReport> {
  const findings: Located<Finding>[] = [];
  for (const item of replay.findings) findings.push({ item, places: await placesOf(session, item.sources) });
  const problems: Located<Problem>[] = session.problems.map((item) => ({ item, places: [{ source: item.source, file: session.fileNames[item.source.file] ?? '', position: { line: item.source.line, column: 1, endLine: item.source.line, endColumn: 1 } }] }));
  const json: JsonObject = {
    file, format: formatJson(session), outcome: replay.outcome, ...rejectionJson(replay),
    findings: await Promise.all(replay.findings.map((f) => findingJson(session, f))), problems: problemsJson(session),
  };
  return { file, replay, findings, problems, json };
}
