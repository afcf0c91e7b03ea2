import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { focused, open, settled, start, stop, type View } from './page.ts';
import { broken, explained, held, huge, rejected } from './samples.ts';

before(start);
after(stop);

async function press(view: View, keys: string): Promise<string | undefined> {
  await view.page.keyboard.press(keys);
  await settled(view);
  return focused(view);
}
const at = async (view: View, id: string): Promise<void> => { view.host.post({ type: 'reveal', row: view.host.index(id)!, id, ring: false, say: '' }); await view.page.locator(`.row[data-id="${id}"]:focus`).waitFor(); };

test('arrows go from block to block, over turn heads, and stop at boundaries and ghosts', async () => {
  const view = await open(held);
  const way: (string | undefined)[] = [];
  for (let i = 0; i < 14; i += 1) way.push(await press(view, 'ArrowDown'));
  assert.deepEqual(way, ['5:/payload', '8:/payload', '11:/payload', '12:/payload', '14:/payload', '17:/payload', '20:/payload/content/0', 'b:17:/payload', '22:/payload', '23:/payload', '25:/payload', 'i:messages.7', 'i:messages.7', 'i:messages.7']);
  assert.equal(await press(view, 'ArrowUp'), '25:/payload');
  assert.equal(await press(view, 'Home'), '5:/payload');
  assert.equal(await press(view, 'End'), 'i:messages.7');
  assert.deepEqual(view.faults, []);
  await view.close();
});

test('Alt and arrows go from turn to turn', async () => {
  const view = await open(held);
  await at(view, '11:/payload');
  assert.equal(await press(view, 'Alt+ArrowDown'), '14:/payload');
  assert.equal(await press(view, 'Alt+ArrowDown'), '17:/payload');
  assert.equal(await press(view, 'Alt+ArrowUp'), '14:/payload');
  assert.equal(await press(view, 'Alt+ArrowUp'), '11:/payload');
  await view.close();
});

test('a turn that the host names is reached at its first block', async () => {
  const view = await open(huge(3000));
  view.host.post({ type: 'reveal', row: 1402, id: 't:1402', ring: false, say: '' });
  await view.page.locator('.row[data-id="1403:/payload"]:focus').waitFor();
  await view.close();
});

test('a turn without blocks is a stop of its own', async () => {
  const view = await open(rejected);
  assert.equal(await press(view, 'ArrowDown'), '0:/payload');
  assert.equal(await press(view, 'ArrowDown'), 't:1');
  assert.equal(await press(view, 'ArrowDown'), '2:/payload');
  await view.close();
});

test('pages move by about a pane in both directions', async () => {
  const view = await open(huge(1000));
  await press(view, 'Home');
  await press(view, 'PageDown');
  const down = await view.page.evaluate(() => Number((document.activeElement as HTMLElement).dataset['index']));
  assert.ok(down > 8 && down < 60, `row ${down}`);
  await press(view, 'PageDown'); await press(view, 'PageUp'); await press(view, 'PageUp');
  assert.equal(await view.page.evaluate(() => Number((document.activeElement as HTMLElement).dataset['index'])), 1);
  await view.close();
});

test('F8 and brackets ask the host for the next finding and boundary, and say when there is none', async () => {
  const view = await open(broken);
  await at(view, '5:/payload');
  assert.equal(await press(view, 'F8'), '22:/payload');
  assert.equal(await press(view, 'F8'), '23:/payload');
  assert.equal(await press(view, 'Shift+F8'), '22:/payload');
  assert.equal(await press(view, '['), 'b:17:/payload');
  assert.equal(await press(view, '['), 'b:17:/payload');
  await view.page.locator('[role=status]', { hasText: 'No earlier boundary' }).waitFor();
  await at(view, '5:/payload');
  assert.equal(await press(view, ']'), 'b:17:/payload');
  await view.close();
});

test('P goes to the partner, Ctrl+Enter to the source, T and Alt keys are commands', async () => {
  const view = await open(held);
  await at(view, '23:/payload');
  view.host.sample = { ...held, row: (i) => held.row(i) };
  await press(view, 'p');
  assert.ok(view.host.received.some((m) => m.type === 'seek' && m.what === 'partner' && m.id === '23:/payload'));
  await at(view, '23:/payload');
  for (const keys of ['Control+Enter', 't', 'Alt+t', 'Alt+b', 'Alt+e', 'Alt+x']) await press(view, keys);
  assert.deepEqual(view.host.commands(), ['openSource 23:/payload', 'nextTarget', 'chooseTarget', 'chooseBranch', 'explain', 'export']);
  await view.close();
});

