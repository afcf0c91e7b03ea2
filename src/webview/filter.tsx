import { useLayoutEffect, useRef } from 'preact/hooks';
import { NO_FILTER, type Filter, type ViewOp } from '../protocol/view-model.ts';
import { send } from './host-link.ts';
import { Icon } from './icon.tsx';
import { focusCursor } from './navigate.ts';
import { useSignal } from './use-signal.ts';
import { filter, filterShown, isFiltered, keepSoon, outline } from './view-state.ts';
import { count, OP_ICONS, OPS } from './words.ts';

/** Changes which rows are shown; the host answers with a new outline. */
export function changeFilter(next: Filter): void {
  filter.value = next;
  keepSoon();
  send({ type: 'filter', filter: next });
}

export function toggleOp(op: ViewOp): void {
  const now = filter.peek();
  changeFilter({ ...now, ops: now.ops.includes(op) ? now.ops.filter((one) => one !== op) : [...now.ops, op] });
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'toolResult'] as const;

/** What to show, as check boxes. Nothing checked means everything. */
export function FilterMenu() {
  const now = useSignal(filter);
  const shown = useSignal(filterShown);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => { if (shown) first.current?.focus(); }, [shown]);
  if (!shown) return null;
  const check = (label: string, checked: boolean, change: () => void, op?: ViewOp, ref?: typeof first) => (
    <label class="check"><input ref={ref ?? null} type="checkbox" checked={checked} onChange={change} />{op !== undefined && <span class={`chip-icon ${op}`}><Icon name={OP_ICONS[op]} /></span>}{label}</label>
  );
  return (
    <div class="menu filter-menu" role="group" aria-label="Filter rows" id="filter-menu">
      <fieldset><legend>Only blocks that</legend>
        {check('are omitted for the target', now.ops.length === 1 && now.ops[0] === 'omitted', () => changeFilter({ ...now, ops: now.ops.length === 1 && now.ops[0] === 'omitted' ? [] : ['omitted'] }), undefined, first)}
        {check('have findings', now.findings, () => changeFilter({ ...now, findings: !now.findings }))}
        {check('are signed', now.signed, () => changeFilter({ ...now, signed: !now.signed }))}
      </fieldset>
      <fieldset><legend>Role</legend>
        {ROLES.map((role) => check(role, now.roles.includes(role), () => changeFilter({ ...now, roles: now.roles.includes(role) ? now.roles.filter((one) => one !== role) : [...now.roles, role] })))}
      </fieldset>
      <fieldset><legend>Decision</legend>
        {OPS.map((op) => check(op, now.ops.includes(op), () => toggleOp(op), op))}
      </fieldset>
      <p class="menu-foot">
        <button type="button" class="button quiet" onClick={() => changeFilter(NO_FILTER)}>Show everything</button>
        <button type="button" class="button quiet" onClick={() => { filterShown.value = false; focusCursor(); }}>Close</button>
      </p>
    </div>
  );
}

/** Says that rows are left out, and by what: a filter is never silent. */
export function FilterLine() {
  const now = useSignal(filter);
  const on = useSignal(isFiltered);
  const rows = useSignal(outline);
  if (!on) return null;
  const words = [...now.ops, ...(now.findings ? ['with findings'] : []), ...(now.signed ? ['signed'] : []), ...now.roles];
  return (
    <p class="filter-line"><Icon name="filter" small /><span>Only {words.join(', ')}{rows?.filtered === true ? `: ${count(rows.rows)} of ${count(rows.total)} rows` : ''}</span>
      <button type="button" class="link" onClick={() => changeFilter(NO_FILTER)}>Show everything</button></p>
  );
}
