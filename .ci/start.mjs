// npm start: builds and packs the extension, installs it into a temporary profile of the VS Code server in test/vscode-host, and
// serves it on this machine with the bundled samples opened. Needs `npm ci` only; it installs the server's packages itself.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinWith, install, prepare, start } from '../test/vscode-host/server.mjs';

// An extension for this demo alone: it opens the first sample in Turnlens, so that nothing depends on where one clicks first.
const OPENER = {
  'package.json': JSON.stringify({ name: 'turnlens-demo', publisher: 'turnlens', version: '0.0.1', engines: { vscode: '^1.101.0' }, main: './main.js', activationEvents: ['onStartupFinished'], extensionKind: ['workspace'] }),
  'main.js': `const vscode = require('vscode');
exports.activate = async () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder !== undefined && vscode.window.tabGroups.all.every((group) => group.tabs.length === 0)) await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.joinPath(folder.uri, 'codex-subagent-boundary.jsonl'), 'turnlens.session');
};
`,
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const packed = spawnSync(process.execPath, ['.ci/package.mjs'], { stdio: 'inherit' });
if (packed.status !== 0) process.exit(1);
prepare();
const folder = mkdtempSync(join(tmpdir(), 'turnlens-demo-'));
let server;
const end = async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
try {
  install(folder, `turnlens-${version}.vsix`);
  const samples = join(folder, 'samples');
  cpSync('media/samples', samples, { recursive: true });
  const token = randomBytes(16).toString('hex');
  // Sessions of the samples open in Turnlens with one click, instead of as text.
  server = await start(folder, { token, builtin: builtinWith(folder, 'turnlens-demo', OPENER), port: Number(process.env.PORT ?? 0), settings: { 'workbench.editorAssociations': { '*.jsonl': 'turnlens.session', '*.json': 'turnlens.session' } } });
  console.log(`\nVS Code with Turnlens: http://127.0.0.1:${server.port}/?tkn=${token}&folder=${encodeURIComponent(samples)}\nOpen the address in a browser on this machine: a sample opens in Turnlens by itself, the others with a click. Ctrl+C ends it.`);
  await server.gone;
} catch (error) {
  console.error(error.message);
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(1);
}
