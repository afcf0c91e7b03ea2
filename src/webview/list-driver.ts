import { signal } from '@preact/signals-core';
import { Virtualizer, type VirtualItem } from '@tanstack/virtual-core';
import { ScrollMap } from './scroll-map.ts';
import { cursor, topRow } from './view-state.ts';

/** Rows drawn beyond each edge of the pane. Few: a screen reader and a fast wheel need some, the page stays small. */
const OVERSCAN = 6;
const FOOT = 32;
/** How long rows may take to find their heights after a jump, in milliseconds. */
const SETTLING = 500;

/**
 * Height of a row that was not measured yet. The same for all and for ever: an estimate that got better as rows come would
 * move everything below it whenever the list is laid out again.
 */
const ESTIMATE = 40;

/** Which rows stand in the document, and where: virtual-core over a scroll map. One per page. */
export class ListDriver {
  /** Counts up when other rows should stand in the document. */
  readonly changed = signal(0);
  #map: ScrollMap | undefined;
  #content: HTMLElement | undefined;
  #sizes: ResizeObserver | undefined;
  #virtual: Virtualizer<HTMLElement, HTMLElement> | undefined;
  #wanted: { readonly row: number; readonly id: string | undefined } | undefined;
  #held = false;
  #anchor: { readonly id: string; readonly row: number; readonly offset: number; readonly until: number } | undefined;
  #atEnd = false;
  #count = 0;

