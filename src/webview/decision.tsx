import type { ViewDecision } from '../protocol/view-model.ts';
import { command } from './host-link.ts';
import { Icon } from './icon.tsx';
import { OP_ICONS } from './words.ts';
import { spelled, visible } from './visible-text.tsx';

function isBad(decision: ViewDecision): boolean {
  return decision.severity === 'error' && decision.op !== 'kept' && decision.op !== 'rejected';
}

/** The strongest decision as a chip: loud only where something is lost. */
export function Chip({ decision }: { readonly decision: ViewDecision }) {
  const bad = isBad(decision);
  return <span class={`chip ${decision.op}${bad ? ' bad' : ''}`}><Icon name={bad ? 'error' : OP_ICONS[decision.op]} />{decision.op}</span>;
}

/** A wire path: cut at its head, never at its end. */
export function WirePath({ paths }: { readonly paths: readonly string[] }) {
  const first = paths[0];
  if (first === undefined) return null;
  return <span class="path" title={spelled(paths.join('\n'))}><span class="path-text"><bdi>{visible(first)}</bdi></span>{paths.length > 1 && <span class="path-more">{` +${paths.length - 1}`}</span>}</span>;
}

/** The worst finding on a block that its chip does not already say. */
function Flag({ decision }: { readonly decision: ViewDecision }) {
  const severity = decision.severity;
  if (severity === undefined || isBad(decision) || (decision.op === 'rejected' && severity === 'error')) return null;
  return <span class={`flag ${severity}`} title={`has a finding: ${severity}`}><Icon name={severity} small /></span>;
}

/** The decision column of a row: the chosen target first, then the pinned ones, or "not yet". */
export function DecisionCell({ decision, pinned, labels, decided }: { readonly decision: ViewDecision; readonly pinned: readonly ViewDecision[]; readonly labels: readonly string[]; readonly decided: boolean }) {
  if (!decided) return <div class="dec"><span class="dim">not yet</span></div>;
  if (labels.length > 1) {
    return (
      <div class="dec many">
        {[decision, ...pinned].map((one, i) => <div class="dec-one" key={i}><span class="dec-for">{labels[i]}</span><span class="dec-chip"><Chip decision={one} /><Flag decision={one} /></span><WirePath paths={one.wirePaths} /></div>)}
      </div>
    );
  }
  return (
    <div class="dec">
      <span class="dec-chip"><Chip decision={decision} /><Flag decision={decision} /></span>
      <WirePath paths={decision.wirePaths} />
      {decision.also.length > 0 && <span class="also">also {decision.also.join(', ')}</span>}
      {decision.wouldBe !== undefined && <span class="also">would be {decision.wouldBe}</span>}
    </div>
  );
}

/** Whether the reason belongs in the row: always where content is lost, made up or refused. */
export function saysWhy(decision: ViewDecision): boolean {
  return decision.op === 'omitted' || decision.op === 'rejected' || decision.op === 'inserted' || isBad(decision);
}

export function Why({ reason, rule, tab }: { readonly reason: string; readonly rule: string | undefined; readonly tab: number }) {
  return <p class="why">{visible(reason)}{rule !== undefined && <> <RuleLink rule={rule} tab={tab} /></>}</p>;
}

export function RuleLink({ rule, tab }: { readonly rule: string; readonly tab?: number }) {
  return <button type="button" class="link rule" tabIndex={tab ?? 0} title="Open the rule's documentation" onClick={() => command('openRule', rule)}>{rule}</button>;
}
