import type { Decision } from '../core/model/decision.ts';
import type { Finding } from '../core/model/finding.ts';
import type { Severity } from '../core/model/problem.ts';
import type { ViewDecision } from '../protocol/view-model.ts';
import { head, worse } from './names.ts';

const REASON = 600;
const PATHS = 20;

/** A decision as a chip, with the worst severity among the findings on its block. */
export function decisionView(decision: Decision, findings: readonly Finding[] = []): ViewDecision {
  const severity = findings.reduce<Severity | undefined>((worst, f) => worse(worst, f.severity), undefined);
  return {
    op: decision.op, also: [...decision.also], wirePaths: decision.wirePaths.slice(0, PATHS), reason: head(decision.reason, REASON),
    ...(decision.rule === undefined ? {} : { rule: decision.rule }), ...(decision.wouldBe === undefined ? {} : { wouldBe: decision.wouldBe }), ...(severity === undefined ? {} : { severity }),
  };
}

/** What is said of a subject that a target did not decide because it does not take the session at all. */
export const UNDECIDED: ViewDecision = { op: 'omitted', also: [], wirePaths: [], reason: 'This target does not take the session: nothing is sent.' };
