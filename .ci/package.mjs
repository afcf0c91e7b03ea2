// Builds minified bundles and packs turnlens-VERSION.vsix; fails where it is too large or holds what does not belong in it.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT = 1_500_000;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const out = `turnlens-${version}.vsix`;
const vsce = (args) => spawnSync(process.execPath, [join('node_modules', '@vscode', 'vsce', 'vsce'), ...args], { encoding: 'utf8' });

// `vscode:prepublish` makes the minified bundles.
const made = vsce(['package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', out]);
if (made.status !== 0) { console.error(made.stdout, made.stderr); process.exit(1); }
const listed = vsce(['ls', '--no-dependencies']).stdout.split('\n').filter(Boolean);
const strange = listed.filter((path) => /^(?:src|test|node_modules|\.ci)\/|\.map$|golden/.test(path));
const { size } = statSync(out);
console.log(`${out}: ${listed.length} files, ${(size / 1e6).toFixed(2)} MB`);
if (strange.length > 0) { console.error(`these do not belong in it: ${strange.join(', ')}`); process.exit(1); }
if (size > LIMIT) { console.error(`it is larger than ${LIMIT} bytes`); process.exit(1); }
