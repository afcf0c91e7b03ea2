import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { focused, open, settled, start, stop, type View } from './page.ts';
import { broken, corrupt, explained, failed, held, hostile, huge, reading, rejected, settlement, unknown } from './samples.ts';
import { session, target } from './sample-session.ts';

before(start);
after(stop);

const at = async (view: View, id: string): Promise<void> => { view.host.post({ type: 'reveal', row: view.host.index(id)!, id, ring: false, say: '' }); await view.page.locator(`.row[data-id="${id}"]:focus`).waitFor(); };

test('a broken boundary: one red bracket over two responses, the seam welded, the strip says what was lost', async () => {
  const view = await open(broken, { height: 1300 });
  const strip = view.page.locator('.strip.error');
  for (const words of ['R2 and R3 would be joined in messages.3', 'may reject', 'blocks in the latest assistant message cannot be modified', 'L21 agent message of /root/helper', 'anthropic/thinking-modified-latest']) assert.ok((await strip.innerText()).includes(words), words);
  const rails = await view.page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.row[data-index]')].map((row) => ({ id: row.dataset['id'], broken: row.querySelector('.wire.broken') !== null, dashed: row.querySelector('.wire.unsent') !== null, weld: row.querySelector('.weld') !== null, pill: row.querySelector('.pill')?.textContent ?? null, lock: row.querySelector('.mark.lock') !== null })));
  assert.deepEqual(rails.filter((r) => r.broken).map((r) => r.id), ['17:/payload', 't:20', '20:/payload/content/0', 'b:17:/payload', 't:22', '22:/payload', '23:/payload']);
  assert.deepEqual(rails.filter((r) => r.dashed).map((r) => r.id), ['20:/payload/content/0']);
  assert.deepEqual(rails.filter((r) => r.weld).map((r) => r.id), ['t:20', '20:/payload/content/0', 'b:17:/payload', 't:22']);
  assert.deepEqual(rails.filter((r) => r.pill !== null).map((r) => `${r.id} ${r.pill}`), ['t:11 R1', 't:17 R2', 't:22 R3']);
  assert.deepEqual(rails.filter((r) => r.lock).map((r) => r.id), ['11:/payload', '17:/payload', '22:/payload']);
  await strip.getByRole('button', { name: 'L21 agent message' }).click(); await settled(view);
  assert.equal(await focused(view), '20:/payload/content/0');
  await strip.getByRole('button', { name: 'Show in wire JSON' }).click(); await settled(view);
  assert.equal(await view.page.locator('#tab-wire').getAttribute('aria-selected'), 'true');
  assert.equal(await focused(view), '22:/payload');
  await strip.getByRole('button', { name: 'anthropic/thinking-modified-latest' }).click(); await settled(view);
  assert.deepEqual(view.host.commands(), ['openRule anthropic/thinking-modified-latest']);
  await view.close();
});

test('labels say kind, signed, response, decision at path, line, in this order; rails are hidden from screen readers', async () => {
  const view = await open(broken);
  await at(view, '22:/payload');
  assert.equal(await view.page.locator('.row[data-id="22:/payload"]').getAttribute('aria-label'), 'thinking, signed, R3, merged at messages.3.content.1, error, line 23');
  assert.equal(await view.page.locator('.rail:not([aria-hidden=true])').count() - await view.page.locator('.columns .rail').count(), 0);
  const feed = view.page.getByRole('feed');
  assert.equal(await feed.count(), 1);
  const articles = await feed.locator('> article').evaluateAll((all) => all.map((a) => [a.getAttribute('aria-posinset'), a.getAttribute('aria-setsize')]));
  assert.ok(articles.length > 3);
  assert.ok(articles.every(([, setsize]) => setsize === '8'));
  assert.deepEqual(articles.map(([pos]) => Number(pos)), articles.map((_, i) => Number(articles[0]![0]) + i));
  await view.close();
});

test('omitted blocks stay visible with reason and rule, inserted ones stand as ghosts', async () => {
  const view = await open(held, { height: 1300 });
  const omitted = view.page.locator('.row.omitted');
  assert.equal(await omitted.count(), 1);
  assert.ok((await omitted.innerText()).includes('no other provider can read it'));
  const ghost = view.page.locator('.row.ghost');
  assert.ok((await ghost.innerText()).includes('In no record. Ends on a tool result'));
  assert.equal(await ghost.locator('.bar').count(), 0);
  await view.close();
});

