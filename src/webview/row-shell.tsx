import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Row } from '../protocol/view-model.ts';
import { list } from './list-driver.ts';
import { labelOf } from './words.ts';

export interface RowProps<R extends Row> {
  readonly row: R; readonly index: number; readonly current: boolean; readonly decided: boolean; readonly labels: readonly string[];
}

interface Shell { readonly row: Row; readonly index: number; readonly current: boolean; readonly decided: boolean; readonly look: string; readonly stop?: boolean; readonly children: ComponentChildren }

/** A row of the list: measured, and one stop of the keyboard (roving tabindex) unless it is only a heading. */
export function RowShell({ row, index, current, decided, look, stop = true, children }: Shell) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => own.current === null ? undefined : list.observe(own.current), [index, row.id]);
  const common = { ref: own, 'class': `row ${look}`, 'data-index': index, 'data-id': row.id };
  if (!stop) return <div {...common}>{children}</div>;
  return <div {...common} role="group" tabIndex={current ? 0 : -1} aria-label={labelOf(row, decided)} aria-current={current ? 'true' : undefined}>{children}</div>;
}