  mount(scroller: HTMLElement): () => void {
    const map = new ScrollMap(scroller);
    this.#map = map;
    // The reader's own scrolling ends what the page was still doing.
    const free = () => { this.#anchor = undefined; };
    for (const kind of ['wheel', 'pointerdown', 'touchmove'] as const) scroller.addEventListener(kind, free, { passive: true });
    this.#sizes = new ResizeObserver((entries) => {
      for (const entry of entries) this.#measure(entry.target as HTMLElement, entry.borderBoxSize[0]?.blockSize);
    });
    const virtual = new Virtualizer<HTMLElement, HTMLElement>(this.#options(0));
    this.#virtual = virtual;
    const unmount = virtual._didMount();
    virtual._willUpdate();
    this.changed.value += 1;
    return () => { unmount(); this.#sizes?.disconnect(); map.onMove(undefined); };
  }

  #options(count: number): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] {
    return {
      count, overscan: OVERSCAN, paddingEnd: FOOT,
      estimateSize: () => ESTIMATE,
      // The map has what virtual-core reads of an element; it stands for one so that lists of any height work.
      getScrollElement: () => (this.#map as unknown as HTMLElement | undefined) ?? null,
      scrollToFn: (offset, { adjustments = 0 }) => { if (this.#map) this.#map.scrollTop = offset + adjustments; },
      observeElementRect: (_virtual, report) => {
        const scroller = this.#map?.element;
        if (scroller === undefined) return undefined;
        const told = () => {
          report({ width: scroller.clientWidth, height: scroller.clientHeight });
          // A pane that got smaller (details, explained error) does not push the row in focus out of it.
          if (this.#held && scroller.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' });
        };
        told();
        const observer = new ResizeObserver(told);
        observer.observe(scroller);
        return () => observer.disconnect();
      },
      observeElementOffset: (virtual, report) => {
        const map = this.#map;
        if (map === undefined) return undefined;
        let rest: ReturnType<typeof setTimeout> | undefined;
        report(map.scrollTop, false);
        map.onMove(() => {
          if (rest !== undefined) clearTimeout(rest);
          rest = setTimeout(() => report(map.scrollTop, false), virtual.options.isScrollingResetDelay);
          this.#atEnd = this.#endOf(map) - map.scrollTop < 2;
          report(map.scrollTop, true);
        });
        return () => { if (rest !== undefined) clearTimeout(rest); map.onMove(undefined); };
      },
      onChange: () => { this.changed.value += 1; },
    };
  }

  #endOf(map: ScrollMap): number { return map.scrollHeight - map.clientHeight; }

  /** The rows to draw of `count`, and the place of the first. */
  draw(count: number): { readonly items: readonly VirtualItem[]; readonly total: number; readonly start: number } {
    const virtual = this.#virtual;
    if (virtual === undefined || this.#map === undefined) return { items: [], total: 0, start: 0 };
    if (virtual.options.count !== count) virtual.setOptions(this.#options(count));
    const items = virtual.getVirtualItems();
    const total = this.#map.resize(virtual.getTotalSize());
    return { items, total, start: this.#map.place(items[0]?.start ?? 0) };
  }

  /** After drawing: sizes the content, keeps the window in place, and gives focus where it was asked for. */
  settle(content: HTMLElement, total: number, start: number): void {
    this.#content = content;
    const height = `${total}px`;
    const grew = content.style.height !== height;
    if (grew) content.style.height = height;
    const window = content.firstElementChild as HTMLElement | null;
    const place = `translateY(${start}px)`;
    if (window !== null && window.style.transform !== place) window.style.transform = place;
    this.#virtual?._willUpdate();
    const count = this.#virtual?.options.count ?? 0;
    // Rows that turn out higher than thought move the end away from who stands there; rows that were appended do not.
    if (grew && this.#atEnd && count === this.#count && this.#map !== undefined) this.#map.scrollTop = this.#endOf(this.#map);
    this.#count = count;
    this.#holdAnchor();
    this.#settleFocus();
    const top = this.firstVisible();
    if (top !== undefined && top.index !== topRow.peek()) topRow.value = top.index;
  }

  /** Keeps the anchored row at its place while the rows around it find their heights. */
  #holdAnchor(): void {
    const anchor = this.#anchor; const map = this.#map;
    if (anchor === undefined || map === undefined) return;
    if (performance.now() > anchor.until) { this.#anchor = undefined; return; }
    const element = this.rowElement(anchor.row);
    if (element === undefined || element.dataset['id'] !== anchor.id) return;
    const lowest = Math.max(0, map.clientHeight - element.offsetHeight);
    const off = element.getBoundingClientRect().top - map.element.getBoundingClientRect().top - Math.min(anchor.offset, lowest);
    if (Math.abs(off) >= 1) map.scrollTop = Math.max(0, map.scrollTop + off);
  }

  #settleFocus(): void {
    const scroller = this.#map?.element;
    if (scroller === undefined) return;
    if (this.#wanted !== undefined) {
      const element = this.rowElement(this.#wanted.row);
      if (element !== undefined && (this.#wanted.id === undefined || element.dataset['id'] === this.#wanted.id)) {
        this.#wanted = undefined;
        this.#focus(element);
        this.#keepFocusInPane(element);
      }
      return;
    }
    const active = document.activeElement;
    const at = cursor.peek();
    const current = at === undefined ? undefined : this.rowElement(at.row);
    // The focused row left the document: focus waits on the list, and goes back when the row comes back.
    if (this.#held && (active === document.body || active === null)) scroller.focus({ preventScroll: true });
    else if (active === scroller && this.#held && current?.dataset['id'] === at?.id) current?.focus({ preventScroll: true });
  }

  #focus(element: HTMLElement): void {
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
  }

  /** A row that was jumped to stays where it came to stand while the rows around it find their heights. */
  #keepFocusInPane(element: HTMLElement): void {
    const row = Number(element.dataset['index']); const offset = this.offsetOf(row);
    if (offset === undefined) return;
    this.#virtual?.cancelScroll();
    this.#anchor = { row, id: element.dataset['id'] ?? '', offset: Math.max(0, offset), until: performance.now() + SETTLING };
  }

  /** Whether the keyboard is in the list; a row that is scrolled away still counts. */
  hold(held: boolean): void { this.#held = held; }

  observe(element: HTMLElement): () => void {
    this.#sizes?.observe(element);
    this.#measure(element, element.getBoundingClientRect().height);
    return () => this.#sizes?.unobserve(element);
  }

  #measure(element: HTMLElement, height: number | undefined): void {
    if (height === undefined || height === 0 || !element.isConnected) return;
    this.#virtual?.resizeItem(Number(element.dataset['index']), Math.round(height * 100) / 100);
  }

  rowElement(row: number): HTMLElement | undefined {
    return this.#content?.querySelector<HTMLElement>(`[data-index="${row}"]`) ?? undefined;
  }

  /** Focuses a row: now when it is drawn, else as soon as it is. */
  focusRow(row: number, id?: string): void {
    const element = this.rowElement(row);
    if (element !== undefined && (id === undefined || element.dataset['id'] === id)) { this.#wanted = undefined; this.#focus(element); return; }
    this.#wanted = { row, id };
    this.scrollTo(row);
  }

  scrollTo(row: number, align: 'center' | 'start' = 'center'): void {
    this.#anchor = undefined;
    this.#atEnd = false;
    this.#virtual?.scrollToIndex(row, { align });
  }

  /** Scrolls so that a row stands `offset` pixels below the upper edge, and holds it there for a moment. */
  anchor(row: number, id: string, offset: number): void {
    this.#anchor = { row, id, offset, until: performance.now() + 2 * SETTLING };
    this.#atEnd = false;
    const place = this.#virtual?.getOffsetForIndex(row, 'start');
    if (place !== undefined) this.#virtual?.scrollToOffset(Math.max(0, place[0] - offset));
    this.changed.value += 1;
  }

  firstVisible(): { readonly index: number; readonly offset: number } | undefined {
    const virtual = this.#virtual; const map = this.#map;
    if (virtual === undefined || map === undefined) return undefined;
    const item = virtual.getVirtualItemForOffset(map.scrollTop);
    return item === undefined ? undefined : { index: item.index, offset: item.start - map.scrollTop };
  }

  /** How far below the upper edge a row stands, where it is in the pane. */
  offsetOf(row: number): number | undefined {
    const scroller = this.#map?.element; const element = this.rowElement(row);
    if (scroller === undefined || element === undefined) return undefined;
    const offset = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    return offset > -element.offsetHeight && offset < scroller.clientHeight ? offset : undefined;
  }

  /** The row a page away from another. */
  pageFrom(row: number, step: 1 | -1): number {
    const virtual = this.#virtual; const map = this.#map;
    const from = virtual?.getOffsetForIndex(row, 'start')?.[0];
    if (virtual === undefined || map === undefined || from === undefined) return row;
    const start = virtual.measurementsCache[row]?.start ?? from;
    return virtual.getVirtualItemForOffset(Math.max(0, start + step * (map.clientHeight - 40)))?.index ?? row;
  }

  get scroller(): HTMLElement | undefined { return this.#map?.element; }
}

export const list = new ListDriver();
