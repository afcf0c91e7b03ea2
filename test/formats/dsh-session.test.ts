import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { expandPacked } from '../../src/core/formats/dsh-session/packed.ts';
import { expandSeqs } from '../../src/core/formats/dsh-session/seqs.ts';
import type { ByteSource } from '../../src/core/records/byte-source.ts';
import { Session } from '../../src/core/turns/session.ts';
import { A, r, t, U, v0, v4, zstdFrame, zstdOf } from '../support/dsh.ts';
import { jsonl, memoryHost, readBytes, readSession } from '../support/sessions.ts';

/** Acceptance 44 to 47 and 51: containers, packed rows, damage, generations side by side, growth. */
const SAID = [U(t('one')), A(r('hm'), t('two')), U(t('three'))];
const texts = (session: Session): readonly string[] => session.conversation().turns.flatMap((turn) => turn.blocks.map((b) => b.text.inline ?? ''));
const codes = (session: Session): readonly string[] => session.problems.filter((p) => p.severity !== 'info').map((p) => p.code);
const line = (record: object): string => `${JSON.stringify(record)}\n`;

test('44: a zstd session of several frames reads like the plain one, with offsets of the decompressed stream', async () => {
  const plain = await readBytes(jsonl(...v0(SAID)));
  const frames = await readBytes(await zstdOf(v0(SAID), 2), 'session.jsonl.zstd');
  assert.equal(frames.container, 'zstd');
  assert.deepEqual(frames.conversation().turns, plain.conversation().turns);
  assert.deepEqual(frames.problems, plain.problems);
});

test('44: a file of the header frame alone is a session without turns', async () => {
  const session = await readBytes(await zstdFrame(line(v4([])[0]!)));
  assert.deepEqual([session.format.id, session.conversation().turns.length, codes(session)], ['dsh-session', 0, []]);
});

test('44: a torn last frame gives its complete lines and a problem', async () => {
  const records = v4(SAID);
  const whole = Buffer.concat([await zstdFrame(line(records[0]!)), await zstdFrame(records.slice(1, 4).map(line).join('')), (await zstdFrame(records.slice(4).map(line).join(''))).slice(0, -40)]);
  const session = await readBytes(whole);
  assert.deepEqual(texts(session).slice(0, 3), ['one', 'hm', 'two']);
  assert.ok(codes(session).includes('records/zstd-torn'), codes(session).join());
});

test('44: a flipped byte in a complete frame is noticed by its checksum', async () => {
  const bytes = new Uint8Array(await zstdOf(v4(SAID)));
  const at = Buffer.from(bytes).indexOf('three');
  bytes[at] = bytes[at]! ^ 1;
  const session = await readBytes(bytes);
  assert.deepEqual(session.problems.filter((p) => p.severity === 'error').map((p) => p.code), ['records/zstd-corrupt']);
  assert.equal(texts(session).includes('three'), false);
});

test('44: a last line without a line break is left out and told, once, until the file grows past it', async () => {
  let content = jsonl(...v4(SAID)).trimEnd();
  const source: ByteSource = { name: 'session.v4.jsonl', size: () => Promise.resolve(Buffer.byteLength(content)), read: (o, n) => Promise.resolve(new Uint8Array(Buffer.from(content).subarray(o, o + n))) };
  const session = await Session.open(source, memoryHost());
  await session.read();
  await session.read();
  assert.deepEqual(codes(session), ['dsh/torn-tail']);
  content = content.slice(0, content.lastIndexOf('\n') + 1);
  const half = await readBytes(content + line(v4(SAID).at(-1)!).slice(0, 20));
  assert.deepEqual([texts(half), codes(half)], [['one', 'hm', 'two', 'three'], ['records/torn-tail']]);
});

test('44: a torn last line becomes a turn when the next line follows it', async () => {
  const [head, ...lines] = v4(SAID).map(line);
  let content = `${head}${lines.slice(0, -1).join('')}`.trimEnd();
  const source: ByteSource = { name: 'session.v4.jsonl', size: () => Promise.resolve(Buffer.byteLength(content)), read: (o, n) => Promise.resolve(new Uint8Array(Buffer.from(content).subarray(o, o + n))) };
  const session = await Session.open(source, memoryHost());
  await session.read();
  assert.deepEqual(texts(session), ['one', 'hm', 'two']);
  content += `\n${lines.at(-1)!}`;
  await session.read();
  assert.deepEqual(texts(session), ['one', 'hm', 'two', 'three']);
});

test('44: an empty file and a file of a header alone', async () => {
  const empty = await readBytes('', 'session.jsonl', { inputFormat: 'dsh-session' });
  assert.ok(empty.problems.some((p) => p.message.includes('empty or header-less session log')));
  const only = await readBytes(line(v0([])[0]!));
  assert.deepEqual([only.format.id, only.version, codes(only)], ['dsh-session', 'v0', []]);
});

test('44: of two generations in one folder the lower one says that the higher is current; both can be opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dsh-'));
  try {
    writeFileSync(join(folder, 'session.jsonl'), jsonl(...v0(SAID)));
    writeFileSync(join(folder, 'session.v4.jsonl.zstd'), await zstdOf(v4([...SAID, A(t('four'))])));
    const lower = await readSession(join(folder, 'session.jsonl'));
    const told = lower.problems.filter((p) => p.code === 'dsh/newer-generation');
    assert.equal(told.length, 1);
    assert.ok(told[0]!.message.includes('A newer generation lies beside this file: session.v4.jsonl.'), told[0]!.message);
    assert.deepEqual(texts(lower), ['one', 'hm', 'two', 'three']);
    const higher = await readSession(join(folder, 'session.v4.jsonl.zstd'));
    assert.deepEqual([codes(higher), texts(higher)], [[], ['one', 'hm', 'two', 'three', 'four']]);
  } finally { rmSync(folder, { recursive: true }); }
});