test('pinned targets stand in columns of their own, the chosen one first', async () => {
  const view = await open(settlement);
  assert.deepEqual(await view.page.locator('.head-for').allInnerTexts(), ['dsh/messages', 'dsh/chat', 'dsh/pi-ai']);
  assert.deepEqual(await view.page.locator('.row[data-id="8:/data/content/1"] .chip').allInnerTexts(), ['omitted', 'omitted', 'omitted']);
  assert.deepEqual(await view.page.locator('.row[data-id="8:/data/content/0"] .chip').allInnerTexts(), ['kept', 'merged', 'merged']);
  await view.close();
});

test('problems in the file stand at their line, the rest of the session around them', async () => {
  const view = await open(corrupt);
  assert.ok((await view.page.locator('.header').innerText()).includes('2 problems'));
  await view.page.locator('.strip.error').getByRole('button', { name: 'Go to line 122' }).click(); await settled(view);
  assert.deepEqual(view.host.commands(), ['openSource p:122']);
  assert.equal(await view.page.locator('.bar.inferred').count() > 0, true);
  await view.close();
});

test('an unknown file: what was found, what came closest, and a format to choose', async () => {
  const view = await open(unknown);
  const text = await view.page.locator('.blank').innerText();
  for (const words of ['No known session format', '2\u202f048 JSON records', 'OpenAI Chat body', 'no session_meta record']) assert.ok(text.includes(words), words);
  await view.page.getByRole('button', { name: 'Choose a format' }).click();
  await view.page.getByRole('button', { name: 'Open as text' }).click(); await settled(view);
  assert.deepEqual(view.host.commands(), ['chooseFormat', 'openAsText']);
  await view.close();
});

test('a file that cannot be read: the message, retry, open as text; a later session takes its place', async () => {
  const view = await open(failed);
  assert.ok((await view.page.locator('.blank').innerText()).includes('permission denied'));
  await view.page.getByRole('button', { name: 'Try again' }).click(); await settled(view);
  assert.deepEqual(view.host.commands(), ['retry']);
  view.host.sample = held; view.host.receive({ type: 'ready' });
  await view.page.locator('.row[data-id]').first().waitFor();
  await view.close();
});

test('while reading: progress, cancel, decisions not yet known; then they come without a jump', async () => {
  const view = await open(reading);
  const bar = view.page.getByRole('progressbar');
  assert.equal(await bar.getAttribute('aria-valuenow'), '29');
  assert.ok((await view.page.locator('.header').innerText()).includes('Reading 412 MB of 1.4 GB'));
  assert.ok((await view.page.locator('.scroller').innerText()).includes('not yet'));
  assert.equal(await view.page.locator('.chip').count(), 0);
  assert.equal(await view.page.locator('article').first().getAttribute('aria-setsize'), '-1');
  await view.page.getByRole('button', { name: 'Cancel' }).click(); await settled(view);
  assert.deepEqual(view.host.commands(), ['cancel']);
  view.host.post({ type: 'session', session: session() });
  view.host.post({ type: 'target', target: target() });
  await view.page.locator('.chip').first().waitFor();
  assert.equal(await bar.count(), 0);
  await view.close();
});

test('a rejected request: the serializer\u2019s own words at the block and in the header', async () => {
  const view = await open(rejected);
  assert.ok((await view.page.locator('.header').innerText()).includes('UNSUPPORTED_CONTENT'));
  assert.ok((await view.page.locator('.row[data-id="2:/payload"]').innerText()).includes('DeepSeek Messages cannot represent system update'));
  await view.close();
});

test('an explained error: the path underlined, one line of answer, the block ringed; weaker matches on request', async () => {
  const view = await open(explained);
  assert.equal(await view.page.locator('.explained mark').innerText(), 'messages.3.content.1');
  await view.page.locator('.explained').getByRole('button', { name: 'line 23' }).click(); await settled(view);
  assert.equal(await focused(view), '22:/payload');
  assert.equal(await view.page.locator('.row.ringed').getAttribute('data-id'), '22:/payload');
  await view.page.getByRole('button', { name: '1 weaker match' }).click();
  assert.ok((await view.page.locator('.weaker').innerText()).includes('reference serializer'));
  await view.page.getByRole('button', { name: 'Close the explanation' }).click();
  assert.equal(await view.page.locator('.ringed').count(), 0);
  await view.close();
});

