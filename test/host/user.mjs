// Drives the packaged extension in a fresh profile as a person does: palette, explorer, view, keyboard, hover, export.
// Pictures go to test/artefacts/user/.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, start } from '../vscode-host/server.mjs';
import { openWindow } from '../vscode-host/window.mjs';

const PICTURES = 'test/artefacts/user';
const SESSION = 'codex-subagent-boundary.jsonl';

/** Runs every step; resolves with the exit code. */
export async function runAsUser(vsix) {
  const folder = mkdtempSync(join(tmpdir(), 'turnlens-user-'));
  const samples = join(folder, 'samples');
  cpSync('media/samples', samples, { recursive: true });
  mkdirSync(PICTURES, { recursive: true });
  let server;
  let window;
  let passed = 0;
  let failed = 0;
  try {
    install(folder, vsix);
    server = await start(folder);
    window = await openWindow(folder);
    const user = new User(window.page);
    await window.page.goto(`http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(samples)}`);
    await user.ready();
    for (const [name, step] of STEPS) {
      try {
        await step(user);
        passed++;
        console.log(`  ✔ ${name}`);
      } catch (error) {
        failed++;
        console.log(`  ✘ ${name}\n${error.stack ?? error}`);
        await user.picture(`failed-${failed}`);
      }
    }
  } catch (error) {
    failed++;
    console.log(`  ✘ the start\n${error.stack ?? error}`);
    await window?.page.screenshot({ path: join(PICTURES, 'failed-start.png') }).catch(() => undefined);
  } finally {
    await window?.context.close().catch(() => undefined);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

class User {
  constructor(page) { this.page = page; page.setDefaultTimeout(20_000); }

  /** The page of the view in front. */
  get view() { return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame'); }

  picture(name) { return this.page.screenshot({ path: join(PICTURES, `${name}.png`) }).catch(() => undefined); }

  /** The extension's commands are known some time after the workbench stands. */
  async ready() {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: SESSION }).waitFor();
    for (let tries = 0; tries < 20; tries++) {
      await this.page.keyboard.press('F1');
      await this.page.locator('.quick-input-widget input').waitFor();
      await this.page.keyboard.type('Turnlens: Inspect');
      const known = await this.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Inspect Session' }).first().waitFor({ timeout: 1500 }).then(() => true, () => false);
      await this.page.keyboard.press('Escape');
      if (known) return;
    }
    throw new Error('the palette never knew the extension');
  }

  async palette(text, entry = text) {
    await this.page.keyboard.press('F1');
    // Until the box has the keyboard, keys would go to the view.
    await this.page.locator('.quick-input-widget input:focus').waitFor();
    await this.page.keyboard.type(text);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: entry }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }

  async openText(name) {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await this.page.locator('.monaco-editor .view-line').first().waitFor();
  }

  async closeAll() { await this.palette('View: Close All Editors', 'Close All Editors'); }
}

