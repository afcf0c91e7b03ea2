import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { focused, open, settled, start, stop, type View } from './page.ts';
import { broken, held, huge } from './samples.ts';
import type { Sample } from './sample-session.ts';

before(start);
after(stop);

const nodes = (view: View) => view.page.evaluate(() => document.querySelectorAll('.scroller *').length);
const shown = (view: View) => view.page.evaluate(() => { const box = document.querySelector('.scroller')!.getBoundingClientRect(); return [...document.querySelectorAll<HTMLElement>('.row[data-index]')].filter((r) => { const b = r.getBoundingClientRect(); return b.bottom > box.top + 1 && b.top < box.bottom - 1; }).map((r) => Number(r.dataset['index'])); });
const scrollTo = async (view: View, share: number) => { await view.page.evaluate((s) => { const e = document.querySelector('.scroller')!; e.scrollTop = s * (e.scrollHeight - e.clientHeight); }, share); await settled(view); };
const at = async (view: View, id: string): Promise<void> => { view.host.post({ type: 'reveal', row: view.host.index(id)!, id, ring: false, say: '' }); await view.page.locator(`.row[data-id="${id}"]:focus`).waitFor(); };

test('100 000 rows: the page stays small wherever it is, and asks for rows in pieces', async () => {
  const view = await open(huge(100_000));
  const counts: number[] = [];
  for (const share of [0, 0.25, 0.5, 0.8, 1]) {
    await scrollTo(view, share);
    await view.page.locator('.waiting').first().waitFor({ state: 'detached' });
    counts.push(await nodes(view));
    const rows = await shown(view);
    assert.ok(rows.length > 5, `${rows.length} rows in view at ${share}`);
    for (let i = 1; i < rows.length; i += 1) assert.equal(rows[i], rows[i - 1]! + 1);
    assert.equal(await view.page.locator('.waiting').count(), 0, 'no row is still waiting');
    assert.ok(await view.page.locator('article').count() <= 60);
  }
  assert.ok(Math.max(...counts) < 1.6 * Math.min(...counts) && Math.max(...counts) < 1600, counts.join(', '));
  assert.equal((await shown(view)).at(-1), 99_999);
  for (const m of view.host.received) if (m.type === 'rows') assert.ok(m.count <= 200);
  assert.ok(view.host.received.filter((m) => m.type === 'rows').length < 30);
  assert.deepEqual(view.faults, []);
  await view.close();
});

test('rows touch each other: no gap and no overlap after jumps and wheel turns', async () => {
  const view = await open(huge(20_000));
  for (const share of [0.5, 0.1, 0.9]) {
    await scrollTo(view, share);
    for (let i = 0; i < 8; i += 1) await view.page.mouse.move(400, 500).then(() => view.page.mouse.wheel(0, i % 2 === 0 ? 400 : -250));
    await settled(view);
    const faults = await view.page.evaluate(() => { const rows = [...document.querySelectorAll<HTMLElement>('.row[data-index]')].map((r) => r.getBoundingClientRect()); return rows.slice(1).filter((r, i) => Math.abs(r.top - rows[i]!.bottom) > 0.6).length; });
    assert.equal(faults, 0);
  }
  await view.close();
});

test('beyond the height that a browser can scroll, both ends are reached and the wheel still moves row by row', async () => {
  const view = await open(huge(400_000));
  assert.ok(await view.page.evaluate(() => document.querySelector<HTMLElement>('.content')!.offsetHeight) <= 8_000_100);
  await scrollTo(view, 1);
  assert.equal((await shown(view)).at(-1), 399_999);
  await scrollTo(view, 0.5);
  const middle = (await shown(view))[0]!;
  assert.ok(middle > 180_000 && middle < 220_000, `row ${middle}`);
  await view.page.mouse.move(400, 500);
  await view.page.mouse.wheel(0, 300);
  await settled(view);
  const after = (await shown(view))[0]!;
  assert.ok(after > middle && after < middle + 20, `${middle} to ${after}`);
  await view.page.mouse.wheel(0, -300);
  await settled(view);
  assert.ok(Math.abs((await shown(view))[0]! - middle) <= 1);
  await view.page.locator('.row[tabindex]').first().focus();
  await view.page.keyboard.press('End'); await settled(view);
  assert.equal((await shown(view)).at(-1), 399_999);
  await view.page.keyboard.press('Home'); await settled(view);
  assert.equal(await focused(view), '1:/payload');
  await view.close();
});

