import { Icon } from './icon.tsx';
import { changeFind, closeFind, moveToMatch } from './find-actions.ts';
import { useSignal } from './use-signal.ts';
import { find } from './view-state.ts';
import { count } from './words.ts';

/** The find box: searches the whole session through the host, folded and unloaded text too. */
export function FindBox() {
  const state = useSignal(find);
  if (!state.shown) return null;
  const { rows, at, query } = state;
  const says = state.error ?? (query === '' ? '' : state.busy || rows === undefined ? 'searching' : rows.length === 0 ? 'no match' : `${at === -1 ? '' : `${count(at + 1)} of `}${count(rows.length)}${state.more ? '+' : ''}`);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); event.stopPropagation();
    void moveToMatch(event.shiftKey ? -1 : 1);
  };
  return (
    <div class="find" role="search">
      <span class={`find-box${state.error === undefined ? '' : ' wrong'}`}>
        <input id="find-query" type="text" autoComplete="off" spellcheck={false} placeholder="Find in session" aria-label="Find in session" aria-describedby="find-count" aria-invalid={state.error !== undefined} value={query} onInput={(event) => changeFind({ query: event.currentTarget.value })} onKeyDown={onKeyDown} />
        <button type="button" class="toggle" aria-pressed={state.caseSensitive} aria-label="Match case" title="Match case" onClick={() => changeFind({ caseSensitive: !state.caseSensitive })}><Icon name="case-sensitive" /></button>
        <button type="button" class="toggle" aria-pressed={state.regex} aria-label="Regular expression" title="Regular expression" onClick={() => changeFind({ regex: !state.regex })}><Icon name="regex" /></button>
      </span>
      <span id="find-count" class={`find-count${rows?.length === 0 || state.error !== undefined ? ' none' : ''}`} title={state.error}>{says}</span>
      <button type="button" class="tool" aria-label="Previous match" title="Previous match (Shift+Enter)" onClick={() => void moveToMatch(-1)}><Icon name="arrow-up" /></button>
      <button type="button" class="tool" aria-label="Next match" title="Next match (Enter)" onClick={() => void moveToMatch(1)}><Icon name="arrow-down" /></button>
      <button type="button" class="tool" aria-label="Close find" title="Close (Escape)" onClick={closeFind}><Icon name="close" /></button>
    </div>
  );
}
