import { signal } from '@preact/signals-core';
import { useSignal } from './use-signal.ts';

const said = signal('');
let next: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** WCAG 4.1.3 messages pile up in speech: at most one a second, the newest wins. */
const PAUSE = 1000;

/** Tells a screen reader, without moving focus. */
export function say(message: string): void {
  if (timer !== undefined) { next = message; return; }
  said.value = said.peek() === message ? `${message}\u00a0` : message;
  timer = setTimeout(() => {
    timer = undefined;
    if (next !== undefined) { const waiting = next; next = undefined; say(waiting); }
  }, PAUSE);
}

export function LiveRegion() {
  return <div class="unheard" role="status" aria-live="polite">{useSignal(said)}</div>;
}
