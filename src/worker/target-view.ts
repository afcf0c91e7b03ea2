import type { Serializer } from '../core/replay/serializer.ts';
import type { Severity } from '../core/model/problem.ts';
import { asString } from '../core/model/json.ts';
import { member } from '../core/replay/wire.ts';
import type { Replay } from '../core/replay/replay.ts';
import type { Conversation } from '../core/turns/conversation.ts';
import type { TargetView, ViewOp } from '../protocol/view-model.ts';
import type { Verdict } from '../protocol/worker-messages.ts';
import type { Frame } from './frame.ts';
import { findingView } from './finding-view.ts';
import { counted, head, providerOf } from './names.ts';
import type { Targets } from './analysis.ts';
import type { Replayed } from './replays.ts';

/** What would happen to the session: header row 2. */
export function targetView(frame: Frame): TargetView {
  const { replay, chosen: { serializer, options, choice } } = frame;
  const { verdict, severity } = verdictOf(replay, serializer);
  const model = options.model ?? asString(member(replay.template ?? undefined, 'model') as string | undefined) ?? frame.index.conversation.recorded.model;
  const tally: Record<ViewOp, number> = { kept: 0, converted: 0, moved: 0, merged: 0, omitted: 0, rejected: 0, inserted: replay.inserted.length };
  for (const decision of replay.decisions.values()) tally[decision.op]++;
  return {
    chosen: choice.target, id: serializer.id, label: serializer.label, ...(model === undefined ? {} : { model }), detail: detailOf(frame.chosen), array: serializer.array,
    outcome: replay.outcome, verdict, ...(severity === undefined ? {} : { severity }),
    ...(replay.rejection === undefined ? {} : { rejection: { ...replay.rejection, message: head(replay.rejection.message, 2000) } }),
    tally, findings: countsOf(replay), pinned: frame.pinned.map(({ replayed }) => ({ id: replayed.serializer.id, label: replayed.serializer.label })),
    notes: (frame.findings.get('') ?? []).slice(0, 20).map((finding) => findingView(finding, '', frame.index)),
  };
}

function detailOf({ options }: Replayed): string {
  const { dialect, variant, mode, thinking, tools, prompt } = options;
  return [dialect, variant, mode === 'repair' ? 'repair' : undefined, thinking === 'strip' ? 'thinking stripped' : undefined, tools === 'recorded' ? undefined : `tools: ${typeof tools === 'string' ? tools : 'given'}`, prompt === undefined ? undefined : 'with a prompt',
    ...Object.entries(options.extra).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : 'set'}`)].filter((part) => part !== undefined).join(' · ');
}

function countsOf(replay: Replay): { error: number; warning: number; info: number } {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const finding of replay.findings) counts[finding.severity]++;
  return counts;
}

/** The verdict in words. It is never "valid": only the provider can say that. */
export function verdictOf(replay: Replay, serializer: Serializer): { readonly verdict: string; readonly severity?: Severity } {
  switch (replay.outcome) {
    case 'not-applicable': return { verdict: `Not applicable: ${replay.notApplicable ?? 'this target does not take the session'}` };
    case 'rejected': return { verdict: `${serializer.id} rejects this request: ${head(replay.rejection?.message ?? '', 300)}`, severity: 'error' };
    case 'ok': {
      const { error, warning, info } = countsOf(replay);
      if (error > 0) return { verdict: `${providerOf(serializer)} may reject this request`, severity: 'error' };
      if (warning > 0) return { verdict: counted(warning, 'warning'), severity: 'warning' };
      return info > 0 ? { verdict: `No findings above info (${info})`, severity: 'info' } : { verdict: 'No findings' };
    }
  }
}

/** The targets for the picker. */
export function verdictViews({ done, rest }: Targets, conversation: Conversation): Verdict[] {
  const later = rest.map((serializer): Verdict => {
    const accepted = serializer.accepts(conversation);
    return { ...picked(serializer), outcome: accepted === true ? 'ok' : 'not-applicable', verdict: accepted === true ? 'Not replayed yet' : `Not applicable: ${accepted}` };
  });
  return [...done.map(({ replay, serializer }): Verdict => ({ ...picked(serializer), outcome: replay.outcome, ...verdictOf(replay, serializer) })), ...later];
}

function picked(serializer: Serializer): Omit<Verdict, 'outcome' | 'verdict' | 'severity'> {
  return {
    id: serializer.id, label: serializer.label, description: serializer.description, kind: serializer.kind,
    options: serializer.options.map((o) => ({ name: o.name, values: typeof o.values === 'string' ? o.values : [...o.values], description: o.description, ...(o.default === undefined ? {} : { default: o.default }) })),
  };
}
