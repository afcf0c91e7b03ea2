import type { Finding } from '../model/finding.ts';
import type { JsonObject } from '../model/json.ts';
import type { Json } from '../model/json.ts';
import { positionOf } from '../records/positions.ts';
import type { Replay } from '../replay/replay.ts';
import { requestString } from '../replay/write-request.ts';
import type { Session } from '../turns/session.ts';
import { compact, SCHEMA, sourceJson } from './inspect-json.ts';

/** The answer of `replay --json`. `request` is the whole body, null unless the outcome is ok. */
export async function replayJson(session: Session, replay: Replay): Promise<JsonObject> {
  const request = replay.template === null ? null : JSON.parse(await requestString(replay.template, session.loader)) as Json;
  const findings: Json[] = [];
  for (const finding of replay.findings) findings.push(await findingJson(session, finding));
  return {
    schema: SCHEMA, target: replay.target, outcome: replay.outcome, request,
    ...(replay.rejection === undefined ? {} : { rejection: { code: replay.rejection.code, message: replay.rejection.message, block: replay.rejection.block } }),
    ...(replay.notApplicable === undefined ? {} : { reason: replay.notApplicable }),
    decisions: [...replay.decisions.values()].map((d) => compact({ block: d.block, op: d.op, also: d.also, wirePaths: d.wirePaths, rule: d.rule, reason: d.reason, wouldBe: d.wouldBe })),
    inserted: replay.inserted.map((i) => compact({ wirePath: i.wirePath, reason: i.reason, rule: i.rule })),
    boundaries: replay.boundaries.map(({ before, after, kind, signedBefore, signedAfter, mergedOnWire, severity, reason }) => ({ before, after, kind, signedBefore, signedAfter, mergedOnWire, severity, reason })),
    findings,
  };
}

/** A finding with the exact places of its blocks: 1-based lines and columns (UTF-16). */
export async function findingJson(session: Session, finding: Finding): Promise<JsonObject> {
  const sources: Json[] = [];
  for (const source of finding.sources) {
    const bytes = session.file(source.file);
    const position = bytes === undefined ? undefined : await positionOf(source, bytes);
    sources.push({ file: bytes?.name ?? '', line: position?.line ?? source.line, column: position?.column ?? 1, ...sourceJson({ ...source, line: position?.line ?? source.line, file: 0 }) });
  }
  return compact({
    rule: finding.rule, severity: finding.severity, wirePath: finding.wirePath, providerPath: finding.providerPath, blocks: finding.blocks,
    confidence: finding.confidence, sources, message: finding.message, providerError: finding.providerError, fix: finding.fix,
  });
}
