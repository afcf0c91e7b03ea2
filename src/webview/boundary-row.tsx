import type { BoundaryRow } from '../protocol/view-model.ts';
import { RuleLink } from './decision.tsx';
import { command } from './host-link.ts';
import { Icon } from './icon.tsx';
import { goTo, showWire } from './navigate.ts';
import { Rail } from './rail.tsx';
import { RowShell, type RowProps } from './row-shell.tsx';
import { visible } from './visible-text.tsx';

/** The seam between two responses: a quiet line where it holds, a strip with the provider's words where it breaks. */
export function BoundaryLine(props: RowProps<BoundaryRow>) {
  const { row, current } = props;
  const tab = current ? 0 : -1;
  if (row.level === 'held') {
    return (
      <RowShell {...props} look="seam">
        <Rail rail={row.rail} place="strip" />
        <p class="seam-says"><Icon name="check" /><span><b>{visible(row.title)}</b> {visible(row.reason)}</span></p>
      </RowShell>
    );
  }
  const severity = row.level === 'broken' ? 'error' : row.severity;
  return (
    <RowShell {...props} look={`strip-row ${severity}`}>
      <Rail rail={row.rail} place="strip" />
      <div class={`strip ${severity}`}>
        <h3><Icon name={severity} />{visible(row.title)}<span class="unheard">{`, ${severity}`}</span></h3>
        <p>{visible(row.reason)}</p>
        {row.quote !== undefined && <blockquote>{visible(row.quote)}</blockquote>}
        {row.lost.length > 0 && (
          <p>{row.lost.length === 1 ? 'Lost between them: ' : 'Lost between them, in order: '}
            {row.lost.map((item, i) => <>{i > 0 && ', '}<button type="button" class="link" tabIndex={tab} onClick={() => void goTo(item.id)}>L{item.line} {visible(item.label)}</button></>)}
          </p>
        )}
        <p class="acts">
          {row.rule !== undefined && <RuleLink rule={row.rule} tab={tab} />}
          <button type="button" class="link" tabIndex={tab} onClick={() => void goTo(row.before)}>Before: L{row.beforeLine}</button>
          <button type="button" class="link" tabIndex={tab} onClick={() => void goTo(row.after)}>After: L{row.afterLine}</button>
          <button type="button" class="link" tabIndex={tab} onClick={() => void showWire(row.after)}>Show in wire JSON</button>
          <button type="button" class="link" tabIndex={tab} onClick={() => command('openSource', row.after)}>Go to line {row.afterLine}</button>
        </p>
      </div>
    </RowShell>
  );
}