test('Ctrl+C copies the text, again the raw JSON; a selection is left to the browser', async () => {
  const view = await open(held);
  await at(view, '17:/payload');
  await press(view, 'Control+c'); await press(view, 'Control+c');
  assert.deepEqual(view.host.commands(), ['copyText 17:/payload', 'copyRaw 17:/payload']);
  await view.page.evaluate(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.txt')!); window.getSelection()!.addRange(range); });
  await press(view, 'Control+c');
  assert.equal(view.host.commands().length, 2);
  await view.close();
});

test('right unfolds a long text, left folds it', async () => {
  const view = await open(held);
  await at(view, '25:/payload');
  const row = view.page.locator('.row[data-id="25:/payload"]');
  const folded = (await row.boundingBox())!.height;
  await press(view, 'ArrowRight');
  assert.ok((await row.boundingBox())!.height > folded);
  assert.ok((await row.innerText()).includes('fold'));
  await press(view, 'ArrowLeft');
  assert.equal((await row.boundingBox())!.height, folded);
  await view.close();
});

test('Enter goes to the details and Escape back to the row', async () => {
  const view = await open(held);
  await at(view, '22:/payload');
  await view.page.locator('.details h2', { hasText: 'thinking' }).waitFor();
  await press(view, 'Enter');
  assert.equal(await view.page.evaluate(() => document.activeElement?.id), 'details-title');
  await press(view, 'Tab');
  assert.equal(await view.page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')), 'details');
  assert.equal(await press(view, 'Escape'), '22:/payload');
  await press(view, 'Alt+d');
  assert.equal(await view.page.locator('.details').count(), 0);
  assert.equal(await focused(view), '22:/payload');
  await press(view, 'Enter');
  assert.equal(await view.page.evaluate(() => document.activeElement?.id), 'details-title');
  await view.close();
});

test('a link of a row is reached by Tab, opened by Enter, and is no stop while the row is not current', async () => {
  const view = await open(held);
  await at(view, '11:/payload');
  await view.page.keyboard.press('Tab');
  assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), 'anthropic/thinking-foreign-signature');
  await press(view, 'Enter');
  assert.deepEqual(view.host.commands(), ['openRule anthropic/thinking-foreign-signature']);
  assert.equal(await press(view, 'ArrowDown'), '12:/payload');
  assert.equal(await view.page.locator('.row.block .rule[tabindex="0"]').count(), 0);
  assert.equal(await view.page.locator('.row[tabindex="0"]').count(), 1);
  await view.close();
});

test('F6 goes round header, explained error, turns and details', async () => {
  const view = await open(explained);
  await at(view, '17:/payload');
  const pane = () => view.page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));
  const round: unknown[] = [];
  for (let i = 0; i < 4; i += 1) { await press(view, 'F6'); round.push(await pane()); }
  assert.deepEqual(round, ['details', 'header', 'explained', 'turns']);
  assert.equal(await focused(view), '17:/payload');
  await press(view, 'Shift+F6');
  assert.equal(await pane(), 'explained');
  await press(view, 'Escape');
  assert.equal(await view.page.locator('.explained').count(), 0);
  assert.deepEqual(view.host.commands(), ['clearExplain']);
  assert.equal(await focused(view), '17:/payload');
  await view.close();
});

test('? lists the keys; Tab stays inside; Escape goes back to the row', async () => {
  const view = await open(held);
  await at(view, '22:/payload');
  await press(view, '?');
  const dialog = view.page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  await press(view, 'Tab'); await press(view, 'Tab');
  assert.equal(await view.page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null), true);
  await press(view, 'ArrowDown');
  assert.equal(await press(view, 'Escape'), '22:/payload');
  assert.equal(await dialog.count(), 0);
  await view.close();
});

test('commands of the editor do what the keys do', async () => {
  const view = await open(broken);
  await at(view, '5:/payload');
  view.host.post({ type: 'do', action: 'nextFinding' }); await settled(view);
  assert.equal(await focused(view), '22:/payload');
  view.host.post({ type: 'do', action: 'previousBoundary' }); await settled(view);
  assert.equal(await focused(view), 'b:17:/payload');
  view.host.post({ type: 'do', action: 'nextTurn' }); await settled(view);
  assert.equal(await focused(view), '22:/payload');
  for (const action of ['copyText', 'copyRaw', 'copyWirePath', 'openSource'] as const) view.host.post({ type: 'do', action });
  await settled(view);
  assert.deepEqual(view.host.commands(), ['copyText 22:/payload', 'copyRaw 22:/payload', 'copyWirePath 22:/payload', 'openSource 22:/payload']);
  view.host.post({ type: 'do', action: 'toggleDetails' }); await view.page.locator('.details').waitFor({ state: 'detached' });
  view.host.post({ type: 'do', action: 'find' }); await view.page.locator('#find-query:focus').waitFor();
  await press(view, 'Escape');
  view.host.post({ type: 'do', action: 'filter' }); await view.page.locator('.filter-menu input:focus').waitFor();
  await press(view, 'Escape');
  view.host.post({ type: 'do', action: 'showKeys' }); await view.page.getByRole('dialog').waitFor();
  await view.close();
});

test('every control of the page is reached by Tab', async () => {
  const view = await open(explained);
  await at(view, '22:/payload');
  await settled(view);
  const wanted = await view.page.evaluate(() => [...document.querySelectorAll<HTMLElement>('button, input, [tabindex]')].filter((e) => e.tabIndex >= 0 && !(e as HTMLButtonElement).disabled && e.getClientRects().length > 0).length);
  await view.page.evaluate(() => { (document.activeElement as HTMLElement).blur(); });
  const seen = new Set<string>();
  for (let i = 0; i < wanted + 5; i += 1) {
    await view.page.keyboard.press('Tab');
    seen.add(await view.page.evaluate(() => { const all = [...document.querySelectorAll('*')]; return String(all.indexOf(document.activeElement!)); }));
  }
  assert.ok(seen.size >= wanted, `${seen.size} of ${wanted}`);
  await view.close();
});
