import { command } from './host-link.ts';
import { list } from './list-driver.ts';
import { closeFind, openFind } from './find-actions.ts';
import { copyHere, focusCursor, goToPartner, moveBy, movePage, movePane, moveToEnd, moveToNext, moveTurn, openDetails, showDetails, toggleFold } from './navigate.ts';
import { cursor, detailsShown, explained, filterShown, find, keysShown } from './view-state.ts';

/** One key of the page: where it works, and what it does. */
interface Key { readonly key: string; readonly where: 'page' | 'list'; readonly run: () => void }

const openSource = () => { const at = cursor.peek(); if (at !== undefined) command('openSource', at.id); };
const fold = (open: boolean) => { const at = cursor.peek(); if (at !== undefined) toggleFold(at.id, open); };

/** The key map of the view. Keys of the page work everywhere in it, those of the list while a row has focus. */
const KEYS: readonly Key[] = [
  { key: 'ArrowDown', where: 'list', run: () => moveBy(1) },
  { key: 'ArrowUp', where: 'list', run: () => moveBy(-1) },
  { key: 'Alt+ArrowDown', where: 'page', run: () => moveTurn(1) },
  { key: 'Alt+ArrowUp', where: 'page', run: () => moveTurn(-1) },
  { key: 'Home', where: 'list', run: () => moveToEnd(-1) },
  { key: 'End', where: 'list', run: () => moveToEnd(1) },
  { key: 'PageDown', where: 'list', run: () => void movePage(1) },
  { key: 'PageUp', where: 'list', run: () => void movePage(-1) },
  { key: 'F8', where: 'page', run: () => void moveToNext('finding', 1) },
  { key: 'Shift+F8', where: 'page', run: () => void moveToNext('finding', -1) },
  { key: ']', where: 'page', run: () => void moveToNext('boundary', 1) },
  { key: '[', where: 'page', run: () => void moveToNext('boundary', -1) },
  { key: 'ArrowRight', where: 'list', run: () => fold(true) },
  { key: 'ArrowLeft', where: 'list', run: () => fold(false) },
  { key: 'Enter', where: 'list', run: () => openDetails() },
  { key: 'Ctrl+Enter', where: 'page', run: openSource },
  { key: 'p', where: 'page', run: () => void goToPartner() },
  { key: 't', where: 'page', run: () => command('nextTarget') },
  { key: '?', where: 'page', run: () => { keysShown.value = true; } },
  { key: 'Ctrl+f', where: 'page', run: openFind },
  { key: 'Ctrl+c', where: 'list', run: copyHere },
  { key: 'Alt+t', where: 'page', run: () => command('chooseTarget') },
  { key: 'Alt+b', where: 'page', run: () => command('chooseBranch') },
  { key: 'Alt+e', where: 'page', run: () => command('explain') },
  { key: 'Alt+x', where: 'page', run: () => command('export') },
  { key: 'Alt+f', where: 'page', run: () => { filterShown.value = !filterShown.peek(); } },
  { key: 'Alt+d', where: 'page', run: () => showDetails(!detailsShown.peek()) },
  { key: 'F6', where: 'page', run: () => movePane(1) },
  { key: 'Shift+F6', where: 'page', run: () => movePane(-1) },
  { key: 'Escape', where: 'page', run: back },
];
const BY_KEY = new Map(KEYS.map((key) => [key.key, key]));

/** Escape closes what is open, innermost first, and at last goes back to the row. */
function back(): void {
  if (keysShown.peek()) keysShown.value = false;
  else if (filterShown.peek()) filterShown.value = false;
  else if (find.peek().shown) closeFind();
  else if (explained.peek() !== undefined && document.activeElement?.closest('[data-pane="explained"]')) { command('clearExplain'); explained.value = undefined; }
  focusCursor();
}

function nameOf(event: KeyboardEvent): string {
  // Alt Gr, which types brackets on many layouts, says Ctrl and Alt at once; Alt on macOS types another character.
  if (event.getModifierState('AltGraph')) return event.key;
  const letter = event.altKey && !/^[a-z]$/i.test(event.key) && event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shifted = event.shiftKey && event.key.length > 1;
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shifted ? 'Shift+' : ''}${letter}`;
}

function isTyping(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.type === 'text';
}

/**
 * Handles the page's keys. A key that is handled goes no further: the editor would run the command bound to it a second time.
 * All the same actions come as commands too (`do` messages), for people who bind other keys.
 */
export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = BY_KEY.get(nameOf(event));
  if (key === undefined) return;
  const active = document.activeElement;
  if (keysShown.peek() && key.key !== 'Escape') return;
  if (isTyping(active) && !/^(F\d|Shift\+F|Ctrl\+f|Alt\+|Escape)/.test(key.key)) return;
  const onRow = active === document.body || active === list.scroller || active?.matches('.row') === true;
  // A link of the row has Enter for itself.
  if (key.where === 'list' && !onRow && (key.key === 'Enter' || list.scroller?.contains(active) !== true)) return;
  if (key.key === 'Ctrl+c' && window.getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  event.stopPropagation();
  key.run();
}
