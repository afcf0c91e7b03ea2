import { render } from 'preact';
import type { ToView } from '../protocol/view-messages.ts';
import { NO_FILTER, type OutlineView } from '../protocol/view-model.ts';
import { App } from './app.tsx';
import { followCursor } from './details.tsx';
import { act } from './host-actions.ts';
import { keptState, listen, send } from './host-link.ts';
import { onKey } from './keyboard.ts';
import { list } from './list-driver.ts';
import { say } from './live-region.tsx';
import { arrive, rowOf } from './navigate.ts';
import { search } from './find-actions.ts';
import { cursor, decided, explained, failure, filter, find, outline, restore, ringed, session, store, target } from './view-state.ts';
import { counted, size } from './words.ts';

const kept = keptState();
/** Where the reader was before the page was loaded anew; used up by the first outline. */
let returnTo = kept;

function onOutline(next: OutlineView): void {
  const before = outline.peek();
  const at = cursor.peek();
  const top = list.firstVisible();
  const held = at !== undefined && list.offsetOf(at.row) !== undefined ? { id: at.id, row: at.row, offset: list.offsetOf(at.row) ?? 0 }
    : top === undefined || store.row(top.index) === undefined ? undefined : { id: store.row(top.index)?.id ?? '', row: top.index, offset: top.offset };
  store.renew(next.generation, next.rows);
  outline.value = next;
  if (find.peek().shown && find.peek().query !== '') void search();
  if (returnTo !== undefined && next.rows > 0) { void comeBack(returnTo); returnTo = undefined; return; }
  if (before === undefined || before.generation === next.generation) return;
  void keepPlace(held, next.generation);
}

/** A new generation has other indices: the cursor keeps its row, the pane keeps what it shows. */
async function keepPlace(held: { readonly id: string; readonly row: number; readonly offset: number } | undefined, generation: number): Promise<void> {
  const at = cursor.peek();
  if (held !== undefined) {
    const row = await rowOf(held.id, held.row);
    if (outline.peek()?.generation !== generation) return;
    if (row !== undefined && row !== held.row) list.anchor(row, held.id, held.offset);
    if (at?.id === held.id) { if (row !== undefined) cursor.value = { row, id: held.id }; else await standNear(at.row); return; }
  }
  if (at === undefined) return;
  const row = await rowOf(at.id, at.row);
  if (outline.peek()?.generation !== generation) return;
  if (row !== undefined) cursor.value = { row, id: at.id }; else await standNear(at.row);
}

/** The row of the cursor is gone (filtered out): the cursor goes to what stands at its place, focus does not move. */
async function standNear(row: number): Promise<void> {
  for (let i = Math.min(row, store.count - 1); i >= 0; i -= 1) {
    const near = await store.load(i);
    if (near !== undefined && (near.row !== 'turn' || near.decision !== undefined)) { cursor.value = { row: i, id: near.id }; return; }
  }
  cursor.value = undefined;
}

async function comeBack(state: NonNullable<typeof kept>): Promise<void> {
  const row = state.focus === undefined ? undefined : await rowOf(state.focus, 0);
  if (row !== undefined && state.focus !== undefined) { cursor.value = { row, id: state.focus }; list.scrollTo(row); return; }
  if (state.scroll !== undefined) list.scrollTo(state.scroll, 'start');
}

function onMessage(message: ToView): void {
  switch (message.type) {
    case 'session': onSession(message.session); return;
    case 'target': {
      const known = decided.peek();
      target.value = message.target;
      if (known) say(`${message.target.label}: ${message.target.verdict}`);
      return;
    }
    case 'outline': onOutline(message.outline); return;
    case 'reveal': ringed.value = message.ring ? message.id : undefined; arrive({ row: message.row, id: message.id }); say(message.say); return;
    case 'explained': explained.value = message.explain; if (message.explain === undefined) ringed.value = undefined; return;
    case 'do': act(message.action); return;
    case 'failed': failure.value = { message: message.message, canRetry: message.canRetry }; say(message.message); return;
    // Answers go to whoever asked (host-link).
    case 'rows': case 'detail': case 'text': case 'found': case 'sought': return;
  }
}

function onSession(next: NonNullable<typeof session.value>): void {
  const before = session.peek();
  failure.value = undefined;
  session.value = next;
  const { bytes, size: whole, done } = next.reading;
  if (!done) say(`Reading ${size(bytes)}${whole === undefined ? '' : ` of ${size(whole)}`}`);
  else if (before === undefined || !before.reading.done) say(next.format.id === 'generic' ? 'No known session format' : `${next.format.label}, ${counted(next.counts.turns, 'turn')}, ${counted(next.counts.problems, 'problem')}`);
}

listen(onMessage);
document.addEventListener('keydown', onKey);
for (const change of ['focus', 'blur'] as const) window.addEventListener(change, () => { const id = cursor.peek()?.id; send(id === undefined ? { type: 'focus', inView: document.hasFocus() } : { type: 'focus', id, inView: document.hasFocus() }); });
followCursor();
if (kept !== undefined) restore(kept);
const root = document.getElementById('app') ?? document.body.appendChild(document.createElement('div'));
root.id = 'app';
render(<App />, root);
send(kept === undefined ? { type: 'ready' } : { type: 'ready', state: kept });
if (JSON.stringify(filter.peek()) !== JSON.stringify(NO_FILTER)) send({ type: 'filter', filter: filter.peek() });
