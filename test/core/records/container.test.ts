import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { concat, memorySource, readRange } from '../../../src/core/records/byte-source.ts';
import { openContainer, type Opened } from '../../../src/core/records/container.ts';
import { frameAt, isZstd } from '../../../src/core/records/zstd-frames.ts';
import { memoryHost, readBytes } from '../../support/sessions.ts';
import { bytesOf } from '../../support/record-log.ts';
import { rawFrame as frame } from '../../support/raw-frame.ts';

const skippable = concat([new Uint8Array([0x5e, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), bytesOf('abc')]);

const open = (bytes: Uint8Array): Promise<Opened> => openContainer(memorySource('f', bytes), memoryHost());
async function textOf(opened: Opened): Promise<string> {
  return new TextDecoder().decode(await readRange(opened.bytes, 0, (await opened.bytes.size())!));
}
const codes = (opened: Opened): string[] => opened.problems.map((p) => p.code);

test('any number of frames, with and without checksum, and skippable ones between them, are one stream', async () => {
  const opened = await open(concat([frame(bytesOf('{"a":1}\n')), skippable, frame(bytesOf('{"b":2}\n'), { checksum: false }), frame(new Uint8Array()), frame(bytesOf('c'.repeat(5000)))]));
  assert.equal(await textOf(opened), `{"a":1}\n{"b":2}\n${'c'.repeat(5000)}`);
  assert.deepEqual([opened.container, codes(opened)], ['zstd', []]);
});

test('a frame is found by its block headers, whatever lies in its blocks', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 64 }), fc.boolean(), fc.uint8Array({ maxLength: 9 }), (content, block, checksum, behind) => {
    const one = frame(content, { block, checksum });
    const found = frameAt(concat([one, behind]), 0)!;
    assert.deepEqual([found.start, found.end, found.complete, found.checksum, found.skippable], [0, one.length, true, checksum, false]);
    for (let cut = 1; cut < one.length; cut++) assert.equal(frameAt(one.subarray(0, cut), 0)?.complete, false, `cut at ${cut}`);
  }), { numRuns: 50 });
});

test('any bytes at all are a frame or none', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, magic) => {
    const b = magic ? concat([new Uint8Array([0x28, 0xb5, 0x2f, 0xfd]), bytes]) : bytes;
    const found = frameAt(b, 0);
    if (found !== undefined) assert.ok(found.end <= b.length && found.end > 0);
    assert.equal(magic, magic && isZstd(b));
  }), { numRuns: 1000 });
});

test('a flipped byte in any content byte of a frame is noticed, and every frame is read', async () => {
  const first = frame(bytesOf('{"a":1}\n'));
  const second = frame(bytesOf('{"b":"some text of a second frame"}\n'));
  for (let at = 9; at < second.length; at++) {
    const bytes = concat([first, second, first]).slice();
    bytes[first.length + at]! ^= 0x20;
    const opened = await open(bytes);
    assert.deepEqual(codes(opened), ['records/zstd-corrupt'], `byte ${at}`);
    const text = await textOf(opened);
    assert.ok(text.startsWith('{"a":1}\n') && text.endsWith('{"a":1}\n') && text.length > 16, `byte ${at}: ${text}`);
    // The problem owns what may be wrong, and nothing else.
    assert.deepEqual([opened.problems[0]!.source.start, opened.problems[0]!.source.end], [8, text.length - 8]);
  }
});

test('a session in a single frame keeps what comes before its corruption', async () => {
  const content = '{"a":1}\n'.repeat(40);
  const bytes = frame(bytesOf(content), { block: 64 }).slice();
  bytes[bytes.length - 1]! ^= 1;
  const opened = await open(bytes);
  assert.deepEqual([codes(opened), await textOf(opened)], [['records/zstd-corrupt'], content]);
});

test('lengths that are wrong are noticed, and the frames behind them are found', async () => {
  const [first, second] = [frame(bytesOf('{"a":1}\n')), frame(bytesOf('{"b":2}\n'))];
  for (let at = 6; at < 12; at++) {
    const bytes = concat([first, second]).slice();
    bytes[at]! ^= 2;
    const opened = await open(bytes);
    assert.deepEqual(codes(opened), ['records/zstd-corrupt'], `byte ${at}`);
    assert.ok((await textOf(opened)).endsWith('{"b":2}\n'), `byte ${at}`);
  }
});

test('a torn last frame gives the blocks that are whole', async () => {
  const last = frame(bytesOf('x'.repeat(2500)));
  const opened = await open(concat([frame(bytesOf('{"a":1}\n')), last.subarray(0, 2100)]));
  assert.deepEqual(codes(opened), ['records/zstd-torn']);
  assert.match(await textOf(opened), /^\{"a":1\}\nx{1000,2100}$/);
});

test('a file cut off anywhere gives a prefix of its content and says that it is torn', async () => {
  const content = `${'{"a":1}\n'.repeat(20)}`;
  const whole = concat([frame(bytesOf(content.slice(0, 80)), { block: 16 }), frame(bytesOf(content.slice(80)), { block: 16 })]);
  for (let cut = 5; cut < whole.length; cut++) {
    const opened = await open(whole.subarray(0, cut));
    assert.ok(content.startsWith(await textOf(opened)), `cut at ${cut}`);
    const firstEnd = frameAt(whole, 0)!.end;
    assert.deepEqual(codes(opened), cut === firstEnd ? [] : ['records/zstd-torn'], `cut at ${cut}`);
  }
});

test('garbage behind the last frame is a problem, not the end of reading', async () => {
  const opened = await open(concat([frame(bytesOf('{"a":1}\n')), bytesOf('garbage')]));
  assert.equal(await textOf(opened), '{"a":1}\n');
  assert.deepEqual(codes(opened), ['records/zstd-corrupt']);
});

test('gzip is unwrapped; a torn or corrupt member is noticed and gives what it holds', async () => {
  const packed = gzipSync(bytesOf('{"a":1}\n'.repeat(200)));
  assert.equal(await textOf(await open(packed)), '{"a":1}\n'.repeat(200));
  const torn = await open(packed.subarray(0, packed.length - 6));
  assert.deepEqual(codes(torn), ['records/gzip-corrupt']);
  assert.ok('{"a":1}\n'.repeat(200).startsWith(await textOf(torn)));
});

test('a small file that unpacks to more than a session may hold is refused, not unpacked', async () => {
  const bomb = gzipSync(new Uint8Array(600 << 20));
  const opened = await open(bomb);
  assert.deepEqual(codes(opened), ['records/gzip-corrupt']);
  assert.equal(await opened.bytes.size(), 0);
});

test('a zstd file of which nothing can be read is not called empty', async () => {
  const session = await readBytes(frame(bytesOf('{"a":1}\n')).subarray(0, 7), 's.jsonl.zst');
  assert.deepEqual(session.problems.map((p) => p.code), ['records/zstd-torn']);
});
