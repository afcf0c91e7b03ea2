// Bundles the suite of test/host and runs it inside a real VS Code: by default the server of test/vscode-host, with
// VSCODE_TEST_HOST=desktop a downloaded desktop VS Code. Closes with "N passed, N failed".
import { build } from 'esbuild';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTests } from '@vscode/test-electron';

const desktop = process.env.VSCODE_TEST_HOST === 'desktop';
if (!existsSync('dist/extension.js') || !existsSync('dist/worker.js') || !existsSync('dist/view.js')) { console.error('run npm run build first'); process.exit(1); }
if (!desktop) (await import('../test/vscode-host/server.mjs')).prepare();
const out = resolve('dist/test-host');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const files = readdirSync('test/host').filter((f) => f.endsWith('.host.ts') || f === 'suite.ts').map((f) => join('test/host', f));
await build({ entryPoints: files, outdir: out, bundle: true, format: 'cjs', platform: 'node', target: 'node20', external: ['vscode', 'mocha'], sourcemap: 'inline', logLevel: 'warning', mainFields: ['module', 'main'] });
const folder = mkdtempSync(join(tmpdir(), 'turnlens-host-'));
try {
  await runTests({
    ...(desktop ? { version: 'stable' } : { vscodeExecutablePath: resolve('test/vscode-host/code.mjs') }),
    extensionDevelopmentPath: resolve('.'), extensionTestsPath: join(out, 'suite.js'), launchArgs: [folder, '--disable-workspace-trust'],
    extensionTestsEnv: { TURNLENS_ROOT: resolve('.'), TURNLENS_FOLDER: folder, TURNLENS_ONLY: process.argv[2] ?? '' },
  });
} catch (error) {
  console.error(error.message ?? error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
