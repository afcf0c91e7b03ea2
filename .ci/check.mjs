// What must hold before anything runs: types of every realm, arrows, lint, and that contributions and commands agree.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let failed = 0;
const run = (name, args) => {
  const started = Date.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  console.log(`${name}: ${status === 0 ? 'ok' : 'failed'} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) failed++;
};
for (const realm of ['core', 'node', 'webview', 'test']) run(`types of ${realm}`, ['node_modules/typescript/bin/tsc', '-p', `.ci/tsconfig.${realm}.json`]);
run('imports', ['.ci/imports.mjs']);
run('lint', ['node_modules/eslint/bin/eslint.js', '--config', '.ci/eslint.config.mjs', '--max-warnings', '0', 'src', 'test']);
run('contributions', ['.ci/contributions.mjs']);
const lock = readFileSync('package-lock.json', 'utf8') + readFileSync('test/vscode-host/package-lock.json', 'utf8') + readFileSync('test/sdk-types/package-lock.json', 'utf8');
if (/"resolved": "https?:/.test(lock)) { console.error('a lock file names download addresses'); failed++; }
process.exit(failed === 0 ? 0 : 1);