test('details: decision, findings, targets, signature, source, JSON, in this order; they follow focus and never take it', async () => {
  const view = await open(broken);
  await at(view, '22:/payload');
  await view.page.locator('.details h3', { hasText: 'Source' }).waitFor();
  assert.deepEqual((await view.page.locator('.details .section').evaluateAll((all) => all.map((s) => s.querySelector('h3, [role=tablist]')?.textContent?.replace(/\s*\d.*$/, '') ?? ''))), ['For opencodex/anthropic', 'Findings', 'All targets', 'Signature', 'Source', 'Text', 'Raw JSONWire JSON']);
  assert.equal(await focused(view), '22:/payload');
  await view.page.locator('.j-key').first().waitFor();
  await view.page.locator('#tab-raw').focus();
  await view.page.keyboard.press('ArrowRight');
  await view.page.locator('#tab-wire:focus[aria-selected=true]').waitFor();
  await view.page.getByRole('button', { name: 'Copy wire path' }).click();
  await view.page.getByRole('button', { name: 'Go to line 23' }).last().click();
  await view.page.locator('.finding').getByRole('button', { name: 'L18 thinking, R2' }).click(); await settled(view);
  assert.deepEqual(view.host.commands(), ['copyWirePath 22:/payload', 'openSource 22:/payload']);
  assert.equal(await focused(view), '17:/payload');
  await view.close();
});

test('running through rows asks for details once it rests', async () => {
  const view = await open(huge(500));
  await view.page.locator('.row[tabindex]').first().focus();
  await settled(view);
  const details = () => view.host.received.flatMap((m) => m.type === 'detail' ? [m.id] : []);
  const before = details().length;
  // In one task: a slow machine must not look like a reader who rests on each row.
  await view.page.evaluate(() => { for (let i = 0; i < 12; i += 1) document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })); });
  await settled(view); await settled(view);
  assert.deepEqual(details().slice(before), [await focused(view)]);
  await view.close();
});

test('a long text comes in pieces of 64 KB', async () => {
  const text = 'x'.repeat(64 << 10) + 'y'.repeat(64 << 10) + 'THE END';
  const view = await open({ ...held, texts: { '22:/payload': text } });
  await at(view, '22:/payload');
  const more = view.page.locator('.details').getByRole('button', { name: /^Show .* more characters/ }).first();
  await more.click(); await settled(view);
  assert.ok(!(await view.page.locator('.code.whole').innerText()).includes('THE END'));
  await more.click(); await settled(view);
  assert.equal((await view.page.locator('.code.whole').innerText()).length, text.length);
  assert.equal(view.host.received.filter((m) => m.type === 'text').length, 2);
  await view.close();
});

test('hostile text stays text: no element, no script, no active link; unseen characters are spelled out', async () => {
  const view = await open(hostile);
  await at(view, '1:/payload');
  await view.page.getByRole('button', { name: 'as Markdown' }).click();
  await view.page.locator('.markdown h4, .markdown h5').first().waitFor();
  assert.equal(await view.page.evaluate(() => 'hacked' in window), false);
  assert.equal(await view.page.locator('.view img, .view script, .view a, .view iframe, .view style, .view [style*="text-align"]').count(), 0);
  const row = await view.page.locator('.row[data-id="0:/payload"]').innerText();
  for (const mark of ['\u27e8RLO\u27e9', '\u27e8PDF\u27e9', '\u27e8ESC\u27e9', '\u27e8ZWSP\u27e9', '\u27e8NUL\u27e9']) assert.ok(row.includes(mark), mark);
  const all = await view.page.evaluate(() => document.documentElement.outerHTML);
  assert.doesNotMatch(all, /[\u202a-\u202e\u2066-\u2069\u200b\u0000\u001b]/);
  assert.ok((await view.page.locator('.markdown').innerText()).includes('javascript:alert(1)'), 'the address of a link is shown');
  assert.ok((await view.page.locator('.turn-facts').first().innerText()).includes('<b>x</b>'));
  assert.deepEqual(view.faults, [], 'and the page\u2019s policy was never hit');
  await view.close();
});

test('messages that do not fit the contract are dropped', async () => {
  const view = await open(held);
  await view.page.evaluate(() => { for (const bad of [null, 7, { type: 'session' }, { type: 'outline', outline: { generation: -1 } }, { type: 'rows', request: 1, generation: 1, first: 0, rows: [{ row: 'block' }] }, { type: 'nothing' }]) window.postMessage(bad, '*'); });
  await settled(view);
  assert.equal(await view.page.locator('h1').innerText(), 'Codex rollout');
  assert.deepEqual(view.faults, []);
  await view.close();
});

