import type { Find } from './view-state.ts';

/**
 * Paints matches in the rows that are drawn, without touching their nodes (CSS custom highlights). Plain text only: a
 * regular expression runs in the worker, where a slow one can be ended; here it would stop the page. Its rows are marked.
 */
export function paintMatches(root: HTMLElement, find: Find): void {
  CSS.highlights.delete('turnlens-find');
  if (!find.shown || find.query === '' || find.regex || find.error !== undefined) return;
  const pattern = new RegExp(find.query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), find.caseSensitive ? 'gu' : 'giu');
  const ranges: Range[] = [];
  for (const text of root.querySelectorAll('.row.found .txt')) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const match of (node.nodeValue ?? '').matchAll(pattern)) {
        if (match[0] === '' || ranges.length >= 500) continue;
        const range = new Range();
        range.setStart(node, match.index); range.setEnd(node, match.index + match[0].length);
        ranges.push(range);
      }
    }
  }
  if (ranges.length > 0) CSS.highlights.set('turnlens-find', new Highlight(...ranges));
}
