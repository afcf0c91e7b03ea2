import { computed, signal } from '@preact/signals-core';
import { NO_FILTER, type DetailView, type ExplainView, type Filter, type OutlineView, type SessionView, type TargetView } from '../protocol/view-model.ts';
import type { ViewState } from '../protocol/view-messages.ts';
import { keepState } from './host-link.ts';
import { PageStore } from './page-store.ts';

/** Everything the page knows. The host is the source; the page only adds where the reader is. */
export const session = signal<SessionView | undefined>(undefined);
export const target = signal<TargetView | undefined>(undefined);
export const outline = signal<OutlineView | undefined>(undefined);
export const explained = signal<ExplainView | undefined>(undefined);
export const failure = signal<{ readonly message: string; readonly canRetry: boolean } | undefined>(undefined);
export const store = new PageStore();

/** The row that the keyboard stands on. The id outlives a new generation, the index does not. */
export const cursor = signal<{ readonly row: number; readonly id: string } | undefined>(undefined);
/** The row that an explained error leads to. */
export const ringed = signal<string | undefined>(undefined);
export const unfolded = signal<ReadonlySet<string>>(new Set());
export const filter = signal<Filter>(NO_FILTER);
export const detailsShown = signal(true);
export const detailsTab = signal<'raw' | 'wire'>('raw');
export const detail = signal<DetailView | undefined>(undefined);
export const filterShown = signal(false);
export const keysShown = signal(false);
export const split = signal<number | undefined>(undefined);
export const topRow = signal(0);

export interface Find {
  readonly shown: boolean; readonly query: string; readonly caseSensitive: boolean; readonly regex: boolean;
  /** Rows with matches, in order, or undefined while none were asked for. */
  readonly rows?: readonly number[]; readonly more: boolean; readonly at: number; readonly error?: string; readonly busy: boolean;
}
export const find = signal<Find>({ shown: false, query: '', caseSensitive: false, regex: false, more: false, at: -1, busy: false });

/** Decisions are shown once the replay for the target is there; until then they are "not yet". */
export const decided = computed(() => target.value !== undefined);
export const reading = computed(() => { const r = session.value?.reading; return r !== undefined && !r.done && !r.cancelled; });
export const isFiltered = computed(() => { const f = filter.value; return f.findings || f.signed || f.ops.length > 0 || f.roles.length > 0; });

export function snapshot(): ViewState {
  const at = cursor.peek();
  const query = find.peek().query;
  const width = split.peek();
  return {
    open: [...unfolded.peek()].slice(-500), filter: filter.peek(), details: detailsShown.peek(), detailsTab: detailsTab.peek(), scroll: topRow.peek(),
    ...(at === undefined ? {} : { focus: at.id }), ...(query === '' ? {} : { find: query }), ...(width === undefined ? {} : { split: width }),
  };
}

let keepTimer: ReturnType<typeof setTimeout> | undefined;
/** Keeps the reader's place, a moment after the last change. */
export function keepSoon(): void {
  if (keepTimer !== undefined) clearTimeout(keepTimer);
  keepTimer = setTimeout(() => { keepTimer = undefined; keepState(snapshot()); }, 250);
}

export function restore(state: ViewState): void {
  unfolded.value = new Set(state.open);
  filter.value = state.filter;
  detailsShown.value = state.details;
  detailsTab.value = state.detailsTab;
  if (state.split !== undefined) split.value = state.split;
  if (state.find !== undefined) find.value = { ...find.peek(), query: state.find };
}
