import type { InsertedRow } from '../protocol/view-model.ts';
import { Chip, WirePath, Why } from './decision.tsx';
import { Rail } from './rail.tsx';
import { RowShell, type RowProps } from './row-shell.tsx';
import { Icon } from './icon.tsx';
import { visible } from './visible-text.tsx';

/** A ghost: content of the request that stands in no record, and who adds it. */
export function GhostLine(props: RowProps<InsertedRow>) {
  const { row, current } = props;
  const decision = { op: 'inserted' as const, also: [], wirePaths: [row.wirePath], reason: row.reason };
  return (
    <RowShell {...props} look="ghost">
      <Rail rail={row.rail} place="block" />
      <div class="ghost-in">
        <div class="kind"><Icon name="quote" /><span>text</span></div>
        <div class="body"><p class="txt" dir="auto">{row.preview === '' ? <span class="dim">no text</span> : visible(row.preview)}</p><Why reason={`In no record. ${row.reason}`} rule={row.rule} tab={current ? 0 : -1} /></div>
        <div class="dec"><span class="dec-chip"><Chip decision={decision} /></span><WirePath paths={decision.wirePaths} /></div>
      </div>
    </RowShell>
  );
}
