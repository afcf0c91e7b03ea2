// Bundles test/**/*.test.ts and runs them with node's test runner. Arguments narrow by path part: node .ci/test.mjs formats/dsh core
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const wanted = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const skip = new Set(['vscode-host', 'sdk-types', 'host', 'webview', 'bench', 'artefacts']);
const files = [];
const walk = (dir) => {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) { if (dir !== 'test' || !skip.has(entry.name) || wanted.some((w) => path.includes(w) || w.split('/')[0] === entry.name)) walk(path); }
    else if (/\.test\.tsx?$/.test(entry.name) && (wanted.length === 0 || wanted.some((w) => path.includes(w)))) files.push(path);
  }
};
walk('test');
if (files.length === 0) { console.error('no test files match'); process.exit(1); }
const out = `dist/test-${process.pid}`;
mkdirSync(out, { recursive: true });
await build({ entryPoints: files, outdir: out, outbase: 'test', bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20', sourcemap: 'inline', packages: 'external', logLevel: 'warning', outExtension: { '.js': '.mjs' }, jsx: 'automatic', jsxImportSource: 'preact' });
const built = files.map((f) => join(out, relative('test', f).replace(/\.tsx?$/, '.mjs')));
const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', `--test-concurrency=${process.env.TEST_CONCURRENCY ?? 2}`, ...built], { stdio: 'inherit', env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
if (existsSync(out)) rmSync(out, { recursive: true });
process.exit(run.status ?? 1);
