import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from '../../../src/core/records/line-reader.ts';
import { isSpace, salvage, stringEnd, valueEnd } from '../../../src/core/records/recover.ts';
import { bytesOf } from '../../support/record-log.ts';

const split = (text: string): (readonly [string, boolean])[] => {
  const bytes = bytesOf(text);
  const slice = (start: number, end: number): string => new TextDecoder().decode(bytes.subarray(start, end));
  return salvage(bytes, (start, end) => parse(slice(start, end)) !== undefined).map((p) => [slice(p.start, p.end), p.json] as const);
};

test('two records without a line break between them are two', () => {
  assert.deepEqual(split('{"a":1}{"b":[2]}'), [['{"a":1}', true], ['{"b":[2]}', true]]);
});

test('text around a record is kept apart from it', () => {
  assert.deepEqual(split('warning: {"type":"x"} done'), [['warning: ', false], ['{"type":"x"}', true], ['done', false]].map(([t, j]) => [(t as string).trimEnd(), j]));
});

test('a head inside a string of a whole record is no record', () => {
  const text = JSON.stringify({ type: 'x', text: 'say {"type":"y"} now' });
  assert.deepEqual(split(`${text}{"type":"z"}`), [[text, true], ['{"type":"z"}', true]]);
});

test('the end of a string is found behind any number of backslashes', () => {
  for (const body of ['', '\\\\', '\\"', '\\\\\\"x', 'a\\\\\\\\']) assert.equal(stringEnd(bytesOf(`"${body}" "`), 0), body.length + 1, body);
  assert.equal(stringEnd(bytesOf('"abc\\"'), 0), -1);
});

test('the end of a value ends where JSON.parse says it does', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string(), (value, behind) => {
    const text = JSON.stringify([value]);
    assert.equal(valueEnd(bytesOf(text + behind), 0), bytesOf(text).length);
    assert.equal(valueEnd(bytesOf(text.slice(0, -1)), 0), -1);
  }));
});

test('pieces are in order, apart, and cover all but white space', () => {
  fc.assert(fc.property(fc.array(fc.oneof(fc.json(), fc.constantFrom('{"type":"a","b":"', '{"type"', '}', '{', ' ', '"'), fc.string()), { maxLength: 12 }), (parts) => {
    const bytes = bytesOf(parts.join(''));
    const pieces = salvage(bytes, (start, end) => parse(new TextDecoder().decode(bytes.subarray(start, end))) !== undefined);
    let at = 0;
    for (const piece of pieces) {
      for (; at < piece.start; at++) assert.ok(isSpace(bytes[at]));
      assert.ok(piece.start >= at && piece.end > piece.start);
      at = piece.end;
    }
    for (; at < bytes.length; at++) assert.ok(isSpace(bytes[at]));
  }), { numRuns: 500 });
});

test('a hostile line of nothing but open heads is split in time that grows with its length', () => {
  const time = (count: number): number => {
    const bytes = bytesOf('{"type"'.repeat(count));
    const start = performance.now();
    const pieces = salvage(bytes, () => false);
    assert.deepEqual([pieces[0]!.start, pieces[pieces.length - 1]!.end], [0, bytes.length]);
    return performance.now() - start;
  };
  time(10_000);
  assert.ok(time(400_000) < 40 * time(40_000) + 200);
});
