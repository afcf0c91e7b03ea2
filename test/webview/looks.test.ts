import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { open, picture, settled, start, stop, THEMES, type View } from './page.ts';
import { broken, corrupt, explained, failed, held, hostile, reading, rejected, settlement, unknown } from './samples.ts';
import type { Sample } from './sample-session.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

before(start);
after(stop);

/** Each state with what a person would do first in it. */
const show = (id: string) => async (view: View) => { view.host.post({ type: 'reveal', row: view.host.index(id)!, id, ring: false, say: '' }); await view.page.locator(`.row[data-id="${id}"]:focus`).waitFor(); };

const STATES: readonly (readonly [string, Sample, ((view: View) => Promise<void>)?])[] = [
  ['held', held, show('22:/payload')],
  ['broken', broken, show('22:/payload')],
  ['settlement', settlement, show('8:/data/content/1')],
  ['corrupt', corrupt], ['unknown', unknown], ['reading', reading], ['rejected', rejected], ['failed', failed], ['hostile', hostile, show('1:/payload')],
  ['explained', explained, async (view) => { view.host.post({ type: 'reveal', row: 15, id: '22:/payload', ring: true, say: '1 exact match: turn 10, thinking, line 23' }); }],
  ['keys', held, async (view) => { await show('22:/payload')(view); await view.page.keyboard.press('?'); }],
  ['filter', held, async (view) => { await view.page.keyboard.press('Alt+f'); }],
  ['find', held, async (view) => { await view.page.keyboard.press('Control+f'); await view.page.keyboard.type('helper'); }],
];

for (const [name, sample, first] of STATES) {
  test(`${name}: no accessibility fault in any theme at 600 and 1400 pixels`, async () => {
    const all: unknown[] = [];
    for (const theme of THEMES) {
      for (const width of [600, 1400]) {
        const view = await open(sample, { theme, width });
        await first?.(view);
        await settled(view);
        await view.page.evaluate(AXE);
        const found = await view.page.evaluate(async () => {
          const result = await (window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }).axe.run();
          return result.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 200)} ${n.failureSummary ?? ''}`).join(' | ')}`);
        });
        await picture(view, `${name}-${theme}-${width}`);
        if (found.length > 0 || view.faults.length > 0) all.push({ theme, width, found, faults: view.faults });
        await view.close();
      }
    }
    assert.deepEqual(all, []);
  });
}

test('forced colours: lanes keep their hues, the row in focus its ring', async () => {
  const view = await open(broken, { forcedColors: true });
  await show('22:/payload')(view);
  await settled(view);
  await picture(view, 'broken-forced-colours-1400');
  const looks = await view.page.evaluate(() => { const style = (selector: string) => getComputedStyle(document.querySelector(selector)!); return { bars: new Set([...document.querySelectorAll('.bar')].map((bar) => getComputedStyle(bar).backgroundColor)).size, outline: style('.row:focus').outlineStyle }; });
  assert.ok(looks.bars >= 2);
  assert.equal(looks.outline, 'solid');
  await view.close();
});