test('the live region speaks at most once a second, and the newest wins', async () => {
  const view = await open(held);
  await view.page.evaluate(() => { const told: [number, string][] = []; Object.assign(window, { told }); new MutationObserver(() => told.push([performance.now(), document.querySelector('[role=status]')!.textContent!])).observe(document.querySelector('[role=status]')!, { childList: true, characterData: true, subtree: true }); });
  for (let i = 0; i < 8; i += 1) view.host.post({ type: 'target', target: target({ verdict: `verdict ${i}` }) });
  await view.page.waitForTimeout(2500);
  const told = await view.page.evaluate(() => (window as unknown as { told: [number, string][] }).told);
  assert.ok(told.length >= 1 && told.length <= 3);
  assert.ok(told.at(-1)![1].includes('verdict 7'));
  for (let i = 1; i < told.length; i += 1) assert.ok(told[i]![0] - told[i - 1]![0] >= 950);
  await view.close();
});

test('the reader\u2019s place is kept and comes back after a reload', async () => {
  const first = await open(huge(3000));
  await at(first, '1403:/payload');
  await first.page.keyboard.press('ArrowRight');
  await first.page.keyboard.press('Alt+d');
  await first.page.waitForTimeout(400);
  const state = await first.page.evaluate(() => (window as unknown as { keptState: unknown }).keptState);
  const sent = first.host.received.filter((m) => m.type === 'state').at(-1);
  assert.deepEqual(sent?.state, state);
  await first.close();
  const again = await open(huge(3000), { state });
  await again.page.locator('.row[data-id="1403:/payload"]').waitFor();
  assert.equal(await again.page.locator('.details').count(), 0);
  assert.equal(await again.page.locator('.row[data-id="1403:/payload"] .txt.open').count(), 1);
  assert.equal(await again.page.locator('.row[data-id="1403:/payload"]').getAttribute('tabindex'), '0');
  assert.deepEqual(again.host.received[0], { type: 'ready', state });
  await again.close();
  const odd = await open(huge(30), { state: { open: 'no', filter: 3 } });
  assert.deepEqual(odd.host.received[0], { type: 'ready' }, 'a state that is not ours is not used');
  await odd.close();
});

test('hovering a bracket or a bar lights all its rows', async () => {
  const view = await open(broken, { height: 1300 });
  await view.page.locator('.row[data-id="22:/payload"] .wire').hover();
  assert.equal(await view.page.locator('.lit-wire').count(), 7);
  await view.page.locator('.row[data-id="t:17"] .pill').hover();
  assert.equal(await view.page.locator('.lit-response').count(), 2);
  await view.close();
});

test('the edge of the details is moved by keys and by the pointer, and kept', async () => {
  const view = await open(held);
  const width = () => view.page.locator('.details').evaluate((e) => e.clientWidth);
  const before = await width();
  await view.page.getByRole('separator').focus();
  await view.page.keyboard.press('ArrowLeft'); await settled(view);
  assert.ok(await width() > before);
  const edge = (await view.page.getByRole('separator').boundingBox())!;
  await view.page.mouse.move(edge.x + 3, edge.y + 200); await view.page.mouse.down(); await view.page.mouse.move(edge.x - 97, edge.y + 200, { steps: 4 }); await view.page.mouse.up();
  assert.ok(Math.abs(await width() - before - 124) < 8);
  await view.page.waitForTimeout(400);
  const kept = await view.page.evaluate(() => (window as unknown as { keptState: { split?: number } }).keptState.split);
  assert.ok(kept !== undefined && Math.abs(kept - before - 124) < 8);
  await view.close();
});

test('every theme at 320 to 1920 pixels: nothing is wider than the page', async () => {
  for (const width of [320, 480, 600, 720, 860, 1000, 1280, 1920]) {
    const view = await open(broken, { width });
    const over = await view.page.evaluate(() => [...document.querySelectorAll('.view *')].filter((e) => { const b = e.getBoundingClientRect(); return b.width > 1 && b.right > innerWidth + 1 && !e.closest('.code, .find, .unheard, .path, .excerpt, .counts, .turn-facts, h1, .missing'); }).map((e) => `${e.className} ${e.getBoundingClientRect().right}`).slice(0, 5));
    assert.deepEqual({ width, over }, { width, over: [] });
    await view.close();
  }
});

test('motion is off when less of it is wanted', async () => {
  for (const reducedMotion of [true, false]) {
    const view = await open(explained, { reducedMotion });
    view.host.post({ type: 'reveal', row: 14, id: '22:/payload', ring: true, say: '' });
    const row = view.page.locator('.row.ringed');
    await row.waitFor();
    assert.equal(await row.evaluate((e) => getComputedStyle(e).animationName === 'none'), reducedMotion);
    await view.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
    assert.equal(await row.evaluate((e) => getComputedStyle(e).animationName), 'none');
    await view.close();
  }
});
