import type { TurnRow } from '../protocol/view-model.ts';
import { command } from './host-link.ts';
import { DecisionCell, saysWhy, Why } from './decision.tsx';
import { Icon } from './icon.tsx';
import { Rail } from './rail.tsx';
import { RowShell, type RowProps } from './row-shell.tsx';
import { spelled, visible } from './visible-text.tsx';
import { kindName, lines, RECORDED_ID, ROLE_ICONS } from './words.ts';

/** The head of a turn. A turn without blocks is itself decided, and then a stop of the keyboard. */
export function TurnHead(props: RowProps<TurnRow>) {
  const { row, decided } = props;
  const own = row.decision;
  const tab = props.current || own === undefined ? 0 : -1;
  return (
    <RowShell {...props} look={`turn${own?.op === 'omitted' && decided ? ' omitted' : ''}${row.shadowed ? ' shadowed' : ''}${own === undefined ? '' : ' bare'}`} stop={own !== undefined}>
      <Rail rail={row.rail} place="turn" />
      <div class="turn-head">
        <h2 class="turn-name"><Icon name={row.kind === 'agent-message' || row.kind === 'settlement-notice' ? 'mail' : row.kind?.startsWith('compact') === true ? 'archive' : ROLE_ICONS[row.role]} />{row.role}</h2>
        {row.kind !== undefined && <span class="tag">{kindName(row.kind)}</span>}
        {row.isError === true && <span class="tag error">error</span>}
        {row.shadowed && <span class="tag">not in the context</span>}
        <TurnFacts row={row} />
      </div>
      <div class="turn-place">
        <span class="turn-number">{row.id === RECORDED_ID ? 'no turn' : `turn ${row.turn}`}</span>
        <button type="button" class="link" tabIndex={tab} aria-label={`${lines(row.firstLine, row.lastLine)}, go to source`} onClick={() => command('openSource', row.id)}>{lines(row.firstLine, row.lastLine)}</button>
      </div>
      {own !== undefined && (
        <div class="turn-decision">
          <div class="body"><p class="txt dim">no blocks</p>{decided && saysWhy(own) && <Why reason={own.reason} rule={own.rule} tab={tab} />}</div>
          <DecisionCell decision={own} pinned={row.pinned} labels={props.labels} decided={decided} />
        </div>
      )}
    </RowShell>
  );
}

function TurnFacts({ row }: { readonly row: TurnRow }) {
  const facts: string[] = [];
  if (row.author !== undefined || row.recipient !== undefined) facts.push([row.author ?? 'author not recorded', row.recipient].filter((x) => x !== undefined).join(' \u2192 '));
  if (row.role === 'assistant') {
    facts.push(row.model ?? 'model not recorded');
    if (row.confidence !== undefined) facts.push(`identity ${row.confidence}`);
  }
  if (row.toolName !== undefined) facts.push(row.toolName);
  if (row.callId !== undefined) facts.push(row.callId);
  if (row.latest) facts.push('latest');
  const text = facts.join(' \u00b7 ');
  return text === '' ? null : <span class="turn-facts" title={spelled(text)}><bdi>{visible(text)}</bdi></span>;
}
