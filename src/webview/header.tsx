import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SessionView, TargetView } from '../protocol/view-model.ts';
import { command } from './host-link.ts';
import { FilterMenu, toggleOp } from './filter.tsx';
import { closeFind, openFind } from './find-actions.ts';
import { Icon } from './icon.tsx';
import { moveToNext, showDetails } from './navigate.ts';
import { useSignal } from './use-signal.ts';
import { detailsShown, filter, filterShown, find, isFiltered, keysShown, reading, session, target } from './view-state.ts';
import { spelled, visible } from './visible-text.tsx';
import { count, counted, OP_ICONS, OPS, size } from './words.ts';

/** Row 1: what is this file. Row 2: what would happen. */
export function Header() {
  const file = useSignal(session);
  const isReading = useSignal(reading);
  if (file === undefined) return <header class="header" data-pane="header"><div class="header-file"><h1>Turnlens</h1><span class="counts live">opening</span></div></header>;
  const known = file.format.id !== 'generic';
  return (
    <header class="header" data-pane="header">
      <div class="header-file">
        <div class="what">
          <Icon name={known ? 'comment-discussion' : 'file'} />
          <h1>{known ? file.format.label : visible(file.name)}</h1>
          {known ? file.format.version !== undefined && <span class="tag version">{visible(file.format.version)}</span> : <span class="tag">format unknown</span>}
          {file.container !== 'plain' && <span class="tag version">{file.container}</span>}
          {known && <Reasons file={file} />}
        </div>
        <Counts file={file} reading={isReading} known={known} />
        <div class="tools">
          {isReading && <button type="button" class="button second" onClick={() => command('cancel')}>Cancel</button>}
          {known && <Tools file={file} />}
        </div>
      </div>
      {isReading && <Progress file={file} />}
      {known && <Outcome file={file} reading={isReading} />}
    </header>
  );
}

function Counts({ file, reading: isReading, known }: { readonly file: SessionView; readonly reading: boolean; readonly known: boolean }) {
  const { counts, reading: read } = file;
  if (isReading) return <p class="counts live"><b>Reading {size(read.bytes)}{read.size === undefined ? '' : ` of ${size(read.size)}`}</b> · {counted(counts.records, 'record')} so far</p>;
  const main = known ? [counted(counts.turns, 'turn'), counted(counts.blocks, 'block'), counted(counts.responses, 'response')] : [];
  const rest = [counted(counts.records, 'record'), ...(file.size === undefined ? [] : [size(file.size)]), ...(file.models.length > 1 ? [counted(file.models.length, 'model')] : [])];
  return (
    <p class={`counts${known ? '' : ' live'}`} title={spelled([...main, ...rest, ...file.models].join('\n'))}>
      {[...main, ...(known ? [] : rest)].join(' · ')}{known && <span class="wide-only"> · {rest.join(' · ')}</span>}
      {counts.problems > 0 && <span class="problems"> · {counts.errors > 0 && <Icon name="error" small />}{counted(counts.problems, 'problem')}</span>}
      {read.cancelled && <b> · reading cancelled</b>}
    </p>
  );
}

/** Why the format was recognised: a small disclosure, closed by Escape or by leaving it. */
function Reasons({ file }: { readonly file: SessionView }) {
  const [open, setOpen] = useState(false);
  const own = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span class="why-box" ref={own}
      onKeyDown={(event) => { if (event.key === 'Escape' && open) { event.stopPropagation(); setOpen(false); button.current?.focus(); } }}
      onFocusOut={(event) => { if (own.current?.contains(event.relatedTarget as Node | null) !== true) setOpen(false); }}>
      <button type="button" class="link" ref={button} aria-expanded={open} aria-label="Why this format" onClick={() => setOpen(!open)}>why</button>
      {open && <div class="menu why-menu"><p><b>{file.format.label}</b>, confidence {Math.round(file.format.confidence * 100)} %</p><ul>{file.format.reasons.map((reason, i) => <li key={i}>{visible(reason)}</li>)}</ul><p><button type="button" class="link" onClick={() => command('chooseFormat')}>Choose another format</button></p></div>}
    </span>
  );
}

