import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pointerStep, valueAt, type Json } from '../../../src/core/model/json.ts';
import { memorySource } from '../../../src/core/records/byte-source.ts';
import { locate, parseAt, positionOf, sliceAt } from '../../../src/core/records/positions.ts';
import { bytesOf } from '../../support/record-log.ts';

/** Every pointer of a value. */
function pointers(value: Json, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const steps = Array.isArray(value) ? value.map((v, k) => [k, v] as const) : Object.entries(value as { [k: string]: Json });
  return [at, ...steps.flatMap(([key, inner]) => pointers(inner, `${at}${pointerStep(key)}`))];
}

test('the slice at every pointer of a value is what JSON.parse has there', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    const parsed = JSON.parse(text) as Json;
    for (const pointer of pointers(parsed)) assert.deepEqual(parseAt(text, pointer), valueAt(parsed, pointer), pointer);
  }), { numRuns: 400 });
});

test('a pointer that leads nowhere has no place', () => {
  const text = '{"a":[1,{"b":2}],"":0}';
  for (const pointer of ['/x', '/a/2', '/a/-1', '/a/x', '/a/01', '/a/1.0', '/a/0/0', '/a/1/b/c', '/a/length', '/']) {
    assert.equal(parseAt(text, pointer), valueAt(JSON.parse(text) as Json, pointer), pointer);
  }
  assert.equal(locate('', ''), undefined);
});

test('the last of duplicate keys counts, as in JSON.parse', () => {
  const text = '{"a":1,"b":{"a":2},"a":{"c":3},"\\u0061":[4]}';
  assert.equal(sliceAt(text, '/a'), '[4]');
  assert.deepEqual(parseAt(text, '/a'), (JSON.parse(text) as { a: unknown }).a);
});

test('escaped keys are found by what they spell', () => {
  const key = 'a/b~c "\\\u2028\ud83d\ude00\ud800';
  const text = JSON.stringify({ x: 1, [key]: 'found' });
  assert.equal(parseAt(text, pointerStep(key)), 'found');
});

test('the text of a value is the bytes of the file', () => {
  const text = '{"a": {"n":1.0e2, "s":"\\u00e9\\/" } }';
  assert.equal(sliceAt(text, '/a'), '{"n":1.0e2, "s":"\\u00e9\\/" }');
  assert.equal(sliceAt(text, '/a/n'), '1.0e2');
});

test('depth does not matter', () => {
  const deep = 100_000;
  const text = `{"a":${'['.repeat(deep)}7${']'.repeat(deep)},"b":1}`;
  assert.equal(sliceAt(text, '/b'), '1');
  assert.equal(sliceAt(text, `/a${'/0'.repeat(deep)}`), '7');
});

test('lines count from one and columns in UTF-16 units, also behind other records of the line and a byte order mark', async () => {
  const text = '\ufeff{"x":"\ud83d\ude00é"}{"a":\n{"b":"\u00e9\ud83d\ude00","c":12}}\n';
  const bytes = bytesOf(text);
  const start = bytesOf('\ufeff{"x":"\ud83d\ude00é"}').length;
  const source = { file: 0, line: 1, record: 1, start, end: bytes.length - 1, pointer: '' };
  assert.deepEqual(await positionOf(source, memorySource('f', bytes)), { line: 1, column: 12, endLine: 2, endColumn: 20 });
  assert.deepEqual(await positionOf({ ...source, pointer: '/a/c' }, memorySource('f', bytes)), { line: 2, column: 16, endLine: 2, endColumn: 18 });
  assert.deepEqual(await positionOf({ ...source, start: 3, end: start, pointer: '/x' }, memorySource('f', bytes)), { line: 1, column: 6, endLine: 1, endColumn: 11 });
});
