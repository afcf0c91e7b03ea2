import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBytes } from '../../support/sessions.ts';

test('lines that are not JSON are one problem as long as no record stands between them', async () => {
  const session = await readBytes('one\n\ntwo {\n{"type":"x"}\nthree\n{"type":"y"}\n');
  const found = session.problems.filter((p) => p.code === 'records/not-json').map((p) => [p.source.line, p.source.start, p.source.end, p.message]);
  assert.deepEqual(found, [[1, 0, 10, '3 lines, 10 bytes that are not JSON'], [5, 24, 29, '5 bytes that are not JSON']]);
});

test('a file that no format matches says so, and an empty one that it holds nothing', async () => {
  const codes = async (text: string): Promise<string[]> => (await readBytes(text)).problems.map((p) => p.code);
  assert.deepEqual(await codes('{"a":1}\n{"b":2}\n'), ['session/no-format']);
  assert.deepEqual(await codes('[1,2]'), ['session/no-format']);
  assert.deepEqual(await codes(''), ['session/empty']);
});