function Tools({ file }: { readonly file: SessionView }) {
  const findShown = useSignal(find).shown;
  const menu = useSignal(filterShown);
  const on = useSignal(isFiltered);
  const aside = useSignal(detailsShown);
  const branch = file.branches.findIndex((one) => one.active);
  return (
    <>
      {file.branches.length > 1 && <button type="button" class="tool wordy" title={`Branch: ${spelled(file.branches[branch]?.label ?? '')} (Alt+B)`} onClick={() => command('chooseBranch')}><Icon name="git-branch" /><span>branch {branch + 1} of {file.branches.length}</span></button>}
      <button type="button" class="tool" aria-expanded={findShown} aria-label="Find in session" title="Find in session (Ctrl+F)" onClick={() => { if (findShown) closeFind(); else openFind(); }}><Icon name="search" /></button>
      <span class="menu-anchor">
        <button type="button" class={`tool${on ? ' on' : ''}`} aria-expanded={menu} aria-label={on ? 'Filter rows, active' : 'Filter rows'} title="Filter rows (Alt+F)" onClick={() => { filterShown.value = !menu; }}><Icon name="filter" /></button>
        <FilterMenu />
      </span>
      <button type="button" class="tool" aria-pressed={aside} aria-label="Details" title="Details (Alt+D)" onClick={() => showDetails(!aside)}><Icon name="layout-sidebar-right" /></button>
      <button type="button" class="tool" aria-label="Keys" title="Keys (?)" onClick={() => { keysShown.value = true; }}><Icon name="record-keys" /></button>
      <button type="button" class="tool wordy" aria-label="Explain error" title="Explain a provider error (Alt+E)" onClick={() => command('explain')}><Icon name="question" /><span class="roomy-only">Explain error</span></button>
      <button type="button" class="button first" title="Export the request (Alt+X)" onClick={() => command('export')}><Icon name="export" />Export</button>
    </>
  );
}

function Progress({ file }: { readonly file: SessionView }) {
  const bar = useRef<HTMLSpanElement>(null);
  const share = file.reading.size === undefined || file.reading.size === 0 ? undefined : Math.min(100, Math.round((file.reading.bytes / file.reading.size) * 100));
  // Through the object model: the page's policy allows no style attribute.
  useLayoutEffect(() => { bar.current?.style.setProperty('width', `${share ?? 30}%`); }, [share]);
  return <div class={`progress${share === undefined ? ' unknown' : ''}`} role="progressbar" aria-label="Reading" aria-valuemin={0} aria-valuemax={100} {...(share === undefined ? {} : { 'aria-valuenow': share })}><span ref={bar} /></div>;
}

/** How the target box reads: `auto` until something was chosen. */
function targetName(chosen: TargetView): string {
  const detail = chosen.detail !== '' ? chosen.detail : chosen.model ?? '';
  return [...(chosen.chosen === 'auto' ? ['auto'] : []), chosen.label, ...(detail === '' ? [] : [detail])].join(' \u00b7 ');
}

function Outcome({ file, reading: isReading }: { readonly file: SessionView; readonly reading: boolean }) {
  const chosen = useSignal(target);
  const only = useSignal(filter);
  const missing = file.recorded.missing;
  return (
    <div class="header-outcome">
      <span class="target"><span class="dim" id="target-label">Replay for</span>
        <button type="button" class="select" data-first="" aria-haspopup="dialog" aria-describedby="target-label" title="Choose the target (Alt+T)" onClick={() => command('chooseTarget')}><span>{chosen === undefined ? 'auto' : `${targetName(chosen)}${chosen.pinned.length > 0 ? ` + ${chosen.pinned.length} pinned` : ''}`}</span><Icon name="chevron-down" /></button>
      </span>
      {chosen === undefined
        ? <span class="verdict wait"><Icon name={isReading ? 'loading' : 'circle-slash'} />Not known yet</span>
        : <Verdict chosen={chosen} />}
      {missing.length > 0 && <span class="missing" title={`Not recorded in the file: ${missing.join(', ')}`}>Not recorded: {visible(missing.join(', '))}</span>}
      {chosen !== undefined && chosen.outcome !== 'not-applicable' && (
        <div class="tally" role="group" aria-label="Decisions, as filters">
          {OPS.filter((op) => (chosen.tally[op] ?? 0) > 0).map((op) => (
            <button type="button" key={op} class={op} aria-pressed={only.ops.includes(op)} title={`Only ${op}`} onClick={() => toggleOp(op)}><Icon name={OP_ICONS[op]} /><b>{count(chosen.tally[op] ?? 0)}</b> <span class="tally-word">{op}</span></button>
          ))}
        </div>
      )}
    </div>
  );
}

/** "No findings" is never "will be accepted": a neutral mark, not a green one. */
function Verdict({ chosen }: { readonly chosen: TargetView }) {
  const { error, warning, info } = chosen.findings;
  const all = error + warning + info;
  const look = chosen.outcome === 'rejected' || chosen.severity === 'error' ? 'error' : chosen.outcome === 'not-applicable' ? 'info' : chosen.severity ?? 'none';
  return (
    <>
      <span class={`verdict ${look}`}><Icon name={look === 'none' ? 'check' : look} />{visible(chosen.verdict)}</span>
      {chosen.rejection !== undefined && <span class="missing" title={spelled(chosen.rejection.message)}><code>{chosen.rejection.code}</code> {visible(chosen.rejection.message)}</span>}
      {all > 0 && <button type="button" class="link" title="Next finding (F8)" onClick={() => void moveToNext('finding', 1)}>{counted(all, 'finding')}</button>}
    </>
  );
}
