import type { Row } from '../protocol/view-model.ts';
import { ask, command, send } from './host-link.ts';
import { list } from './list-driver.ts';
import { say } from './live-region.tsx';
import { cursor, detailsShown, detailsTab, isFiltered, keepSoon, outline, store, unfolded } from './view-state.ts';

/** Whether the keyboard stops on a row: turn heads are only headings unless the turn itself is decided. */
function isStop(row: Row): boolean {
  return row.row !== 'turn' || row.decision !== undefined;
}

/** Puts the cursor on a row that is drawn (a click, or focus by other means). */
export function stand(row: number, id: string): void {
  const at = cursor.peek();
  if (at?.row !== row || at.id !== id) { cursor.value = { row, id }; keepSoon(); }
  send({ type: 'focus', id, inView: document.hasFocus() });
}

let moving = 0;
/** Goes to the first stop at or after a row in a direction; stays where there is none. */
export async function toStop(from: number, step: 1 | -1): Promise<boolean> {
  moving += 1;
  const move = moving;
  for (let i = from; i >= 0 && i < store.count; i += step) {
    const row = store.fresh(i) ?? await store.load(i);
    if (move !== moving) return true;
    if (row !== undefined && isStop(row)) {
      cursor.value = { row: i, id: row.id };
      keepSoon();
      list.focusRow(i, row.id);
      return true;
    }
  }
  return false;
}

export function moveBy(step: 1 | -1): void {
  const at = cursor.peek();
  void toStop(at === undefined ? list.firstVisible()?.index ?? 0 : at.row + step, step);
}

export function moveToEnd(step: 1 | -1): void {
  void toStop(step === 1 ? store.count - 1 : 0, step === 1 ? -1 : 1);
}

export async function movePage(step: 1 | -1): Promise<void> {
  const from = cursor.peek()?.row ?? 0;
  const to = list.pageFrom(from, step);
  if (!await toStop(step === 1 ? Math.max(to, from + 1) : Math.min(to, from - 1), step)) moveToEnd(step);
}

/** To the next or previous turn: its first stop. */
export function moveTurn(step: 1 | -1): void {
  const turns = outline.peek()?.turns ?? [];
  const at = cursor.peek()?.row ?? -1;
  const own = turnAt(turns, at);
  const to = turns[step === 1 ? own + 1 : Math.max(0, own - 1)];
  if (to === undefined) { say(step === 1 ? 'Last turn' : 'First turn'); return; }
  void toStop(to, 1);
}

/** Which turn a row stands in: the last whose first row is not after it; -1 before the first. */
export function turnAt(turns: readonly number[], row: number): number {
  let low = 0; let high = turns.length;
  while (low < high) { const middle = (low + high) >>> 1; if ((turns[middle] ?? 0) <= row) low = middle + 1; else high = middle; }
  return low - 1;
}

async function seek(what: 'finding' | 'boundary' | 'id' | 'partner', step: 1 | -1, id?: string): Promise<{ readonly row: number; readonly id: string } | undefined> {
  const from = cursor.peek()?.row ?? -1;
  const answer = await ask('seek', id === undefined ? { what, from, step } : { what, from, step, id });
  return answer.row === undefined ? undefined : { row: answer.row, id: answer.id ?? id ?? '' };
}

/** Stands on and focuses a row that the host named; at the head of a turn, its first block. */
export function arrive(to: { readonly row: number; readonly id: string }): void {
  moving += 1;
  const move = moving;
  if (list.rowElement(to.row) === undefined) list.scrollTo(to.row);
  void store.load(to.row).then((row) => {
    if (move !== moving) return;
    if (row !== undefined && !isStop(row)) { void toStop(to.row + 1, 1); return; }
    cursor.value = to;
    keepSoon();
    list.focusRow(to.row, to.id);
  });
}

const MISSING = { finding: ['No further finding', 'No earlier finding'], boundary: ['No further boundary', 'No earlier boundary'] } as const;

/** To the next or previous finding or boundary. */
export async function moveToNext(what: 'finding' | 'boundary', step: 1 | -1): Promise<void> {
  const to = await seek(what, step);
  if (to === undefined) say(MISSING[what][step === 1 ? 0 : 1]); else arrive(to);
}

/** To the row of a block, turn, boundary or problem. */
export async function goTo(id: string): Promise<boolean> {
  const to = await seek('id', 1, id);
  if (to === undefined) { say(isFiltered.peek() ? 'Not among the filtered rows' : 'Not in this conversation'); return false; }
  arrive(to);
  return true;
}

export async function goToPartner(): Promise<void> {
  const at = cursor.peek();
  if (at === undefined) return;
  const to = await seek('partner', 1, at.id);
  if (to === undefined) say('No partner in this conversation'); else arrive(to);
}

/** Where a row of the last generation is now, without moving there. */
export async function rowOf(id: string, from: number): Promise<number | undefined> {
  return (await ask('seek', { what: 'id', id, from, step: 1 })).row;
}

export function toggleFold(id: string, open: boolean): void {
  if (unfolded.peek().has(id) === open) return;
  const next = new Set(unfolded.peek());
  if (open) next.add(id); else next.delete(id);
  unfolded.value = next;
  keepSoon();
}

export function showDetails(shown: boolean): void {
  detailsShown.value = shown;
  keepSoon();
  if (!shown) focusCursor();
}

/** Opens the details of a row and moves focus there. */
export function openDetails(id?: string): void {
  const at = cursor.peek();
  if (at === undefined && id === undefined) return;
  detailsShown.value = true;
  keepSoon();
  requestAnimationFrame(() => document.getElementById('details-title')?.focus());
}

export async function showWire(id: string): Promise<void> {
  detailsTab.value = 'wire';
  detailsShown.value = true;
  await goTo(id);
}

/** Gives focus back to the row that the keyboard stands on, or to the first in the pane. */
export function focusCursor(): void {
  const at = cursor.peek();
  if (at !== undefined) list.focusRow(at.row, at.id);
  else if (store.count > 0) void toStop(list.firstVisible()?.index ?? 0, 1);
}

let copied: { readonly id: string; readonly at: number } | undefined;
const AGAIN = 2000;
/** Copies the text of the row; again within two seconds, its raw JSON. */
export function copyHere(): void {
  const at = cursor.peek();
  if (at === undefined) return;
  const again = copied?.id === at.id && performance.now() - copied.at < AGAIN;
  copied = again ? undefined : { id: at.id, at: performance.now() };
  copyAs(again ? 'copyRaw' : 'copyText');
}

const COPIED = { copyText: 'Text copied', copyRaw: 'Raw JSON copied', copyWirePath: 'Wire path copied', copyPointer: 'Pointer copied' } as const;
export function copyAs(what: keyof typeof COPIED, id = cursor.peek()?.id): void {
  if (id === undefined) return;
  command(what, id);
  say(COPIED[what]);
}

/** Moves focus to the next or previous pane: header, explained error, turns, details. */
export function movePane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null || pane.getClientRects().length > 0);
  const own = panes.findIndex((pane) => pane.contains(document.activeElement));
  const to = panes[own === -1 ? (step === 1 ? 0 : panes.length - 1) : (own + step + panes.length) % panes.length];
  if (to === undefined) return;
  if (to.dataset['pane'] === 'turns') focusCursor();
  else (to.querySelector<HTMLElement>('[data-first]') ?? to.querySelector<HTMLElement>('button, input, [tabindex="0"]'))?.focus();
}
