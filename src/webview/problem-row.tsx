import type { ProblemRow } from '../protocol/view-model.ts';
import { command } from './host-link.ts';
import { Icon } from './icon.tsx';
import { Rail } from './rail.tsx';
import { RowShell, type RowProps } from './row-shell.tsx';
import { visible } from './visible-text.tsx';
import { counted } from './words.ts';

/** Trouble in the file, at the place of its line: what is wrong, what stands there, where to look. */
export function ProblemLine(props: RowProps<ProblemRow>) {
  const { row, current } = props;
  const tab = current ? 0 : -1;
  return (
    <RowShell {...props} look={`strip-row ${row.severity}`}>
      <Rail rail={row.rail} place="strip" />
      <div class={`strip ${row.severity}`}>
        <h3><Icon name={row.severity} />Line {row.line}<span class="unheard">{`, ${row.severity}`}</span><span class="strip-note">{row.bytes > 0 ? counted(row.bytes, 'byte') : ''}</span></h3>
        <p>{visible(row.message)}</p>
        {row.excerpt !== '' && <code class="excerpt" title="The start of the line">{visible(row.excerpt)}</code>}
        <p class="acts"><button type="button" class="link" tabIndex={tab} onClick={() => command('openSource', row.id)}>Go to line {row.line}</button><code class="problem-code">{row.code}</code></p>
      </div>
    </RowShell>
  );
}
