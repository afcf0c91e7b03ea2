import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointerAt } from '../../../src/core/records/pointer-at.ts';

const TEXT = '{"a": {"b": [1, {"c/d": "text"}, null]}, "e": true}';
const at = (part: string, plus = 0): string => pointerAt(TEXT, TEXT.indexOf(part) + plus);

test('the pointer of the innermost value at an offset is found', () => {
  assert.equal(at('text'), '/a/b/1/c~1d');
  assert.equal(at('1,'), '/a/b/0');
  assert.equal(at('null'), '/a/b/2');
  assert.equal(at('true'), '/e');
});

test('a key stands for the member it names, the opening brace for its object', () => {
  assert.equal(at('"b"'), '/a/b');
  assert.equal(at('"e"', 1), '/e');
  assert.equal(pointerAt(TEXT, 0), '');
  assert.equal(at('{"b'), '/a');
});

test('depth does not matter', () => {
  const deep = `${'['.repeat(200_000)}1`;
  assert.equal(pointerAt(deep, deep.length - 1).length, 400_000);
});
