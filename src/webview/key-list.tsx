import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { focusCursor } from './navigate.ts';
import { useSignal } from './use-signal.ts';
import { keysShown } from './view-state.ts';

const GROUPS: readonly (readonly [string, readonly (readonly [string, readonly string[]])[]])[] = [
  ['Move', [
    ['next, previous block', ['\u2193', '\u2191']], ['next, previous turn', ['Alt+\u2193', 'Alt+\u2191']], ['first, last block', ['Home', 'End']], ['a page', ['PgDn', 'PgUp']],
    ['next, previous finding', ['F8', 'Shift+F8']], ['next, previous boundary', [']', '[']], ['partner (call, result)', ['P']],
  ]],
  ['Block', [
    ['unfold, fold', ['\u2192', '\u2190']], ['details, and back', ['Enter', 'Esc']], ['source line', ['Ctrl+Enter']], ['copy text; again: raw JSON', ['Ctrl+C']], ['links of the row', ['Tab']],
  ]],
  ['View', [
    ['find in session', ['Ctrl+F']], ['filter', ['Alt+F']], ['choose target', ['Alt+T']], ['next target', ['T']], ['branches', ['Alt+B']], ['explain an error', ['Alt+E']], ['export', ['Alt+X']],
    ['details pane', ['Alt+D']], ['next, previous pane', ['F6', 'Shift+F6']], ['this list', ['?']],
  ]],
];
const IS_MAC = /Mac/.test(navigator.userAgent);

/** The keys, as a dialog. Tab stays inside it; Escape closes it and goes back. */
export function KeyList() {
  const shown = useSignal(keysShown);
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => { if (shown) close.current?.focus(); }, [shown]);
  if (!shown) return null;
  const leave = () => { keysShown.value = false; focusCursor(); };
  return (
    <div class="sheet" onMouseDown={(event) => { if (event.target === event.currentTarget) leave(); }}>
      <div class="sheet-box" role="dialog" aria-modal="true" aria-labelledby="keys-title" onKeyDown={(event) => { if (event.key === 'Tab') { event.preventDefault(); close.current?.focus(); } }}>
        <div class="sheet-head"><h2 id="keys-title">Keys</h2><button type="button" class="tool" ref={close} aria-label="Close the key list" onClick={leave}><Icon name="close" /></button></div>
        <div class="sheet-groups">
          {GROUPS.map(([title, keys]) => (
            <section key={title}><h3>{title}</h3><dl>{keys.map(([what, names]) => <div key={what}><dt>{what}</dt><dd>{names.map((name) => <kbd key={name}>{IS_MAC ? name.replace('Ctrl', '\u2318').replace('Alt', '\u2325') : name}</kbd>)}</dd></div>)}</dl></section>
          ))}
        </div>
        <p class="dim">All of them are commands, so other keys can be bound to them. A click chooses a block, a double click opens its line.</p>
      </div>
    </div>
  );
}
