import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TEXT_PIECE } from '../protocol/view-messages.ts';
import type { DetailView } from '../protocol/view-model.ts';
import { ask } from './host-link.ts';
import { visible } from './visible-text.tsx';
import { count } from './words.ts';

/** The whole text of a block, in pieces; assistant text also as rendered Markdown. */
export function DetailText({ detail }: { readonly detail: DetailView }) {
  const [text, setText] = useState(detail.text);
  const [rendered, setRendered] = useState(false);
  const [busy, setBusy] = useState(false);
  // A new answer for the same block (a chosen target) keeps what was already loaded of its text.
  useEffect(() => { if (!text.startsWith(detail.text)) setText(detail.text); }, [detail.text]);
  if (detail.textLength === 0) return null;
  const rest = detail.textLength - text.length;
  const more = async () => {
    setBusy(true);
    const piece = await ask('text', { id: detail.id, from: text.length });
    setBusy(false);
    if (piece.from === text.length) setText(text + piece.text);
  };
  return (
    <section class="section">
      <h3>Text <span class="note">{count(detail.textLength)} characters</span>
        {detail.kind === 'text' && <button type="button" class="link" aria-pressed={rendered} onClick={() => setRendered(!rendered)}>{rendered ? 'as recorded' : 'as Markdown'}</button>}
      </h3>
      {rendered ? <Markdown text={text} /> : <pre class="code whole" tabIndex={0} aria-label="Text" dir="auto">{visible(text)}</pre>}
      {rest > 0 && <p class="acts"><button type="button" class="link" disabled={busy} onClick={() => void more()}>Show {count(Math.min(rest, TEXT_PIECE))} more characters</button><span class="dim">{count(rest)} not shown</span></p>}
    </section>
  );
}

/** Markdown comes in a chunk of its own, and only when somebody asks for it. */
function Markdown({ text }: { readonly text: string }) {
  const [nodes, setNodes] = useState<ComponentChildren>(undefined);
  useEffect(() => {
    let gone = false;
    void import('./markdown-text.tsx').then(({ renderMarkdown }) => { if (!gone) setNodes(renderMarkdown(text)); });
    return () => { gone = true; };
  }, [text]);
  return <div class="markdown" tabIndex={0} aria-label="Text as Markdown" role="region" dir="auto">{nodes ?? <span class="dim">rendering</span>}</div>;
}
