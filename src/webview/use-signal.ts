import { effect, type ReadonlySignal } from '@preact/signals-core';
import { useLayoutEffect, useReducer } from 'preact/hooks';

/** The value of a signal; the component is drawn again when it changes. */
export function useSignal<T>(source: ReadonlySignal<T>): T {
  const [, drawAgain] = useReducer((n: number) => n + 1, 0);
  const drawn = source.peek();
  useLayoutEffect(() => effect(() => { if (source.value !== drawn) drawAgain(undefined as never); }), [source, drawn]);
  return drawn;
}
