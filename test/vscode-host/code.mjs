#!/usr/bin/env node
// Stands in for the desktop "code" program: takes its arguments (as @vscode/test-electron gives them), runs the suite in the
// extension host of the VS Code server with a headless Chromium as its window, and exits with the suite's code.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { format } from 'node:util';
import { prepare, start, vscode } from './server.mjs';
import { openWindow } from './window.mjs';

const options = {};
const places = [];
for (const arg of process.argv.slice(2)) {
  const named = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
  if (named === null) places.push(arg);
  else (options[named[1]] ??= []).push(named[2] ?? true);
}
prepare();
if (options.version) { console.log(JSON.parse(readFileSync(join(vscode, 'package.json'), 'utf8')).version); process.exit(0); }
const tests = options.extensionTestsPath?.[0];
if (tests === undefined) { console.error('needs --extensionTestsPath'); process.exit(2); }

const NOISE = /^\[(AgentHost|AccountPolicyGate|reconnection|Service Worker|ChatModel|driver|DefaultAccount|chat-stt|remote-connection)|^(No search provider|Resolv|Creating a socket|Ignoring fetching|Updating additional|Timed out waiting for authentication)/;
const limit = Number(process.env.VSCODE_HOST_TIMEOUT_MS ?? 300_000);
const folder = mkdtempSync(join(tmpdir(), 'vscode-host-'));
let server;
let window;
let code = 1;
const picture = async () => { if (process.env.VSCODE_HOST_SHOT) await window?.page.screenshot({ path: process.env.VSCODE_HOST_SHOT }).catch(() => undefined); };
try {
  server = await start(folder, { smoke: true });
  window = await openWindow(folder);
  const { page } = window;
  const uri = (path) => `vscode-remote://127.0.0.1:${server.port}${encodeURI(resolve(path))}`;
  const done = new Promise((ok, fail) => {
    page.exposeFunction('codeAutomationExit', (result) => { ok(result); }).catch(fail);
    page.on('crash', () => { fail(new Error('the page crashed')); });
    setTimeout(() => { fail(new Error(`no exit after ${limit} ms`)); }, limit).unref();
  });
  // The workbench's log comes through here, the suite's console among it. A killed extension host also reports 0, so a suite
  // counts as finished only by its own closing line.
  let finished = false;
  await page.exposeFunction('codeAutomationLog', (_type, args) => {
    const line = format(...args);
    if (/^\s*\d+ (passing|passed)\b/.test(line)) finished = true;
    if (process.env.VSCODE_HOST_VERBOSE || !NOISE.test(line)) console.log(line);
  });
  page.on('pageerror', (error) => { if (process.env.VSCODE_HOST_VERBOSE) console.error('[page]', error.message); });
  const query = new URLSearchParams();
  const opened = places.find((place) => existsSync(place));
  if (opened !== undefined) query.set(statSync(opened).isDirectory() ? 'folder' : 'workspace', resolve(opened));
  query.set('payload', JSON.stringify([...(options.extensionDevelopmentPath ?? []).map((path) => ['extensionDevelopmentPath', uri(path)]), ['extensionTestsPath', uri(tests)]]));
  await page.goto(`http://127.0.0.1:${server.port}/?${query}`);
  code = Number(await done);
  if (code === 0 && !finished) { console.error('[vscode host] exit 0 without a closing line of the suite: the extension host died'); code = 1; }
  await picture();
} catch (error) {
  console.error('[vscode host]', error.message);
  await picture();
} finally {
  await window?.context.close().catch(() => undefined);
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(code);
