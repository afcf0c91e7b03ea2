// Checks the import arrows of the house (src/README.md), file sizes and names. Exits 1 with a line per fault.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

const CORE_ORDER = [['model'], ['signatures'], ['records'], ['formats'], ['turns'], ['replay'], ['targets', 'rules'], ['judge'], ['explain', 'repair', 'export']];
const REALMS = {
  core: { realms: ['core'], packages: ['jsonc-parser'] },
  protocol: { realms: ['protocol', 'core/model'], packages: ['zod/mini'] },
  worker: { realms: ['worker', 'core', 'protocol'], packages: ['node:', 'fzstd', 'xxhash-wasm', 'zod/mini', '@secretlint/'] },
  host: { realms: ['host', 'core', 'protocol', 'worker'], packages: ['vscode', 'node:', 'zod/mini', 'jsonc-parser', '@secretlint/'] },
  webview: { realms: ['webview', 'protocol', 'core/model'], packages: ['preact', '@preact/', '@tanstack/virtual-core', 'markdown-it', 'dompurify', 'highlight.js', 'diff', 'zod/mini'] },
  cli: { realms: ['cli', 'core', 'worker'], packages: ['node:', 'zod/mini', '@secretlint/'] },
  'extension.ts': { realms: ['host'], packages: ['vscode'] },
  'cli.ts': { realms: ['cli', 'core', 'worker'], packages: ['node:', 'zod/mini', '@secretlint/'] },
};
// A sibling of these folders is a unit of its own: formats, targets and rules never import one another.
const UNITS = { 'core/formats': new Set(['format', 'index', 'generic', 'anthropic-block', 'body', 'pi-message', 'responses-item']), 'core/targets': new Set(['index', 'auto', 'reference']), 'core/rules': new Set(['rule', 'index']) };
// signatures use pure byte and text reading; records use signatures only through an injected decoder.
const ALLOWED_BACK = new Set(['signatures>records']);

const faults = [];
const files = [];
const walk = (dir) => { for (const e of readdirSync(dir, { withFileTypes: true })) { const p = join(dir, e.name); if (e.isDirectory()) walk(p); else if (/\.tsx?$/.test(e.name)) files.push(p); } };
walk('src');
const level = (folder) => CORE_ORDER.findIndex((names) => names.includes(folder));
const realmOf = (path) => path.split(sep)[0];

for (const file of files) {
  const own = relative('src', file);
  const rules = REALMS[realmOf(own)];
  if (rules === undefined) { faults.push(`${file}: no such realm`); continue; }
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length;
  if (lines > 400) faults.push(`${file}: ${lines} lines (400 at most)`);
  for (const spec of [...text.matchAll(/(?:^|\n)(?:import|export)\s[^;]*?\sfrom\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|\bimport\('([^']+)'\)/g)].map((m) => m[1] ?? m[2] ?? m[3])) {
    if (!spec.startsWith('.')) {
      if (!rules.packages.some((p) => spec === p || spec.startsWith(p.endsWith('/') || p.endsWith(':') ? p : `${p}/`))) faults.push(`${file}: imports ${spec}`);
      continue;
    }
    const target = relative('src', normalize(join(dirname(file), spec)));
    if (!rules.realms.some((r) => target === r || target.startsWith(r + sep) || target.startsWith(r.replace('/', sep) + sep))) faults.push(`${file}: ${realmOf(own)} may not import ${target}`);
    if (realmOf(own) === 'core' && realmOf(target) === 'core') checkCore(file, own, target);
  }
}

function checkCore(file, own, target) {
  const from = own.split(sep)[1]; const to = target.split(sep)[1];
  if (from === undefined || to === undefined) return;
  if (from !== to && level(to) >= level(from) && !ALLOWED_BACK.has(`${from}>${to}`)) faults.push(`${file}: core/${from} may not import core/${to}`);
  const unit = UNITS[`core/${from}`];
  if (unit === undefined || from !== to) return;
  const name = (path) => path.split(sep).slice(2)[0]?.replace(/\.ts$/, '');
  const [a, b] = [name(own), name(target)];
  if (a !== b && !unit.has(b) && a !== 'index' && from !== 'rules') faults.push(`${file}: ${from}/${a} may not import its sibling ${b}`);
}

for (const bad of files.filter((f) => /(^|\/)(utils?|helpers?|common|misc|managers?|services?)(\.|\/)/i.test(f))) faults.push(`${bad}: a name that says nothing`);

for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? `imports: ${files.length} files, all arrows point one way` : `imports: ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
