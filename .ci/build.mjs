// Builds the bundles into dist/: extension host (cjs), worker (cjs), command line (cjs), webview (esm + css). `--watch`, `--minify`; names narrow it: `node .ci/build.mjs cli`.
import { build, context } from 'esbuild';
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const minify = process.argv.includes('--minify');
const wanted = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const common = { bundle: true, outdir: 'dist', sourcemap: minify ? false : 'linked', minify, logLevel: 'warning', target: 'es2023', legalComments: 'none' };
// jsonc-parser's main is UMD, which no bundler follows: its module build is taken.
const node = { ...common, platform: 'node', target: 'node20', mainFields: ['module', 'main'] };
const all = [
  { ...node, format: 'cjs', entryPoints: { extension: 'src/extension.ts' }, external: ['vscode'] },
  { ...node, format: 'cjs', entryPoints: { worker: 'src/worker/main.ts' } },
  { ...node, format: 'cjs', entryPoints: { cli: 'src/cli.ts' }, banner: { js: '#!/usr/bin/env node' }, define: { TURNLENS_VERSION: JSON.stringify(version) } },
  { ...common, platform: 'browser', format: 'esm', splitting: true, chunkNames: 'view-[hash]', entryPoints: { view: 'src/webview/main.tsx' }, jsx: 'automatic', jsxImportSource: 'preact' },
].filter((options) => Object.entries(options.entryPoints).every(([name, path]) => existsSync(path) && (wanted.length === 0 || wanted.includes(name))));

if (all.some((options) => 'view' in options.entryPoints)) {
  // The view's icons: the Codicons font with its licence (CC BY 4.0) beside it. media/view.css names the code points.
  copyFileSync('node_modules/@vscode/codicons/dist/codicon.ttf', 'media/codicon.ttf');
  copyFileSync('node_modules/@vscode/codicons/LICENSE', 'media/CODICONS-LICENSE.txt');
}

if (process.argv.includes('--watch')) for (const options of all) await (await context(options)).watch();
else {
  const results = await Promise.all(all.map((options) => build({ ...options, metafile: true })));
  // Chunks of the view carry a hash: those of earlier builds would pile up.
  const made = new Set(results.flatMap((result) => Object.keys(result.metafile.outputs)));
  const old = made.has('dist/view.js') ? readdirSync('dist').filter((name) => /^view-\w+\.js(\.map)?$/.test(name) && !made.has(`dist/${name}`)) : [];
  for (const name of old) rmSync(`dist/${name}`, { force: true });
}
