import { ask } from './host-link.ts';
import { say } from './live-region.tsx';
import { arrive, focusCursor } from './navigate.ts';
import { list } from './list-driver.ts';
import { cursor, find, keepSoon, store, type Find } from './view-state.ts';
import { counted } from './words.ts';

const TYPING_PAUSE = 180;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

export function openFind(): void {
  find.value = { ...find.peek(), shown: true };
  requestAnimationFrame(() => { const box = document.getElementById('find-query') as HTMLInputElement | null; box?.focus(); box?.select(); });
  if (find.peek().query !== '' && find.peek().rows === undefined) void search();
}

/** What is looked for, without any answer. */
function unanswered(): Find {
  const { shown, query, caseSensitive, regex } = find.peek();
  return { shown, query, caseSensitive, regex, more: false, at: -1, busy: false };
}

export function closeFind(): void {
  asked += 1;
  find.value = { ...unanswered(), shown: false };
  focusCursor();
}

/** Changes what is looked for; the search itself starts when typing pauses. */
export function changeFind(change: Partial<Pick<Find, 'query' | 'caseSensitive' | 'regex'>>): void {
  // An answer still under way is to another question.
  asked += 1;
  find.value = { ...unanswered(), ...change, busy: true };
  keepSoon();
  if (timer !== undefined) clearTimeout(timer);
  timer = setTimeout(() => { timer = undefined; void search(); }, TYPING_PAUSE);
}

/** Asks for the rows with matches: all text, folded and not loaded too. The reader is not moved. */
export async function search(): Promise<void> {
  asked += 1;
  const own = asked;
  const { query, caseSensitive, regex } = find.peek();
  if (query === '') { find.value = unanswered(); return; }
  const answer = await ask('find', { query, caseSensitive, regex });
  if (own !== asked) return;
  find.value = { ...unanswered(), rows: answer.rows, more: answer.more, ...(answer.error === undefined ? {} : { error: answer.error }) };
  say(answer.error ?? (answer.rows.length === 0 ? 'No match' : `${answer.more ? 'More than ' : ''}${counted(answer.rows.length, 'block')} with a match`));
}

/** To the next or previous row with a match, from where the reader stands; round at the ends. */
export async function moveToMatch(step: 1 | -1): Promise<void> {
  if (timer !== undefined) { clearTimeout(timer); timer = undefined; await search(); }
  const { rows = [], at } = find.peek();
  if (rows.length === 0) return;
  const here = cursor.peek()?.row ?? list.firstVisible()?.index ?? 0;
  const next = at === -1
    ? (step === 1 ? rows.findIndex((row) => row >= here) : rows.findLastIndex((row) => row <= here))
    : (at + step + rows.length) % rows.length;
  const to = next === -1 ? (step === 1 ? 0 : rows.length - 1) : next;
  const index = rows[to];
  if (index === undefined) return;
  find.value = { ...find.peek(), at: to };
  const row = await store.load(index);
  if (row === undefined) return;
  const box = document.activeElement;
  if (box?.id === 'find-query') { cursor.value = { row: index, id: row.id }; if (list.offsetOf(index) === undefined) list.scrollTo(index); say(`Match ${to + 1} of ${rows.length}`); } else arrive({ row: index, id: row.id });
}
