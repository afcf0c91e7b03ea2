import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BlockRow } from '../protocol/view-model.ts';
import { DecisionCell, saysWhy, Why } from './decision.tsx';
import { Icon } from './icon.tsx';
import { openDetails, toggleFold } from './navigate.ts';
import { Rail } from './rail.tsx';
import { RowShell, type RowProps } from './row-shell.tsx';
import { spelled, visible } from './visible-text.tsx';
import { count, kindIcon, shownKind } from './words.ts';

/** Lines of a folded text, and their height in pixels (media/view.css). */
const SHOWN = 3;
const LINE = 20;
const CODE_KINDS = new Set(['tool-call', 'tool-result', 'server-tool-use', 'server-tool-result']);

/** One block: kind, head of its text, decision. Folded at three lines. */
export function BlockLine(props: RowProps<BlockRow> & { readonly open: boolean; readonly ringed: boolean; readonly found: boolean }) {
  const { row, decided, current, open } = props;
  const kind = shownKind(row);
  const lost = decided && row.decision.op === 'omitted';
  const look = `block${lost ? ' omitted' : ''}${row.shadowed ? ' shadowed' : ''}${props.ringed ? ' ringed' : ''}${props.found ? ' found' : ''}`;
  return (
    <RowShell {...props} look={look}>
      <Rail rail={row.rail} place="block" />
      <div class="kind" title={kind === row.nativeType ? undefined : `${kind}, recorded as ${spelled(row.nativeType)}`}><Icon name={kindIcon(kind)} /><span>{kind}</span></div>
      <div class="body">
        <Text row={row} kind={kind} open={open} tab={current ? 0 : -1} />
        {decided && saysWhy(row.decision) && <Why reason={row.decision.reason} rule={row.decision.rule} tab={current ? 0 : -1} />}
      </div>
      <DecisionCell decision={row.decision} pinned={row.pinned} labels={props.labels} decided={decided} />
    </RowShell>
  );
}

function Text({ row, kind, open, tab }: { readonly row: BlockRow; readonly kind: string; readonly open: boolean; readonly tab: number }) {
  const rest = row.length - row.preview.length;
  const code = CODE_KINDS.has(kind);
  const own = useRef<HTMLParagraphElement>(null);
  const [lines, setLines] = useState(0);
  useLayoutEffect(() => { if (own.current !== null) setLines(Math.round(own.current.scrollHeight / LINE)); });
  // One more line takes no more room than the words that would say so.
  const cut = lines > SHOWN + 1;
  const name = row.name === undefined ? undefined : row.namespace === undefined ? row.name : `${row.namespace}.${row.name}`;
  return (
    <>
      <p ref={own} class={`txt${code ? ' code' : ''}${open || !cut ? ' open' : ''}`} dir="auto">
        {name !== undefined && <><b>{visible(name)}</b>{' '}</>}
        {row.preview === '' && row.length === 0
          ? name === undefined && <span class="dim">{row.nativeType === kind ? 'no text' : <>no text, recorded as <code>{visible(row.nativeType)}</code></>}</span>
          : <span class={name === undefined ? undefined : 'args'}>{visible(row.preview)}{rest > 0 ? '\u2026' : ''}</span>}
        {row.synthetic && <span class="tag stands-in">in no record</span>}
      </p>
      {open && rest > 0 && <button type="button" class="link more" tabIndex={tab} onClick={() => openDetails(row.id)}>{count(rest)} more characters in details</button>}
      {!open && cut && <button type="button" class="link more" tabIndex={tab} onClick={() => toggleFold(row.id, true)}>{count(lines - SHOWN)} more lines</button>}
      {open && cut && <button type="button" class="link more fold" tabIndex={tab} onClick={() => toggleFold(row.id, false)}>fold</button>}
    </>
  );
}
