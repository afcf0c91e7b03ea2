import { signal } from '@preact/signals-core';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Row, TargetView } from '../protocol/view-model.ts';
import { BlockLine } from './block-row.tsx';
import { BoundaryLine } from './boundary-row.tsx';
import { command } from './host-link.ts';
import { FilterLine } from './filter.tsx';
import { paintMatches } from './find-marks.ts';
import { ListFoot } from './list-foot.tsx';
import { GhostLine } from './inserted-row.tsx';
import { list } from './list-driver.ts';
import { stand, turnAt } from './navigate.ts';
import { ProblemLine } from './problem-row.tsx';
import { TurnHead } from './turn-row.tsx';
import { useSignal } from './use-signal.ts';
import { cursor, decided, find, outline, reading, ringed, store, target, topRow, unfolded, keepSoon } from './view-state.ts';

/** The rows of a bracket or bar under the pointer: all of them light up. */
const lit = signal<{ readonly first: number; readonly last: number; readonly lane: 'wire' | 'response' } | undefined>(undefined);

/** What each decision column is for: the chosen target first. */
function columnLabels(chosen: TargetView | undefined): readonly string[] {
  return chosen === undefined ? [] : [chosen.label, ...chosen.pinned.map((one) => one.label)];
}

/** The turns: a feed of articles, of which only those in the pane stand in the document. */
export function TurnList() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const shape = useSignal(outline);
  const chosen = useSignal(target);
  useSignal(list.changed); useSignal(store.version); useSignal(find);
  const isReading = useSignal(reading);
  const labels = columnLabels(chosen);
  const count = shape?.rows ?? 0;
  const { items, total, start } = list.draw(count);

  useLayoutEffect(() => scroller.current === null ? undefined : list.mount(scroller.current), []);
  useLayoutEffect(() => {
    if (content.current !== null) list.settle(content.current, total, start);
    const first = items[0]; const last = items.at(-1);
    if (first !== undefined && last !== undefined) store.want(first.index, last.index);
    if (content.current !== null) paintMatches(content.current, find.peek());
  });
  useLayoutEffect(() => { let first = true; return topRow.subscribe(() => { if (!first) keepSoon(); first = false; }); }, []);

  const first = items[0]?.index ?? 0;
  return (
    <section class={`turns${labels.length > 1 ? ` pins pins-${labels.length}` : ''}`} data-pane="turns" aria-label="Conversation">
      <div class="columns" aria-hidden="true">
        <div class="row heads"><div class="rail"><span class="head-left">response</span><span class="head-right">{chosen?.array ?? 'messages'}</span></div><div class="head-block">block</div>
          {labels.length > 1 ? <div class="dec many">{labels.map((label, i) => <span class={i === 0 ? 'head-for chosen' : 'head-for'} title={label}>{label}</span>)}</div> : <div class="dec-head">decision{chosen !== undefined && <span class="head-target"> for {chosen.label}</span>}</div>}
        </div>
      </div>
      <FilterLine />
      <div class="scroller" ref={scroller} tabIndex={needsStop(items, first) ? 0 : -1} aria-label="Turns and blocks" role="region"
        onFocusIn={onFocusIn} onFocusOut={onFocusOut} onDblClick={onDoubleClick} onPointerOver={onOver} onPointerLeave={() => { lit.value = undefined; }}>
        <div class="content" ref={content}>
          <div class="window">{items.length > 0 && <Feed first={first} last={items.at(-1)?.index ?? 0} turns={shape?.turns ?? []} labels={labels} busy={isReading} />}</div>
        </div>
        <ListFoot empty={count === 0} />
      </div>
    </section>
  );
}

/** The list itself is a stop of the keyboard only while no row in the document is. */
function needsStop(items: readonly { readonly index: number }[], first: number): boolean {
  const at = cursor.peek();
  return at === undefined || at.row < first || at.row > (items.at(-1)?.index ?? 0);
}