test('45: packed rows stand for the events they pack, each with its own seq and time', () => {
  const expanded = expandPacked({ type: 'text-chunks', seq0: 7, time0: 100, data: { turn: 1, step: 2, index: 0, dt: [5, 0, 3], texts: ['a', 'b', 'c', 'd'] } });
  assert.ok('members' in expanded);
  assert.deepEqual(expanded.members.map((m) => [m.seq, m.time, m.chunk.type, m.chunk.text]), [[7, 100, 'text-delta', 'a'], [8, 105, 'text-delta', 'b'], [9, 105, 'text-delta', 'c'], [10, 108, 'text-delta', 'd']]);
  const call = expandPacked({ type: 'tool-call-chunks', seq0: 0, time0: 1, data: { turn: 1, step: 2, index: 0, id: 'c', name: 'n', dt: [], args: ['{}'] } });
  assert.ok('members' in call);
  assert.deepEqual(call.members[0]!.chunk, { type: 'tool-call-delta', index: 0, id: 'c', name: 'n', arguments: '{}' });
});

for (const [name, row] of [
  ['a key too many', { type: 'text-chunks', seq0: 1, time0: 1, more: 1, data: { turn: 0, step: 0, index: 0, dt: [], texts: ['a'] } }],
  ['a missing key', { type: 'reasoning-chunks', seq0: 1, time0: 1, data: { turn: 0, step: 0, dt: [], texts: ['a'] } }],
  ['steps that do not fit', { type: 'text-chunks', seq0: 1, time0: 1, data: { turn: 0, step: 0, index: 0, dt: [1, 2], texts: ['a', 'b'] } }],
] as const) {
  test(`45: a packed row with ${name} is a problem at its line`, async () => {
    const records = v0(SAID);
    const session = await readBytes(jsonl(records[0], records[1], row));
    const [found] = session.problems.filter((p) => p.code === 'dsh/malformed-row');
    assert.equal(found?.source.line, 3);
    assert.ok(found.message.includes(`malformed ${row.type} storage row: `), found.message);
  });
}

test('45: v4 stores runs of cited events as pairs', () => {
  assert.deepEqual(expandSeqs([1, [3, 6], 9]), [1, 3, 4, 5, 6, 9]);
  assert.deepEqual(expandSeqs([]), []);
  for (const bad of [[[6, 3]], [[1, 2, 3]], ['1'], [[0, 1e12]], [-1], [1.5]]) assert.equal(expandSeqs(bad), undefined, JSON.stringify(bad));
});

test('46: a replaced message stays where it stood, marked, and is sent to nobody', async () => {
  const records = [...v0(SAID)];
  records.splice(-1, 0, { type: 'user/message', seq: 4, time: 9, data: { id: 'x', role: 'user', content: [t('summary')], source: { kind: 'plugin', plugin: 'compact' } }, surfaceOp: { op: 'replace', start: 1, end: 2 }, sourceEventSeqs: [1, 2] });
  (records.at(-1) as { seq: number }).seq = 5;
  const session = await readBytes(jsonl(...records));
  assert.deepEqual(codes(session), []);
  assert.deepEqual(session.conversation().turns.map((turn) => [turn.visibility, turn.shadowedBy?.line ?? null, turn.kind ?? null, turn.blocks[0]!.text.inline]), [
    ['shadowed', 6, null, 'one'], ['shadowed', 6, null, 'hm'], ['active', null, 'compaction-summary', 'summary'], ['active', null, null, 'three'],
  ]);
});

test('47: an unknown event that is not ignorable is what a real reader refuses', async () => {
  const records = [...v0([])];
  records.splice(1, 1, { type: 'future/thing', seq: 0, time: 1, data: {} });
  const session = await readBytes(jsonl(...records));
  assert.deepEqual(session.problems.map((p) => [p.severity, p.message]), [['warning',
    'A real reader refuses this log: session "s-1" contains event type "future/thing" (seq 0) unknown to this harness and not marked ignorable; refusing to interpret the log — it was likely written by a newer harness']]);
});

test('51: a BOM, CRLF and multi-byte text leave offsets exact', async () => {
  const records = v4([U(t('größer — 漢字 😀')), A(t('ja'))]);
  const content = `\ufeff${records.map((record) => `${JSON.stringify(record)}\r\n`).join('')}`;
  const session = await readBytes(content);
  const bytes = Buffer.from(content);
  assert.deepEqual(codes(session), []);
  for (const turn of session.conversation().turns) for (const block of turn.blocks) {
    const record = JSON.parse(bytes.subarray(block.source.start, block.source.end).toString()) as object;
    assert.ok(JSON.stringify(record).includes(JSON.stringify(block.text.inline)));
  }
});

test('a newer generation than any known is named, and read by shape', async () => {
  const records = [...v4(SAID)];
  records[0] = { ...records[0], version: 7 };
  const session = await readBytes(jsonl(...records));
  assert.deepEqual(codes(session), ['dsh/newer-version']);
  assert.equal(texts(session).length, 4);
});
