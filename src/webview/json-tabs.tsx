import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DetailView } from '../protocol/view-model.ts';
import { TEXT_PIECE } from '../protocol/view-messages.ts';
import { copyAs } from './navigate.ts';
import { useSignal } from './use-signal.ts';
import { detailsTab, keepSoon } from './view-state.ts';
import { visible } from './visible-text.tsx';
import { count } from './words.ts';

const TABS = [['raw', 'Raw JSON'], ['wire', 'Wire JSON']] as const;

/** The record's own JSON beside what the request holds of it. */
export function JsonTabs({ detail }: { readonly detail: DetailView }) {
  const tab = useSignal(detailsTab);
  const choose = (next: 'raw' | 'wire', focus: boolean) => {
    detailsTab.value = next; keepSoon();
    if (focus) requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault(); event.stopPropagation();
    choose(tab === 'raw' ? 'wire' : 'raw', true);
  };
  const text = tab === 'raw' ? detail.raw : detail.wire;
  return (
    <section class="section">
      <div class="tabs" role="tablist" aria-label="JSON" onKeyDown={onKeyDown}>
        {TABS.map(([id, label]) => <button type="button" key={id} role="tab" id={`tab-${id}`} aria-selected={tab === id} aria-controls="tab-panel" tabIndex={tab === id ? 0 : -1} onClick={() => choose(id, false)}>{label}</button>)}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'wire' && detail.wirePath !== undefined && <p class="tab-path"><code>{visible(detail.wirePath)}</code></p>}
        {text === undefined || text === '' ? <p class="dim">{tab === 'wire' ? 'Not in the request.' : 'In no record.'}</p> : <Json text={text} key={tab} label={tab === 'raw' ? 'Raw JSON' : 'Wire JSON'} />}
        {tab === 'raw' && detail.raw !== '' && <p class="acts"><button type="button" class="link" onClick={() => copyAs('copyRaw', detail.id)}>Copy raw JSON</button></p>}
      </div>
    </section>
  );
}

function Json({ text, label }: { readonly text: string; readonly label: string }) {
  const [shown, setShown] = useState(TEXT_PIECE);
  const [coloured, setColoured] = useState<{ readonly text: string; readonly nodes: ComponentChildren }>();
  const head = text.slice(0, shown);
  useEffect(() => {
    let gone = false;
    // Colours are worth a chunk of their own and nothing more: beyond a piece the text stays plain.
    if (head.length <= TEXT_PIECE) void import('./json-colours.tsx').then(({ colourJson }) => { if (!gone) setColoured({ text: head, nodes: colourJson(head) }); });
    return () => { gone = true; };
  }, [head]);
  return (
    <>
      <pre class="code" tabIndex={0} aria-label={label}>{coloured?.text === head ? coloured.nodes : visible(head)}</pre>
      {text.length > shown && <p class="acts"><button type="button" class="link" onClick={() => setShown(shown + TEXT_PIECE)}>Show {count(Math.min(TEXT_PIECE, text.length - shown))} more characters</button></p>}
    </>
  );
}
