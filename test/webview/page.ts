import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { FakeHost } from './fake-host.ts';
import type { Sample } from './sample-session.ts';

export const THEMES = ['dark-modern', 'light-modern', 'hc-dark', 'hc-light'] as const;
export type Theme = (typeof THEMES)[number];
const BODY: Readonly<Record<Theme, string>> = { 'dark-modern': 'vscode-dark', 'light-modern': 'vscode-light', 'hc-dark': 'vscode-high-contrast', 'hc-light': 'vscode-high-contrast-light vscode-high-contrast' };
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };
const NONCE = 'dGVzdA';

/** Serves the built page as the extension does: the same policy, scripts by nonce, styles and fonts from here only. Files as they were at the start. */
async function serve(): Promise<Server> {
  const files = new Map<string, Buffer>();
  for (const folder of ['dist', 'media', 'test/webview/themes']) {
    for (const name of await readdir(folder)) if (/^view.*\.js$|\.(css|ttf)$/.test(name)) files.set(`${folder}/${name}`, await readFile(join(folder, name)));
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/') {
      const theme = url.searchParams.get('theme') as Theme;
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': `default-src 'none'; script-src 'nonce-${NONCE}'; style-src 'self'; font-src 'self'` });
      response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Turnlens</title><link rel="stylesheet" href="/test/webview/themes/${theme}.css"><link rel="stylesheet" href="/media/view.css"></head><body class="${BODY[theme]}"><div id="app"></div><script type="module" nonce="${NONCE}" src="/dist/view.js"></script></body></html>`);
      return;
    }
    const path = normalize(url.pathname).replace(/^\/+/, '');
    const bytes = files.get(path);
    if (bytes === undefined) { response.writeHead(404); response.end(); return; }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(bytes);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}

let shared: { readonly browser: Browser; readonly server: Server } | undefined;
export async function start(): Promise<void> {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  shared = { browser, server: await serve() };
}
export async function stop(): Promise<void> {
  await shared?.browser.close();
  await new Promise((closed) => shared?.server.close(closed));
}

export interface View { readonly page: Page; readonly host: FakeHost; readonly faults: string[]; readonly close: () => Promise<void> }
interface Wish { readonly theme?: Theme; readonly width?: number; readonly height?: number; readonly state?: unknown; readonly reducedMotion?: boolean; readonly forcedColors?: boolean }

/** Opens the page on a sample and waits until its rows (or what stands for them) are there. */
export async function open(sample: Sample, wish: Wish = {}): Promise<View> {
  if (shared === undefined) throw new Error('start() first');
  const context = await shared.browser.newContext({ viewport: { width: wish.width ?? 1400, height: wish.height ?? 900 }, reducedMotion: wish.reducedMotion === false ? 'no-preference' : 'reduce', forcedColors: wish.forcedColors === true ? 'active' : 'none' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('favicon')) faults.push(message.text()); });
  const host = new FakeHost(sample, (message) => { void page.evaluate((m) => { window.postMessage(m, '*'); }, message).catch(() => undefined); });
  await page.exposeFunction('toHost', (message: unknown) => { try { host.receive(message); } catch (error) { faults.push(String(error)); } });
  await page.addInitScript((state) => {
    let kept: unknown = state;
    Object.assign(window, { acquireVsCodeApi: () => ({ postMessage: (m: unknown) => { void (window as unknown as { toHost(m: unknown): void }).toHost(m); }, getState: () => kept, setState: (s: unknown) => { kept = s; Object.assign(window, { keptState: s }); } }) });
    document.addEventListener('securitypolicyviolation', (event) => { console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`); });
  }, wish.state);
  const port = (shared.server.address() as AddressInfo).port;
  await page.route('**/*', (route) => new URL(route.request().url()).host === `127.0.0.1:${port}` ? route.continue() : route.abort());
  await page.goto(`http://127.0.0.1:${port}/?theme=${wish.theme ?? 'dark-modern'}`);
  await page.locator(sample.count > 0 ? '.row[data-id]' : '.blank').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return { page, host, faults, close: () => context.close() };
}

/** Waits until the view has asked for nothing new for a moment and everything is drawn. */
export async function settled(view: View): Promise<void> {
  let before = -1;
  while (before !== view.host.received.length) { before = view.host.received.length; await view.page.waitForTimeout(140); }
}

/** A picture for people, kept as an artefact and never compared. */
export async function picture(view: View, name: string): Promise<void> {
  await mkdir(join('test', 'artefacts', 'view'), { recursive: true });
  await view.page.screenshot({ path: join('test', 'artefacts', 'view', `${name}.png`) });
}

/** The id of the row in focus. */
export function focused(view: View): Promise<string | undefined> {
  return view.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['id']);
}
