import { signal } from '@preact/signals-core';
import { MAX_ROWS } from '../protocol/view-messages.ts';
import type { Row } from '../protocol/view-model.ts';
import { ask } from './host-link.ts';

const PAGE = 100;
const KEPT_PAGES = 24;

/**
 * The rows that the view holds: pages of one generation, asked for when they come into view and dropped when far behind.
 * While a new generation is on its way, the rows of the one before stand in, so that nothing flickers.
 */
export class PageStore {
  /** Counts up whenever a row changed. */
  readonly version = signal(0);
  #generation = -1;
  #count = 0;
  #pages = new Map<number, readonly Row[]>();
  #before = new Map<number, readonly Row[]>();
  #pending = new Map<number, Promise<void>>();

  get count(): number { return this.#count; }

  /** Starts a generation: answers to earlier questions are void. */
  renew(generation: number, count: number): void {
    if (generation !== this.#generation) {
      for (const [page, rows] of this.#pages) this.#before.set(page, rows);
      this.#pages = new Map();
      this.#pending = new Map();
    }
    this.#generation = generation;
    this.#count = count;
    this.version.value += 1;
  }

  /** The row at an index, as far as it is known; one of the generation before stands in. */
  row(index: number): Row | undefined {
    const page = Math.floor(index / PAGE);
    return this.#pages.get(page)?.[index % PAGE] ?? this.#before.get(page)?.[index % PAGE];
  }

  /** The row at an index, of the generation that holds now. */
  fresh(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Sees to it that the rows of a range come. */
  want(first: number, last: number): void {
    for (let page = Math.floor(Math.max(0, first) / PAGE); page <= Math.floor(Math.min(last, this.#count - 1) / PAGE); page += 1) void this.#fetch(page);
  }

  /** The row at an index once it has come; undefined beyond the end. */
  async load(index: number): Promise<Row | undefined> {
    if (index < 0 || index >= this.#count) return undefined;
    const generation = this.#generation;
    await this.#fetch(Math.floor(index / PAGE));
    return generation === this.#generation ? this.fresh(index) : this.load(index);
  }

  #fetch(page: number): Promise<void> {
    const held = this.#pages.get(page);
    const first = page * PAGE;
    const count = Math.min(PAGE, MAX_ROWS, this.#count - first);
    if (held !== undefined && held.length >= count) { this.#pages.delete(page); this.#pages.set(page, held); return Promise.resolve(); }
    const pending = this.#pending.get(page);
    if (pending !== undefined) return pending;
    const generation = this.#generation;
    const coming = ask('rows', { generation, first, count }).then((answer) => {
      if (answer.generation !== this.#generation || generation !== this.#generation) return;
      this.#pending.delete(page);
      this.#before.delete(page);
      this.#pages.set(page, answer.rows);
      for (const oldest of this.#pages.keys()) { if (this.#pages.size <= KEPT_PAGES) break; this.#pages.delete(oldest); }
      if (this.#pending.size === 0) this.#before.clear();
      this.version.value += 1;
    });
    this.#pending.set(page, coming);
    return coming;
  }
}