test('focus survives virtual scrolling: the row that left keeps it, and a key goes on from there', async () => {
  const view = await open(huge(20_000));
  await at(view, '1:/payload');
  await scrollTo(view, 0.6);
  assert.equal(await view.page.locator('.row[data-id="1:/payload"]').count(), 0);
  assert.equal(await view.page.evaluate(() => document.activeElement?.className), 'scroller');
  await view.page.keyboard.press('ArrowDown'); await settled(view);
  assert.equal(await focused(view), '3:/payload');
  await scrollTo(view, 0.6); await scrollTo(view, 0);
  assert.equal(await focused(view), '3:/payload', 'focus goes back when the row does');
  await view.close();
});

test('a far row that the host names is reached and focused, however long it takes to come', async () => {
  const view = await open(huge(100_000));
  view.host.slow = true;
  view.host.post({ type: 'reveal', row: 70_003, id: '70003:/payload', ring: true, say: 'found' });
  await view.page.waitForTimeout(300);
  assert.ok(await view.page.locator('.waiting').count() > 0, 'rows stand in while they are on their way');
  view.host.release();
  await view.page.locator('.row[data-id="70003:/payload"]:focus.ringed').waitFor();
  assert.ok((await shown(view)).includes(70_003));
  await view.close();
});

test('a row that was jumped to stays in view while its neighbours find their heights', async () => {
  for (const [sample, id, width] of [[broken, '22:/payload', 600], [broken, '23:/payload', 400], [huge(9000), '4301:/payload', 500]] as const) {
    const view = await open(sample, { width });
    await at(view, id); await settled(view); await settled(view);
    const row = view.host.index(id)!;
    assert.ok((await shown(view)).includes(row), `row ${row} of ${(await shown(view)).join(' ')} at ${width}`);
    await view.close();
  }
});

/** The same session with rows before it, as when a filter is taken away or a head is read later. */
function shifted(sample: Sample, by: number): Sample {
  const front = huge(by);
  return { ...sample, count: sample.count + by, row: (i) => i < by ? { ...front.row(i), id: `front ${i}` } : sample.row(i - by), turns: [...front.turns, ...sample.turns.map((t) => t + by)] };
}

test('a new generation keeps the row, its place on the screen and focus', async () => {
  const sample = huge(5000);
  const view = await open(sample);
  await at(view, '2503:/payload');
  await settled(view);
  const top = () => view.page.evaluate(() => Math.round(document.activeElement!.getBoundingClientRect().top));
  const before = await top();
  view.host.renew(shifted(sample, 700));
  await settled(view); await settled(view);
  assert.equal(await focused(view), '2503:/payload');
  assert.ok(Math.abs(await top() - before) <= 3, `${before} to ${await top()}`);
  assert.equal(await view.page.evaluate(() => document.activeElement!.getAttribute('data-index')), '3203');
  await view.page.keyboard.press('ArrowDown'); await settled(view);
  assert.equal(await focused(view), '2505:/payload');
  await view.close();
});

test('an appended file: nothing moves, and the new rows are there', async () => {
  const view = await open(huge(700));
  await at(view, '353:/payload');
  await settled(view);
  const before = await shown(view);
  view.host.renew(huge(1400));
  await settled(view);
  assert.deepEqual(await shown(view), before);
  assert.equal(await focused(view), '353:/payload');
  await view.page.keyboard.press('End'); await settled(view);
  assert.equal((await shown(view)).at(-1), 1399);
  await view.close();
});

test('answers to an earlier generation are void', async () => {
  const view = await open(huge(2000));
  view.host.slow = true;
  await view.page.evaluate(() => { document.querySelector('.scroller')!.scrollTop = 30_000; });
  await view.page.waitForTimeout(200);
  view.host.sample = held; view.host.generation = 7;
  view.host.post({ type: 'outline', outline: { generation: 7, rows: held.count, total: held.count, turns: [...held.turns], filtered: false } });
  await view.page.waitForTimeout(100);
  view.host.release();
  await settled(view);
  assert.equal(await view.page.locator('.row[data-id="5:/payload"]').count(), 1);
  assert.ok(!(await view.page.locator('.scroller').innerText()).includes('lorem'));
  await view.close();
});
