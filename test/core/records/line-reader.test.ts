import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { concat, memorySource } from '../../../src/core/records/byte-source.ts';
import { LineReader } from '../../../src/core/records/line-reader.ts';
import { bytesOf, readAll, shortReads, type RecordLog } from '../../support/record-log.ts';

const values = (log: RecordLog): unknown[] => log.records.map((r) => r.value);
const codes = (log: RecordLog): string[] => log.problems.map((p) => p.code);

test('each line is a record with its physical line, number and span', async () => {
  const log = await readAll(memorySource('f', bytesOf('{"a":1}\r\n\n  {"b":2} \n{"c":3}')));
  assert.deepEqual(log.records.map(({ source: s, terminated }) => [s.line, s.record, s.start, s.end, terminated]), [[1, 0, 0, 7, true], [3, 1, 12, 19, true], [4, 2, 21, 28, false]]);
  assert.deepEqual(log.problems, []);
});

test('a byte order mark on the first line is no content, whether the line parses or not', async () => {
  assert.deepEqual(values(await readAll(memorySource('f', bytesOf('\ufeff{"a":1}\n')))), [{ a: 1 }]);
  assert.deepEqual(values(await readAll(memorySource('f', bytesOf('\ufeff{"a":1}{"b":2}\n')))), [{ a: 1 }, { b: 2 }]);
});

test('a torn record does not take the next one with it', async () => {
  const log = await readAll(memorySource('f', bytesOf('{"type":"x","text":"prNu{"type":"y"}\n{"type":"z"}\n')));
  assert.deepEqual(values(log), [{ type: 'y' }, { type: 'z' }]);
  assert.deepEqual(codes(log), ['records/torn-line']);
  assert.deepEqual([log.problems[0]!.source.start, log.problems[0]!.source.end], [0, 24]);
});

test('NUL bytes before, behind, between and instead of records are reported and cost no record', async () => {
  for (const most of [1, 3, 1 << 20]) {
    const log = await readAll(shortReads(bytesOf('\0\0{"a":1}\n{"b":2}\0\n{"c":3}\0\0{"d":4}\n\0\0\0\0\n{"e":5}\n'), most));
    assert.deepEqual(values(log), [{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }, { e: 5 }], `reads of ${most}`);
    assert.deepEqual(codes(log).filter((c) => c === 'records/nul-bytes').length, 4, `reads of ${most}`);
  }
});

test('a first line longer than the limit of a call is read on, not read again for ever', async () => {
  const line = JSON.stringify({ text: 'x'.repeat(3 << 20) });
  const log = await readAll(memorySource('f', bytesOf(`${line}\n{"a":1}\n`)), 1000);
  assert.equal(log.records.length, 2);
});

test('a gigabyte of zeros without a line break costs no memory', async () => {
  const zeros = new Uint8Array(1 << 20);
  const size = 1 << 30;
  const before = process.memoryUsage().rss;
  const log = await readAll({ name: 'zeros', size: () => Promise.resolve(size), read: (at, n) => Promise.resolve(zeros.subarray(0, Math.min(n, size - at))) });
  assert.deepEqual(codes(log), ['records/nul-bytes']);
  assert.deepEqual([log.problems[0]!.source.start, log.problems[0]!.source.end], [0, size]);
  assert.ok(process.memoryUsage().rss - before < 200 << 20);
});

test('an unfinished last line is told of, and read when it is finished', async () => {
  let bytes = bytesOf('{"a":1}\n{"b":');
  const source = { name: 'g', size: () => Promise.resolve(bytes.length), read: (at: number, n: number) => Promise.resolve(bytes.subarray(at, at + n)) };
  const reader = new LineReader(source, 0);
  const log = await readAll(source, undefined, reader);
  assert.deepEqual(values(log), [{ a: 1 }]);
  assert.deepEqual(log.torn.map((s) => [s.line, s.start, s.end]), [[2, 8, 13]]);
  bytes = bytesOf('{"a":1}\n{"b":2}');
  await readAll(source, undefined, reader, log);
  bytes = bytesOf('{"a":1}\n{"b":2}\n{"c":3}\n');
  await readAll(source, undefined, reader, log);
  assert.deepEqual(values(log), [{ a: 1 }, { b: 2 }, { c: 3 }]);
  assert.deepEqual(log.records.map((r) => r.source.line), [1, 2, 3]);
});

test('bytes that are not UTF-8 are a problem, and the record is still there', async () => {
  const log = await readAll(memorySource('f', concat([bytesOf('{"a":"'), new Uint8Array([0xff, 0xfe]), bytesOf('"}\n')])));
  assert.deepEqual(values(log), [{ a: '\ufffd\ufffd' }]);
  assert.deepEqual(codes(log), ['records/invalid-utf8']);
});

const piece = fc.oneof(
  fc.json({ maxDepth: 2 }).map(bytesOf), fc.constantFrom('\n', '\r\n', '\0', '\0\0\n', '\ufeff', ' ', '{"type":"a"}', '{"type":"b","c":"', '}{', '{', '"', '\\').map(bytesOf), fc.uint8Array({ maxLength: 12 }),
);

test('every byte that is not white space belongs to a record, a problem or the pending line, however it is read', async () => {
  await fc.assert(fc.asyncProperty(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 64 }), async (pieces, most, limit) => {
    const bytes = concat(pieces.length === 0 ? [new Uint8Array()] : pieces);
    const whole = await readAll(memorySource('f', bytes));
    const owned = new Uint8Array(bytes.length);
    for (const { source } of [...whole.records, ...whole.problems]) owned.fill(1, source.start, source.end);
    for (const source of whole.torn) owned.fill(1, source.start, source.end);
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) owned.fill(1, 0, 3);
    bytes.forEach((byte, at) => { if (owned[at] === 0) assert.ok([0x20, 0x09, 0x0a, 0x0d].includes(byte), `byte ${at} (${byte}) belongs to nothing`); });
    whole.records.forEach(({ source, value }, k) => {
      assert.deepEqual(JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(source.start, source.end))), value);
      assert.equal(source.line, 1 + bytes.subarray(0, source.start).filter((b) => b === 0x0a).length);
      if (k > 0) { const before = whole.records[k - 1]!.source; assert.ok(source.start >= before.end && source.record > before.record); }
    });
    assert.deepEqual(await readAll(shortReads(bytes, most), limit), whole);
  }), { numRuns: 600 });
});
