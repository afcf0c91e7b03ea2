// Idempotent: lets the VS Code server find its dependencies in this folder's own node_modules, and picks the built-in extensions.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const vscode = join(here, 'node_modules/code-server/lib/vscode');
if (!existsSync(vscode)) { console.error('run npm ci in test/vscode-host first'); process.exit(1); }
const link = (target, path) => { rmSync(path, { recursive: true, force: true }); symlinkSync(target, path); };
link('../../..', join(vscode, 'node_modules'));
const keep = [
  'theme-defaults', 'theme-seti', 'theme-modern-icons', 'json', 'json-language-features', 'markdown-basics', 'markdown-language-features',
  'configuration-editing', 'references-view', 'search-result', 'javascript', 'typescript-basics', 'shellscript', 'python', 'diff', 'log', 'yaml',
];
mkdirSync(join(here, 'builtin'), { recursive: true });
for (const name of keep) {
  if (existsSync(join(vscode, 'extensions', name))) link(`../node_modules/code-server/lib/vscode/extensions/${name}`, join(here, 'builtin', name));
}
console.log('vscode host ready');
