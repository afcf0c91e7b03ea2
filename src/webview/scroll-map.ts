/** Chromium clips elements at about 33 million pixels and loses sub-pixel precision well before: beyond this the list is mapped. */
export const LONGEST = 8_000_000;

/**
 * A scroll position over a list of any height. Up to LONGEST it is the element's own. Beyond, the element is LONGEST high:
 * small steps (wheel, keys) move the list pixel for pixel, long ones (the thumb) move it in proportion.
 * It has the few properties that virtual-core reads of a scroll element.
 */
export class ScrollMap {
  readonly element: HTMLElement;
  readonly ownerDocument: Document;
  readonly style: CSSStyleDeclaration;
  #total = 0;
  #at = 0;
  #seen = 0;
  #onMove: (() => void) | undefined;

  constructor(element: HTMLElement) {
    this.element = element;
    this.ownerDocument = element.ownerDocument;
    this.style = element.style;
    element.addEventListener('scroll', () => { this.#follow(); this.#onMove?.(); }, { passive: true });
  }

  onMove(listener: (() => void) | undefined): void { this.#onMove = listener; }

  /** Height of the list; returns the height that the element's content should have. */
  resize(total: number): number {
    if (total > LONGEST && this.#total <= LONGEST) { this.#at = this.element.scrollTop; this.#seen = this.#at; }
    this.#total = total;
    return Math.min(total, LONGEST);
  }

  get clientHeight(): number { return this.element.clientHeight; }
  get clientWidth(): number { return this.element.clientWidth; }
  get scrollHeight(): number { return this.#total > LONGEST ? this.#total : this.element.scrollHeight; }
  get scrollTop(): number { return this.#total > LONGEST ? this.#at : this.element.scrollTop; }
  set scrollTop(to: number) {
    if (this.#total <= LONGEST) { this.element.scrollTop = to; return; }
    this.#at = Math.max(0, Math.min(to, this.#total - this.clientHeight));
    this.#settle();
  }

  /** Where content that stands at `start` of the list stands in the element. */
  place(start: number): number {
    return this.#total > LONGEST ? start - this.#at + this.element.scrollTop : start;
  }

  #follow(): void {
    if (this.#total <= LONGEST) return;
    const now = this.element.scrollTop;
    const step = now - this.#seen;
    if (step === 0) return;
    this.#seen = now;
    const page = this.clientHeight;
    const far = this.#total - page;
    if (Math.abs(step) > page * 3) this.#at = (now / (LONGEST - page)) * far;
    else this.#at = Math.max(0, Math.min(this.#at + step, far));
    const atEdge = now < page || now > LONGEST - page * 2;
    if (atEdge && this.#at > 0 && this.#at < far && Math.abs(step) <= page * 3) this.#settle();
  }

  #settle(): void {
    const page = this.clientHeight;
    const share = this.#at / Math.max(1, this.#total - page);
    this.element.scrollTop = share * (LONGEST - page);
    this.#seen = this.element.scrollTop;
  }
}
