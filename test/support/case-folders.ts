import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The case folders below `root` (each holds an `input.*`), sorted: the list is never kept by hand. */
export function caseFolders(root: string): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some((e) => e.isFile() && e.name.startsWith('input.'))) found.push(folder);
    for (const entry of entries) if (entry.isDirectory()) walk(join(folder, entry.name));
  };
  if (existsSync(root)) walk(root);
  return found.sort();
}

/** The input file of a case folder. */
export function inputOf(folder: string): string {
  const name = readdirSync(folder).find((n) => n.startsWith('input.'));
  assert.ok(name, `${folder} has no input`);
  return join(folder, name);
}

/** JSON of an expected file. With UPDATE_CASES=1 the actual value is written instead, to be reviewed line by line. */
export function expectJson(path: string, actual: unknown): void {
  if (process.env.UPDATE_CASES === '1') { writeFileSync(path, `${JSON.stringify(actual, null, 1)}\n`); return; }
  assert.ok(existsSync(path), `${path} is missing`);
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(readFileSync(path, 'utf8')));
}
