import type { Json, JsonObject } from '../model/json.ts';
import type { Replay } from '../replay/replay.ts';
import { requestString, requestText } from '../replay/write-request.ts';
import type { Session } from '../turns/session.ts';
import { findingJson } from './finding-json.ts';
import { compact, SCHEMA } from './inspect-json.ts';
import { objectText } from './json-text.ts';

export { findingJson };

/** The answer of `replay --json`. `request` is the whole body, null unless the outcome is ok. For requests that fit in memory. */
export async function replayJson(session: Session, replay: Replay): Promise<JsonObject> {
  const request = replay.template === null ? null : JSON.parse(await requestString(replay.template, session.loader)) as Json;
  return { schema: SCHEMA, target: replay.target, outcome: replay.outcome, request, ...await aroundRequest(session, replay) };
}

/** The same answer as text; the request is written from the file while it is read. */
export async function* replayText(session: Session, replay: Replay): AsyncGenerator<string> {
  const rest = Object.entries(await aroundRequest(session, replay)).map(([key, value]) => [key, { value }] as const);
  yield* objectText([
    ['schema', { value: SCHEMA }], ['target', { value: replay.target }], ['outcome', { value: replay.outcome }],
    ['request', replay.template === null ? { value: null } : { text: requestText(replay.template, session.loader) }], ...rest,
  ]);
}

async function aroundRequest(session: Session, replay: Replay): Promise<JsonObject> {
  const findings: Json[] = [];
  for (const finding of replay.findings) findings.push(await findingJson(session, finding));
  return {
    ...rejectionJson(replay),
    decisions: [...replay.decisions.values()].map((d) => compact({ block: d.block, op: d.op, also: d.also, wirePaths: d.wirePaths, rule: d.rule, reason: d.reason, wouldBe: d.wouldBe })),
    inserted: replay.inserted.map((i) => compact({ wirePath: i.wirePath, reason: i.reason, rule: i.rule })),
    boundaries: replay.boundaries.map(({ before, after, kind, signedBefore, signedAfter, mergedOnWire, severity, reason }) => ({ before, after, kind, signedBefore, signedAfter, mergedOnWire, severity, reason })),
    findings,
  };
}

/** Why there is no request: the client's refusal, or why the target cannot take the session. Nothing when there is one. */
export function rejectionJson(replay: Replay): JsonObject {
  return {
    ...(replay.rejection === undefined ? {} : { rejection: { code: replay.rejection.code, message: replay.rejection.message, block: replay.rejection.block } }),
    ...(replay.notApplicable === undefined ? {} : { reason: replay.notApplicable }),
  };
}
