// A headless Chromium as the window of the VS Code server. Nothing but this machine is ever asked for.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from '../../.ci/chromium.mjs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Opens the window with a browser profile in `folder`. */
export async function openWindow(folder, viewport = { width: 1280, height: 800 }) {
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error('no Chromium');
  const context = await chromium.launchPersistentContext(join(folder, 'chrome'), { executablePath, headless: true, viewport, args: FLAGS });
  await context.route('**/*', (route) => { const { hostname } = new URL(route.request().url()); return hostname === '' || hostname === '127.0.0.1' ? route.continue() : route.abort(); });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
  return { context, page: context.pages()[0] ?? await context.newPage() };
}
