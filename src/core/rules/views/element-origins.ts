import type { Id } from '../../model/source.ts';
import type { Judged } from '../rule.ts';

const indexes = new WeakMap<Judged, ReadonlyMap<number, readonly Id[]>>();

/** The ids of the blocks in each element of the request's conversation array, gathered in one pass over the origins. */
export function elementOrigins(judged: Judged, root: 'messages' | 'input' | 'contents'): ReadonlyMap<number, readonly Id[]> {
  const known = indexes.get(judged);
  if (known !== undefined) return known;
  const found = new Map<number, Set<Id>>();
  const head = `${root}.`;
  for (const [path, ids] of judged.replay.origins) {
    if (ids.length === 0 || !path.startsWith(head)) continue;
    const end = path.indexOf('.', head.length);
    const index = Number(path.slice(head.length, end < 0 ? undefined : end));
    const set = found.get(index);
    if (set === undefined) found.set(index, new Set(ids));
    else for (const id of ids) set.add(id);
  }
  const index = new Map([...found].map(([element, ids]) => [element, [...ids]] as const));
  indexes.set(judged, index);
  return index;
}

/** The ids at a path or at the nearest node above it that carries blocks. Never searches below. */
export function carriers(judged: Judged, wirePath: string): readonly Id[] {
  for (let path = wirePath; path !== ''; path = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '') {
    const ids = judged.replay.origins.get(path);
    if (ids !== undefined) return ids;
  }
  return [];
}