function Feed({ first, last, turns, labels, busy }: { readonly first: number; readonly last: number; readonly turns: readonly number[]; readonly labels: readonly string[]; readonly busy: boolean }) {
  const at = useSignal(cursor); const open = useSignal(unfolded); const ring = useSignal(ringed); const isDecided = useSignal(decided); const looking = useSignal(find); const light = useSignal(lit);
  const found = new Set(looking.shown ? looking.rows : []);
  const lead = turns[0] === 0 ? 0 : 1;
  const articles: { turn: number; rows: { index: number; row: Row | undefined }[] }[] = [];
  for (let index = first; index <= last; index += 1) {
    const turn = turnAt(turns, index);
    if (articles.at(-1)?.turn !== turn) articles.push({ turn, rows: [] });
    articles.at(-1)?.rows.push({ index, row: store.row(index) });
  }
  return (
    <div role="feed" aria-label="Turns" aria-busy={busy}>
      {articles.map(({ turn, rows }) => (
        <article key={turn} class="article" aria-label={articleLabel(rows)} aria-posinset={turn + 1 + lead} aria-setsize={busy ? -1 : turns.length + lead}>
          {rows.map(({ index, row }) => {
            if (row === undefined) return <div key={index} class="row waiting" data-index={index}><div class="rail"><span class="spine" /></div><div class="waiting-bar" /></div>;
            const props = { index, current: at?.id === row.id, decided: isDecided, labels };
            const lane = light !== undefined && index >= light.first && index <= light.last ? light.lane : undefined;
            return (
              <div key={`${row.row}:${row.id}`} class={lane === undefined ? 'line' : `line lit-${lane}`}>
                {row.row === 'turn' && <TurnHead {...props} row={row} />}
                {row.row === 'block' && <BlockLine {...props} row={row} open={open.has(row.id)} ringed={ring === row.id} found={found.has(index)} />}
                {row.row === 'boundary' && <BoundaryLine {...props} row={row} />}
                {row.row === 'inserted' && <GhostLine {...props} row={row} />}
                {row.row === 'problem' && <ProblemLine {...props} row={row} />}
              </div>
            );
          })}
        </article>
      ))}
    </div>
  );
}

function articleLabel(rows: readonly { readonly row: Row | undefined }[]): string {
  for (const { row } of rows) if (row?.row === 'turn' || row?.row === 'block') return `turn ${row.turn}, ${row.role}`;
  return rows.some(({ row }) => row === undefined) ? 'loading' : 'between turns';
}

function rowOfEvent(event: Event): HTMLElement | undefined {
  return (event.target as Element | null)?.closest<HTMLElement>('.row[data-id]') ?? undefined;
}

function onFocusIn(event: FocusEvent): void {
  list.hold(true);
  const row = rowOfEvent(event);
  if (row?.dataset['id'] !== undefined && row.tabIndex !== undefined && row.hasAttribute('tabindex')) stand(Number(row.dataset['index']), row.dataset['id']);
}

function onFocusOut(event: FocusEvent): void {
  const to = event.relatedTarget as Element | null;
  // Focus that goes nowhere: the row was taken out of the document, or the window lost focus. The list keeps it.
  if (to !== null && list.scroller?.contains(to) !== true) list.hold(false);
}

function onDoubleClick(event: MouseEvent): void {
  const row = rowOfEvent(event);
  if (row?.dataset['id'] !== undefined && (event.target as Element).closest('button') === null) command('openSource', row.dataset['id']);
}

function onOver(event: PointerEvent): void {
  const part = (event.target as Element).closest('.wire, .wire-index, .bar, .pill, .mark.lock, .mark.dot');
  const row = part === null ? undefined : rowOfEvent(event);
  if (part === null || row === undefined) { if (lit.peek() !== undefined) lit.value = undefined; return; }
  const lane = part.matches('.wire, .wire-index') ? 'wire' : 'response';
  const index = Number(row.dataset['index']);
  const piece = (i: number) => { const r = store.row(i); return (lane === 'wire' ? r?.rail.wire : r?.rail.response)?.piece; };
  let first = index; let last = index;
  while (piece(first) !== 'first' && piece(first) !== 'only' && piece(first - 1) !== undefined) first -= 1;
  while (piece(last) !== 'last' && piece(last) !== 'only' && piece(last + 1) !== undefined) last += 1;
  lit.value = { first, last, lane };
}