const STEPS = [
  ['a session opens from the palette', async (user) => {
    await user.openText(SESSION);
    await user.palette('Turnlens: Inspect Session', 'Inspect Session');
    await user.view.getByText('Codex rollout').first().waitFor();
    await user.view.locator('.pill', { hasText: 'R1' }).first().waitFor();
    await user.picture('view');
  }],
  ['the view shows roles, decisions, responses and locks', async (user) => {
    for (const word of ['assistant', 'toolResult', 'agent message']) await user.view.getByText(word, { exact: false }).first().waitFor();
    assert.ok(await user.view.locator('.mark.lock').count() > 0, 'signed blocks have a lock');
    assert.ok(await user.view.locator('.row').count() > 8, 'rows are drawn');
  }],
  ['the target is chosen with the keyboard, and the view follows', async (user) => {
    await user.view.locator('.row').nth(3).click();
    await user.page.keyboard.press('Alt+T');
    await user.page.locator('.quick-input-widget input:focus').waitFor();
    await user.page.keyboard.type('opencodex/anthropic');
    await user.page.locator('.quick-input-list .monaco-list-row', { hasText: 'opencodex/anthropic' }).first().waitFor();
    await user.page.keyboard.press('Enter');
    await user.page.locator('.quick-input-list .monaco-list-row', { hasText: 'variant' }).first().waitFor();
    await user.page.keyboard.type('variant');
    await user.page.keyboard.press('Enter');
    await user.page.locator('.quick-input-list .monaco-list-row', { hasText: 'pre-93' }).first().click();
    await user.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Use it so' }).first().click();
    await user.view.getByText('Anthropic may reject this request').first().waitFor();
  }],
  ['the status bar says what is wrong', async (user) => {
    await user.page.locator('.statusbar-item', { hasText: /Turnlens: \d+ errors? for/ }).waitFor();
  }],
  ['F8 goes from finding to finding, details follow, and the welded responses are in sight', async (user) => {
    await user.view.locator('.row').nth(1).click();
    const rule = user.view.locator('aside').getByText('anthropic/thinking-modified-latest').first();
    for (let presses = 0; ; presses++) {
      await user.page.keyboard.press('F8');
      const there = await rule.waitFor({ timeout: 1500 }).then(() => true, () => false);
      if (there) break;
      if (presses === 8) throw new Error('F8 never came to the finding');
    }
    await user.view.getByText('would be joined').first().waitFor();
    await user.picture('broken');
  }],
  ['Ctrl+F finds text, Escape gives the keyboard back', async (user) => {
    await user.page.keyboard.press('Control+f');
    await user.page.keyboard.type('second one runs');
    await user.page.keyboard.press('Enter');
    await user.view.locator('.row[aria-current="true"], .row.current', { hasText: 'second one runs' }).first().waitFor();
    await user.page.keyboard.press('Escape');
    await user.view.locator('#find-query').waitFor({ state: 'detached' });
  }],
  ['after a reload of the window the view is there again, for the same target', async (user) => {
    await user.page.reload();
    await user.view.getByText('Anthropic may reject this request').first().waitFor();
    await user.view.locator('.pill').first().waitFor();
    await user.ready();
    await user.page.locator('.tabs-container .tab.active', { hasText: SESSION }).click();
  }],
  ['a hover in the text says what becomes of the line', async (user) => {
    await user.page.keyboard.press('Escape');
    await user.palette('View: Reopen Editor With Text Editor', 'Reopen Editor With Text Editor');
    await user.page.locator('.monaco-editor .view-line').first().waitFor();
    await user.page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await user.picture('squiggles');
    const hover = user.page.locator('.monaco-hover', { hasText: 'Show in Turnlens' }).first();
    for (let tries = 0; ; tries++) {
      await user.page.mouse.move(5, 5);
      await user.page.locator('.monaco-editor .squiggly-error').first().hover({ force: true, position: { x: 40, y: 6 } });
      const seen = await hover.waitFor({ timeout: 4000 }).then(() => true, () => false);
      if (seen) break;
      if (tries === 4) throw new Error('no hover');
    }
    await user.picture('hover');
  }],
  ['the link of the hover shows the block in the view', async (user) => {
    await user.page.locator('.monaco-hover a', { hasText: 'Show in Turnlens' }).first().click();
    await user.view.locator('.pill', { hasText: 'R1' }).first().waitFor();
    await user.closeAll();
  }],
  ['the problems view lists the finding with its rule', async (user) => {
    await user.openText(SESSION);
    await user.palette('Problems: Focus on Problems View', 'Focus on Problems View');
    await user.page.locator('.markers-panel', { hasText: 'anthropic/thinking-modified-latest' }).waitFor();
    await user.picture('problems');
    await user.palette('View: Close Panel', 'Close Panel').catch(() => user.page.keyboard.press('Escape'));
  }],
  ['the request is exported to an editor, and where it went is said', async (user) => {
    await user.palette('Turnlens: Export Request', 'Export Request');
    await user.page.locator('.quick-input-list .monaco-list-row', { hasText: 'JSON, in an editor' }).first().click();
    await user.page.locator('.notification-toast', { hasText: 'the request for' }).first().waitFor();
    await user.page.locator('.monaco-editor .view-line', { hasText: '"messages"' }).first().waitFor();
    await user.picture('export');
  }],
  ['a session opens from the explorer\'s menu', async (user) => {
    await user.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'torn-lines.jsonl' }).click({ button: 'right' });
    const entry = user.page.locator('.monaco-menu .action-item', { hasText: 'Inspect Session' }).first();
    await entry.waitFor();
    // A menu takes no click in the moment it appears.
    for (let tries = 0; tries < 10 && await entry.isVisible(); tries++) { await user.page.waitForTimeout(400); await entry.click({ timeout: 2000 }).catch(() => undefined); }
    await user.view.getByText('records/torn-line', { exact: false }).first().waitFor();
    await user.picture('corrupt');
  }],
];
