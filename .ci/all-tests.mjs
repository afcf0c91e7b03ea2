// Everything that must hold, in order: check, bundles, unit + property + golden + command line, page in Chromium, suite in a
// real VS Code, packaged extension driven like a user. Ends with one line: N passed, N failed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureChromium } from './chromium.mjs';

const started = Date.now();
let passed = 0;
let failed = 0;

/** Runs a step, shows its output as it comes, and adds up what its closing lines say. A step that says nothing counts as one. */
function step(name, command, args, env = {}) {
  console.log(`\n== ${name}`);
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    const take = (to) => (data) => { output += data; to.write(data); };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('close', (code) => {
      const sum = (pattern) => [...output.matchAll(pattern)].reduce((total, m) => total + Number(m[1]), 0);
      const good = sum(/^(?:ℹ|#) pass (\d+)$/gm) + sum(/^\s*(\d+) passed, \d+ failed/gm);
      const bad = sum(/^(?:ℹ|#) fail (\d+)$/gm) + sum(/^\s*\d+ passed, (\d+) failed/gm) + sum(/^(?:ℹ|#) cancelled (\d+)$/gm);
      passed += good + (good + bad === 0 && code === 0 ? 1 : 0);
      failed += bad > 0 ? bad : code === 0 ? 0 : 1;
      console.log(`== ${name}: ${code === 0 ? 'ok' : `exit ${code}`} after ${Math.round((Date.now() - started) / 1000)} s`);
      done(code === 0);
    });
  });
}

const node = (name, args, env) => step(name, process.execPath, args, env);
const npm = (name, script) => step(name, 'npm', ['run', '--silent', script]);

await npm('check', 'check');
await npm('build', 'build');
// Two test files use each of these folders: installed here, once, so that they cannot install at the same time.
for (const folder of ['test/sdk-types', 'test/differential']) {
  if (existsSync(`${folder}/node_modules`)) continue;
  console.log(`installing ${folder} (development only)`);
  spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
await node('unit, property, golden and command line', ['.ci/test.mjs']);
const chromium = ensureChromium();
if (chromium === undefined) failed++;
else {
  await node('page in Chromium', ['.ci/test.mjs', 'webview'], { CHROMIUM: chromium });
  await step('suite in VS Code', 'npm', ['run', '--silent', 'test:host'], { CHROMIUM: chromium });
  await step('packaged extension, as a user', 'npm', ['run', '--silent', 'test:user'], { CHROMIUM: chromium });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
