import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from './use-signal.ts';
import { detailsShown, keepSoon, split } from './view-state.ts';

const LEAST = 160;
const STEP = 24;

/** The edge between turns and details: dragged, or moved by the arrow keys; a double click sets it back. */
export function Splitter() {
  const own = useRef<HTMLDivElement>(null);
  const width = useSignal(split);
  const shown = useSignal(detailsShown);
  const panes = () => own.current?.closest<HTMLElement>('.panes') ?? undefined;
  const stacked = () => { const p = panes(); return p !== undefined && getComputedStyle(p).gridTemplateColumns.trim().split(' ').length === 1; };
  useLayoutEffect(() => {
    const p = panes();
    if (width === undefined) p?.style.removeProperty('--split'); else p?.style.setProperty('--split', `${width}px`);
  }, [width, shown]);
  if (!shown) return null;
  const limit = (size: number) => { const p = panes(); const most = (stacked() ? p?.clientHeight ?? 600 : p?.clientWidth ?? 800) - LEAST; return Math.round(Math.max(LEAST, Math.min(size, most))); };
  const sizeNow = () => { const aside = panes()?.querySelector('.details'); return stacked() ? aside?.clientHeight ?? LEAST : aside?.clientWidth ?? LEAST; };
  const onPointerDown = (event: PointerEvent) => {
    const edge = own.current;
    if (edge === null) return;
    edge.setPointerCapture(event.pointerId);
    const from = stacked() ? event.clientY : event.clientX; const before = sizeNow();
    const move = (moved: PointerEvent) => { split.value = limit(before + from - (stacked() ? moved.clientY : moved.clientX)); };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', () => { edge.removeEventListener('pointermove', move); keepSoon(); }, { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: STEP, ArrowLeft: STEP, ArrowDown: -STEP, ArrowRight: -STEP }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey) return;
    event.preventDefault(); event.stopPropagation();
    split.value = limit(sizeNow() + step); keepSoon();
  };
  return <div class="splitter" ref={own} role="separator" tabIndex={0} aria-label="Size of the details" aria-valuenow={width ?? 0} aria-valuemin={0} onPointerDown={onPointerDown} onKeyDown={onKeyDown} onDblClick={() => { split.value = undefined; keepSoon(); }} />;
}
