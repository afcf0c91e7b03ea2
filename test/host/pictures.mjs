// The view and the text in the real VS Code: pictures for people in four themes at two widths (test/artefacts/host/), and axe on
// every view. Closes with "N passed, N failed"; a violation fails. With --readme the README's pictures are taken as well.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, start } from '../vscode-host/server.mjs';
import { openWindow } from '../vscode-host/window.mjs';

const PICTURES = 'test/artefacts/host';
const README_PICTURES = 'media/pictures';
const THEMES = { 'dark-modern': 'Default Dark Modern', 'light-modern': 'Default Light Modern', 'hc-dark': 'Default High Contrast', 'hc-light': 'Default High Contrast Light' };
const WIDTHS = [1400, 600];
const G3 = 'test/golden/codex/0.171.0/g3-agent-message-boundary/session/rollout-2026-11-30T19-23-03-01a22de9-22cf-7c21-ad89-5383ad346a90.jsonl';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WELDED = { target: 'opencodex/anthropic', variant: 'pre-93', model: 'claude-opus-4-5' };

/** File, what it is replayed for, and a text that is there once the view stands. */
const VIEWS = [
  { name: 'g3', file: 'g3.jsonl', target: 'anthropic-messages', sign: 'Delegate.', find: 'Delegate.' },
  { name: 'boundary', file: 'codex-subagent-boundary.jsonl', target: 'old proxy', sign: 'would be joined', find: 'would be joined' },
  { name: 'settlement', file: 'dsh-settlement-notice.jsonl', target: 'dsh/messages', sign: 'settlement notice', find: 'settlement notice' },
  { name: 'corrupt', file: 'torn-lines.jsonl', target: 'auto', sign: 'records/torn-line' },
];

