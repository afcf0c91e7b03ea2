import { RuleLink } from './decision.tsx';
import { command } from './host-link.ts';
import { Icon } from './icon.tsx';
import { focusCursor, goTo } from './navigate.ts';
import { useState } from 'preact/hooks';
import type { ExplainView } from '../protocol/view-model.ts';
import { useSignal } from './use-signal.ts';
import { explained, ringed } from './view-state.ts';
import { visible } from './visible-text.tsx';
import { counted } from './words.ts';

type Match = ExplainView['matches'][number];

/** The provider's error, and the block it means in one line. Weaker matches on request. */
export function ExplainBand() {
  const now = useSignal(explained);
  const [all, setAll] = useState(false);
  if (now === undefined) return null;
  const [best, ...weaker] = now.matches;
  const close = () => { command('clearExplain'); explained.value = undefined; ringed.value = undefined; focusCursor(); };
  return (
    <section class="explained" data-pane="explained" aria-labelledby="explained-title">
      <div class="explained-head"><Icon name="question" /><h2 id="explained-title" tabIndex={-1} data-first="">Explained error</h2><button type="button" class="tool" aria-label="Close the explanation" title="Close (Escape)" onClick={close}><Icon name="close" /></button></div>
      <p class="explained-text"><Underlined text={now.error} range={now.underlined} /></p>
      {best === undefined ? <p>No block of this session matches. The path may belong to another request, or the text names none.</p> : <Answer match={best} />}
      {weaker.length > 0 && <p><button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>{counted(weaker.length, 'weaker match').replace('matchs', 'matches')}</button></p>}
      {all && <ul class="weaker">{weaker.map((match, i) => <li key={i}><Answer match={match} /></li>)}</ul>}
    </section>
  );
}

function Underlined({ text, range }: { readonly text: string; readonly range: readonly [number, number] | undefined }) {
  if (range === undefined) return <>{visible(text)}</>;
  return <>{visible(text.slice(0, range[0]))}<mark>{visible(text.slice(range[0], range[1]))}</mark>{visible(text.slice(range[1]))}</>;
}

function Answer({ match }: { readonly match: Match }) {
  const { block } = match;
  return (
    <p class="answer">
      <b>{visible(match.label)}</b>
      {block !== undefined && <button type="button" class="link" onClick={() => { ringed.value = block; void goTo(block); }}>line {match.line}</button>}
      {match.wirePath !== undefined && <code>{visible(match.wirePath)}</code>}
      <span>{visible(match.confidence)}</span>
      {match.rule !== undefined && <RuleLink rule={match.rule} />}
      <span>{visible(match.reason)}</span>
    </p>
  );
}
