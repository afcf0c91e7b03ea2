// Bundles and runs the benchmark: npm run bench [-- --mb 100 --rounds 5].
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';

await build({ entryPoints: { bench: 'test/bench/bench.ts' }, outdir: 'dist', bundle: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external', logLevel: 'warning', outExtension: { '.js': '.mjs' } });
process.exit(spawnSync(process.execPath, ['dist/bench.mjs', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1);