/** Takes every picture of one theme. Resolves with what failed. */
async function theme(vsix, name, readme) {
  const folder = mkdtempSync(join(tmpdir(), 'turnlens-pictures-'));
  const samples = join(folder, 'sessions');
  cpSync('media/samples', samples, { recursive: true });
  cpSync(G3, join(samples, 'g3.jsonl'));
  const faults = [];
  let server;
  let window;
  let taken = 0;
  try {
    install(folder, vsix);
    window = await openWindow(folder, { width: WIDTHS[0], height: 900 });
    for (const view of VIEWS) {
      server = await start(folder, { settings: {
        'workbench.colorTheme': THEMES[name], 'turnlens.defaultTarget': view.target, 'turnlens.targets': { 'old proxy': WELDED },
        'workbench.editorAssociations': { '*.jsonl': 'turnlens.session' }, 'workbench.layoutControl.enabled': false, 'window.commandCenter': false,
        ...(view.name === 'settlement' ? { 'turnlens.pinnedTargets': ['dsh/chat', 'dsh/pi-ai'] } : {}),
      } });
      try {
        taken += await views(window.page, server.port, samples, name, view, readme, faults);
      } catch (error) {
        faults.push(`${name} ${view.name}: ${error.message.split('\n')[0]}`);
        await window.page.screenshot({ path: join(PICTURES, `failed-${view.name}-${name}.png`) }).catch(() => undefined);
      }
      await server.stop();
    }
  } finally {
    await window?.context.close().catch(() => undefined);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return { taken, faults };
}

async function views(page, port, samples, theme, view, readme, faults) {
  let taken = 0;
  const take = async (name) => { await page.screenshot({ path: join(PICTURES, `${name}.png`) }); taken++; };
  page.setDefaultTimeout(20_000);
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(samples)}`);
  await openSession(page, view.file);
  const inside = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await inside.locator('.row').first().waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    if (view.find !== undefined) await reveal(page, inside, view.find);
    await inside.getByText(view.sign, { exact: false }).first().waitFor();
    await page.waitForTimeout(600);
    await take(`${view.name}-${theme}-${width}`);
    for (const violation of await violations(page)) faults.push(`${theme} ${view.name} ${width}: axe ${violation}`);
    if (readme && width === WIDTHS[0] && README[view.name] === theme) await page.screenshot({ path: join(README_PICTURES, `${view.name}.png`) });
  }
  if (view.name !== 'boundary') return taken;
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await palette(page, 'View: Reopen Editor With Text Editor', 'Reopen Editor With Text Editor');
  const squiggle = page.locator('.monaco-editor .squiggly-error').first();
  await squiggle.waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(400);
    await take(`squiggles-${theme}-${width}`);
    await hover(page, squiggle);
    await take(`hover-${theme}-${width}`);
    if (readme && width === WIDTHS[0] && README.text === theme) await page.screenshot({ path: join(README_PICTURES, 'text.png') });
    await page.keyboard.press('Escape');
  }
  return taken;
}

/** Which theme each README picture is taken in. */
const README = { boundary: 'dark-modern', settlement: 'light-modern', text: 'dark-modern' };

/** Contributions arrive late on a first start: until then a file opens as text. Look, close, and open again; then hide the side bar. */
async function openSession(page, file) {
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: file }).first();
  await row.waitFor();
  for (let tries = 0; ; tries++) {
    await row.dblclick();
    const there = await page.locator('iframe.webview.ready').first().waitFor({ timeout: 4000 }).then(() => true, () => false);
    if (there) break;
    if (tries === 6) throw new Error(`${file} never opened in the view`);
    await palette(page, 'View: Close All Editors', 'Close All Editors');
  }
  await palette(page, 'View: Toggle Primary Side Bar Visibility', 'Toggle Primary Side Bar Visibility');
}

async function palette(page, text, entry) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input:focus').waitFor();
  await page.keyboard.type(text);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: entry }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** Brings a row with a text into sight, by the view's own keys: End and up, until it is drawn. */
async function reveal(page, inside, text) {
  await inside.locator('.row').first().click({ position: { x: 200, y: 8 } }).catch(() => undefined);
  const wanted = inside.getByText(text, { exact: false }).first();
  for (let step = 0; step < 40; step++) {
    if (await wanted.isVisible().catch(() => false)) { await wanted.scrollIntoViewIfNeeded(); return; }
    await page.keyboard.press(step === 0 ? 'Home' : 'PageDown');
    await page.waitForTimeout(120);
  }
  throw new Error(`"${text}" was never in sight`);
}

async function hover(page, at) {
  const box = page.locator('.monaco-hover', { hasText: 'Show in Turnlens' }).first();
  for (let tries = 0; tries < 5; tries++) {
    await page.mouse.move(5, 5);
    await at.hover({ force: true, position: { x: 30, y: 6 } });
    if (await box.waitFor({ timeout: 4000 }).then(() => true, () => false)) return;
  }
  throw new Error('no hover');
}

/** axe on the page of the view itself; evaluated by the driver, so the page's own policy stays as it is. */
async function violations(page) {
  const frame = page.frames().find((f) => f.name() === 'active-frame') ?? page.frames().at(-1);
  await frame.evaluate(AXE);
  const result = await frame.evaluate(async () => { const found = await globalThis.axe.run(); return found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html.slice(0, 120)}`); });
  return result;
}

/** Every theme; resolves with the exit code. */
export async function takePictures(vsix, { readme = false, themes = Object.keys(THEMES) } = {}) {
  mkdirSync(PICTURES, { recursive: true });
  if (readme) mkdirSync(README_PICTURES, { recursive: true });
  let passed = 0;
  const failed = [];
  for (const name of themes) {
    const { taken, faults } = await theme(vsix, name, readme);
    passed += taken;
    failed.push(...faults);
    console.log(`  ${faults.length === 0 ? '✔' : '✘'} ${name}: ${taken} pictures`);
  }
  for (const fault of failed) console.log(`  ✘ ${fault}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}
