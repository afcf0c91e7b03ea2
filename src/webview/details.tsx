import { effect } from '@preact/signals-core';
import type { ComponentChildren } from 'preact';
import type { DetailView } from '../protocol/view-model.ts';
import { Chip, RuleLink, WirePath } from './decision.tsx';
import { DetailText } from './detail-text.tsx';
import { ask, command } from './host-link.ts';
import { Icon } from './icon.tsx';
import { JsonTabs } from './json-tabs.tsx';
import { copyAs, goTo, goToPartner, showDetails } from './navigate.ts';
import { useSignal } from './use-signal.ts';
import { cursor, decided, detail, detailsShown, outline } from './view-state.ts';
import { visible } from './visible-text.tsx';
import { counted, kindIcon } from './words.ts';

/** Details follow focus after this long, so that running through rows asks for one answer, not for fifty. */
const REST = 80;

/** Keeps the details in step with the row in focus. Call once. */
export function followCursor(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  effect(() => {
    const id = cursor.value?.id;
    const shown = detailsShown.value;
    // A new target or an appended file changes what the details say.
    void outline.value?.generation;
    if (timer !== undefined) clearTimeout(timer);
    if (id === undefined || !shown) return;
    timer = setTimeout(() => {
      asked += 1;
      const own = asked;
      void ask('detail', { id }).then((answer) => { if (own === asked) detail.value = answer.detail; });
    }, REST);
  });
}

/** The details pane, for the row in focus. It never takes focus by itself. */
export function Details() {
  const shown = useSignal(detailsShown);
  const now = useSignal(detail);
  const isDecided = useSignal(decided);
  if (!shown) return null;
  return (
    <aside class="details" data-pane="details" aria-label="Details">
      <div class="details-head">
        {now !== undefined && <Icon name={kindIcon(now.kind)} />}
        <h2 id="details-title" tabIndex={-1} data-first="">{now === undefined ? 'Details' : visible(now.title)}{now !== undefined && <span class="details-sub"> {visible(now.subtitle)}</span>}</h2>
        <button type="button" class="tool" aria-label="Close details" title="Close details (Alt+D)" onClick={() => showDetails(false)}><Icon name="close" /></button>
      </div>
      {now === undefined ? <p class="section dim">Nothing in focus. The arrow keys or a click choose a block.</p> : <Sections detail={now} decided={isDecided} key={now.id} />}
    </aside>
  );
}

function Sections({ detail: now, decided: isDecided }: { readonly detail: DetailView; readonly decided: boolean }) {
  return (
    <>
      {now.decision !== undefined && isDecided && (
        <section class="section">
          <h3>For {visible(now.targetLabel)}</h3>
          <p class="lead"><Chip decision={now.decision} />{now.decision.wirePaths.length === 0 ? <span class="dim">not in the request</span> : <span class="paths">{now.decision.wirePaths.map((path) => <code key={path}>{visible(path)}</code>)}</span>}</p>
          <p>{visible(now.decision.reason)}{now.decision.rule !== undefined && <> <RuleLink rule={now.decision.rule} /></>}</p>
          {now.decision.also.length > 0 && <p class="dim">Also {now.decision.also.join(', ')}.</p>}
          {now.decision.wouldBe !== undefined && <p class="dim">Without the rejection: {now.decision.wouldBe}.</p>}
        </section>
      )}
      {now.findings.length > 0 && <Findings detail={now} />}
      {now.targets.length > 0 && <Targets detail={now} />}
      {now.signature.length > 0 && <Facts title="Signature" facts={now.signature} />}
      <Facts title="Source" facts={now.source}>
        <p class="acts">
          <button type="button" class="link" onClick={() => command('openSource', now.id)}>Go to line {now.line}</button>
          {now.partner !== undefined && <button type="button" class="link" onClick={() => void goToPartner()}>Go to partner</button>}
          <button type="button" class="link" onClick={() => copyAs('copyPointer', now.id)}>Copy pointer</button>
          {now.wirePath !== undefined && <button type="button" class="link" onClick={() => copyAs('copyWirePath', now.id)}>Copy wire path</button>}
        </p>
      </Facts>
      <DetailText detail={now} />
      <JsonTabs detail={now} />
    </>
  );
}

function Findings({ detail: now }: { readonly detail: DetailView }) {
  const of = (severity: 'error' | 'warning' | 'info') => now.findings.filter((one) => one.severity === severity).length;
  const sums = [[of('error'), 'error'], [of('warning'), 'warning'], [of('info'), 'note']] as const;
  return (
    <section class="section">
      <h3>Findings <span class="note">{sums.filter(([n]) => n > 0).map(([n, noun]) => counted(n, noun)).join(', ')}</span></h3>
      {now.findings.map((one, i) => (
        <div class={`finding ${one.severity}`} key={i}>
          <Icon name={one.severity} />
          <div>
            <p><span class="strong">{one.severity}</span>: {visible(one.message)}</p>
            {one.providerError !== undefined && <blockquote>{one.providerPath !== undefined && !one.providerError.includes(one.providerPath) ? `${one.providerPath}: ` : ''}{visible(one.providerError)}</blockquote>}
            {one.fix !== undefined && <p class="dim">{visible(one.fix)}</p>}
            <p><RuleLink rule={one.rule} /></p>
            {one.partners.length > 0 && <p class="dim">Partners: {one.partners.map((partner, n) => <>{n > 0 && ', '}<button type="button" class="link" onClick={() => void goTo(partner.id)}>L{partner.line} {visible(partner.label)}</button></>)}</p>}
          </div>
        </div>
      ))}
    </section>
  );
}

function Targets({ detail: now }: { readonly detail: DetailView }) {
  return (
    <section class="section">
      <h3 id="all-targets">All targets</h3>
      <table class="targets" aria-labelledby="all-targets">
        <thead class="unheard"><tr><th scope="col">target</th><th scope="col">decision</th><th scope="col">wire path</th></tr></thead>
        <tbody>
          {now.targets.map((one) => (
            <tr key={one.id} class={one.chosen ? 'chosen' : undefined}>
              <th scope="row" title={one.id}>{one.label}{one.chosen && <span class="unheard"> (chosen)</span>}</th>
              <td>{one.decision === undefined ? <span class="dim">{visible(one.note ?? 'not known yet')}</span> : <Chip decision={one.decision} />}</td>
              <td class="where">{one.decision !== undefined && <WirePath paths={one.decision.wirePaths} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Facts({ title, facts, children }: { readonly title: string; readonly facts: DetailView['source']; readonly children?: ComponentChildren }) {
  return (
    <section class="section">
      <h3>{title}</h3>
      <dl class="facts">{facts.map(([name, value], i) => <div key={i}><dt>{name}</dt><dd>{visible(value)}</dd></div>)}</dl>
      {children}
    </section>
  );
}
