// Writes the README's tables of formats, targets and rules from the registries, between their markers. `--check` only tells whether they are fresh.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

const { outputFiles } = await build({ entryPoints: ['src/core/export/catalogue.ts'], bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' });
const { catalogue } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

const cell = (text) => String(text).replace(/\s+/g, ' ').replace(/\\(?=\|)|\|/g, '\\$&').replace(/<(?=[a-z/!])/gi, '&lt;');
const table = (head, rows) => [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`).join('\n');
const options = (list) => list.map((o) => `${o.name}${Array.isArray(o.values) ? `: ${o.values.map((v) => v === o.default ? `**${v}**` : v).join(', ')}` : ''}`).join('; ');
const tables = {
  formats: () => table(['id', 'what it reads'], catalogue.formats().map((f) => [`\`${f.id}\``, f.description])),
  targets: () => table(['id', 'kind', 'what it is', 'options'], catalogue.targets().map((t) => [`\`${t.id}\``, t.kind, t.description, options(t.options)])),
  rules: () => table(['id', 'severity', 'what, when and why', 'fix'], catalogue.rules().map((r) => [`\`${r.id}\``, r.severity, r.summary, r.fix])),
};

const before = readFileSync('README.md', 'utf8');
let after = before;
for (const [name, make] of Object.entries(tables)) {
  const place = new RegExp(`(<!-- table:${name} -->\n)[\\s\\S]*?(<!-- /table:${name} -->)`);
  if (!place.test(after)) { console.error(`README.md has no markers for the table of ${name}`); process.exit(1); }
  after = after.replace(place, (_, open, close) => `${open}\n${make()}\n\n${close}`);
}
if (process.argv.includes('--check')) {
  if (after !== before) { console.error('The tables of README.md are stale: node .ci/tables.mjs writes them'); process.exit(1); }
} else if (after !== before) writeFileSync('README.md', after);
