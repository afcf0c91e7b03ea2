import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { focused, open, settled, start, stop, type View } from './page.ts';
import { held, huge } from './samples.ts';

before(start);
after(stop);

const at = async (view: View, id: string): Promise<void> => { view.host.post({ type: 'reveal', row: view.host.index(id)!, id, ring: false, say: '' }); await view.page.locator(`.row[data-id="${id}"]:focus`).waitFor(); };
const painted = (view: View) => view.page.evaluate(() => (CSS.highlights as unknown as Map<string, Set<unknown>>).get('turnlens-find')?.size);
/** Waits for the answer to what was typed: typing pauses before it is asked. */
const says = async (view: View, text: string) => {
  for (let i = 0; i < 40 && await view.page.locator('.find-count').innerText() !== text; i += 1) await view.page.waitForTimeout(50);
  assert.equal(await view.page.locator('.find-count').innerText(), text);
};

test('find: Ctrl+F, type, Enter and Shift+Enter go round the matches, Escape stays at the last one', async () => {
  const view = await open(held);
  await at(view, '11:/payload');
  await view.page.keyboard.press('Control+f');
  await view.page.keyboard.type('reasoning'); await settled(view);
  await says(view, '2');
  assert.equal(view.host.received.filter((m) => m.type === 'find').length, 1, 'one question for a word typed quickly');
  await view.page.keyboard.press('Enter'); await settled(view);
  await says(view, '1 of 2');
  assert.equal(await view.page.locator('.row[aria-current=true]').getAttribute('data-id'), '17:/payload');
  assert.equal(await view.page.evaluate(() => document.activeElement?.id), 'find-query', 'the box keeps focus');
  await view.page.keyboard.press('Enter'); await settled(view);
  await says(view, '2 of 2');
  await view.page.keyboard.press('Enter'); await settled(view);
  await says(view, '1 of 2');
  await view.page.keyboard.press('Shift+Enter'); await settled(view);
  await view.page.keyboard.press('Escape'); await settled(view);
  assert.equal(await focused(view), '22:/payload');
  assert.equal(await view.page.locator('.find').count(), 0);
  await view.close();
});

test('find: case, regular expressions and their faults', async () => {
  const view = await open(held);
  await view.page.keyboard.press('Control+f');
  await view.page.keyboard.type('reasoning'); await settled(view);
  await says(view, '2');
  await view.page.getByRole('button', { name: 'Match case' }).click(); await settled(view);
  await says(view, 'no match');
  await view.page.getByRole('button', { name: 'Match case' }).click();
  await view.page.getByRole('button', { name: 'Regular expression' }).click();
  await view.page.locator('#find-query').fill('reasoning [ab]\\b'); await settled(view);
  await says(view, '2');
  await view.page.locator('#find-query').fill('('); await settled(view);
  await view.page.locator('.find-count', { hasText: /regular expression/i }).waitFor();
  assert.equal(await view.page.locator('#find-query').getAttribute('aria-invalid'), 'true');
  await view.page.locator('#find-query').fill(''); await settled(view);
  await says(view, '');
  await view.close();
});

test('find: matches are painted in the rows and far ones are scrolled to', async () => {
  const view = await open(huge(20_000));
  await view.page.keyboard.press('Control+f');
  await view.page.keyboard.type('row 15004 '); await says(view, '1');
  await view.page.keyboard.press('Enter'); await settled(view);
  await view.page.locator('.row.found[data-index="15004"]').waitFor();
  assert.equal(await painted(view), 1);
  await view.page.keyboard.press('Escape'); await settled(view);
  assert.equal(await painted(view), undefined);
  await view.close();
});

test('keys of the list are letters in the find box', async () => {
  const view = await open(held);
  await view.page.keyboard.press('Control+f');
  await view.page.keyboard.type('p?t[]'); await settled(view);
  assert.equal(await view.page.locator('#find-query').inputValue(), 'p?t[]');
  assert.deepEqual(view.host.commands(), []);
  assert.equal(await view.page.getByRole('dialog').count(), 0);
  await view.close();
});

test('filters: omitted, findings, signed, roles; never silent; focus and cursor survive', async () => {
  const view = await open(held);
  await at(view, '22:/payload');
  await view.page.keyboard.press('Alt+f');
  const box = (name: string) => view.page.getByRole('checkbox', { name });
  await box('are signed').check(); await settled(view);
  assert.deepEqual(await view.page.locator('.row.block').evaluateAll((all) => all.map((r) => (r as HTMLElement).dataset['id'])), ['11:/payload', '17:/payload', '22:/payload']);
  assert.match(await view.page.locator('.filter-line').innerText(), /Only signed: 6 of 20 rows/);
  await box('are signed').uncheck();
  await box('are omitted for the target').check(); await settled(view);
  assert.deepEqual(view.host.filter, { ops: ['omitted'], roles: [], findings: false, signed: false });
  assert.equal(await view.page.locator('.row.block').count(), 1);
  await box('are omitted for the target').uncheck();
  await box('toolResult').check(); await settled(view);
  assert.equal(await view.page.locator('.row.block').count(), 2);
  await box('have findings').check(); await settled(view);
  assert.ok((await view.page.locator('.list-foot').innerText()).includes('No block matches'));
  await view.page.getByRole('button', { name: 'Show everything' }).first().click(); await settled(view);
  assert.equal(await view.page.locator('.filter-line').count(), 0);
  await view.page.keyboard.press('Escape'); await settled(view);
  assert.ok((await focused(view)) !== undefined);
  await view.close();
});

test('each number of the tally is a filter', async () => {
  const view = await open(held);
  const button = view.page.locator('.tally').getByRole('button', { name: '4 converted' });
  await button.click(); await settled(view);
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  assert.equal(await view.page.locator('.row.block').count(), 4);
  await button.click(); await settled(view);
  assert.equal(await view.page.locator('.filter-line').count(), 0);
  await view.close();
});

test('a filter keeps the row in focus where it still matches', async () => {
  const view = await open(huge(4000));
  await at(view, '2803:/payload');
  await view.page.evaluate(() => undefined);
  await view.page.keyboard.press('Alt+f');
  await view.page.getByRole('checkbox', { name: 'assistant' }).check(); await settled(view);
  await view.page.keyboard.press('Escape'); await settled(view); await settled(view);
  assert.equal(await focused(view), '2803:/payload');
  await view.close();
});
