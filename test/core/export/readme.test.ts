import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from '../../../src/core/export/catalogue.ts';

test('the README\'s tables are what the registries say', () => {
  const { status, stderr } = spawnSync(process.execPath, ['.ci/tables.mjs', '--check'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const readme = readFileSync('README.md', 'utf8');
  for (const entry of [...catalogue.formats(), ...catalogue.targets(), ...catalogue.rules()]) assert.ok(readme.includes(`| \`${String(entry.id)}\` |`), String(entry.id));
});
