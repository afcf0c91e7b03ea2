import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fromWorkerSchema, type FromWorker } from '../../src/protocol/worker-messages.ts';
import { Analysis } from '../../src/worker/analysis.ts';
import { changeOf, fingerprint } from '../../src/worker/follow.ts';
import { sample } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnlens-follow-'));
after(() => { rmSync(folder, { recursive: true, force: true }); });
const CHOICES = { chosen: { target: 'auto' }, pinned: [] };

test('growth, replacement and deletion are told apart', async () => {
  const path = join(folder, 'a.jsonl');
  writeFileSync(path, 'one\ntwo\n');
  const seen = await fingerprint(path, 8);
  assert.equal(await changeOf(path, seen), 'same');
  appendFileSync(path, 'three\n');
  assert.equal(await changeOf(path, seen), 'grown');
  writeFileSync(path, 'ONE\nTWO\nthree\nfour\n');
  assert.equal(await changeOf(path, seen), 'replaced');
  writeFileSync(path, 'one\n');
  assert.equal(await changeOf(path, seen), 'replaced');
  writeFileSync(`${path}.new`, 'one\ntwo\nthree\n');
  renameSync(`${path}.new`, path);
  assert.equal(await changeOf(path, seen), 'replaced');
  rmSync(path);
  assert.equal(await changeOf(path, seen), 'gone');
});

test('an edit of the same length is noticed by its time', async () => {
  const path = join(folder, 'b.jsonl');
  writeFileSync(path, 'one\ntwo\n');
  const seen = await fingerprint(path, 8);
  writeFileSync(path, 'eno\ntwo\n');
  utimesSync(path, new Date(), new Date(Date.now() + 5000));
  assert.equal(await changeOf(path, seen), 'replaced');
});

function started(): { readonly analysis: Analysis; readonly told: FromWorker[] } {
  const told: FromWorker[] = [];
  const analysis = new Analysis((message) => { const read = fromWorkerSchema.safeParse(message); assert.ok(read.success, JSON.stringify(read.error?.issues)); told.push(message); });
  analysis.setView(1, { ops: [], roles: [], findings: false, signed: false });
  return { analysis, told };
}

const lastOf = <K extends FromWorker['type']>(told: readonly FromWorker[], type: K): Extract<FromWorker, { type: K }> | undefined => told.findLast((m): m is Extract<FromWorker, { type: K }> => m.type === type);

test('a growing file is read on: only what was appended, ids as before', async () => {
  const path = join(folder, 'c.jsonl');
  const lines = sample('codex-subagent-boundary.jsonl').trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, 8).join('\n')}\n`);
  const { analysis, told } = started();
  analysis.open({ kind: 'file', path }, CHOICES);
  await analysis.settled();
  const before = analysis.rows(1)!.rows.map((r) => r.id);
  const read = analysis.current!.opened.session.bytesRead;
  appendFileSync(path, `${lines.slice(8).join('\n')}\n`);
  analysis.changed();
  await analysis.settled();
  const { session } = analysis.current!.opened;
  assert.equal(session.bytesRead - read, Buffer.byteLength(`${lines.slice(8).join('\n')}\n`));
  const now = analysis.rows(1)!.rows.map((r) => r.id);
  assert.deepEqual(before.filter((id) => !now.includes(id) && !id.startsWith('i:')), []);
  assert.equal(lastOf(told, 'session')?.session.reading.done, true);
  await analysis.close();
});

test('another target makes no new reading, another format does; generations never repeat', async () => {
  const path = join(folder, 'd.jsonl');
  writeFileSync(path, sample('codex-subagent-boundary.jsonl'));
  const { analysis, told } = started();
  analysis.open({ kind: 'file', path }, CHOICES);
  await analysis.settled();
  const { opened } = analysis.current!;
  analysis.choose({ ...CHOICES, chosen: { target: 'anthropic-messages' } });
  await analysis.settled();
  assert.equal(analysis.current!.opened, opened);
  assert.equal(lastOf(told, 'target')?.target.id, 'anthropic-messages');
  analysis.choose({ ...CHOICES, format: 'generic' });
  await analysis.settled();
  assert.notEqual(analysis.current!.opened, opened);
  assert.equal(lastOf(told, 'session')?.session.format.id, 'generic');
  const generations = told.filter((m) => m.type === 'outline').map((m) => m.outline.generation);
  assert.equal(new Set(generations).size, generations.length);
  await analysis.close();
});

test('reading can be cancelled and gone on with', async () => {
  const line = `${JSON.stringify({ timestamp: '2026-11-30T10:00:00.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x'.repeat(2000) }] } })}\n`;
  const bytes = new TextEncoder().encode(sample('codex-subagent-boundary.jsonl') + line.repeat(12_000));
  const { analysis, told } = started();
  const cancelling = new Promise<void>((resolve) => {
    const timer = setInterval(() => { if (lastOf(told, 'session') !== undefined) { clearInterval(timer); analysis.cancel(); resolve(); } }, 1);
  });
  analysis.open({ kind: 'bytes', name: 'x.jsonl', bytes }, CHOICES);
  await cancelling;
  await analysis.settled();
  const cancelled = lastOf(told, 'session')!.session;
  assert.equal(cancelled.reading.cancelled, true);
  assert.ok(cancelled.reading.bytes < bytes.length);
  analysis.resume();
  await analysis.settled();
  const done = lastOf(told, 'session')!.session;
  assert.equal(done.reading.done, true);
  assert.ok(done.counts.turns > 12_000);
  await analysis.close();
});

test('a file that cannot be opened says why and can be tried again', async () => {
  const path = join(folder, 'later.jsonl');
  const { analysis, told } = started();
  analysis.open({ kind: 'file', path }, CHOICES);
  await analysis.settled();
  assert.match(lastOf(told, 'failed')?.message ?? '', /does not exist/);
  writeFileSync(path, sample('codex-subagent-boundary.jsonl'));
  analysis.resume();
  await analysis.settled();
  assert.equal(lastOf(told, 'session')?.session.format.id, 'codex-rollout');
  await analysis.close();
});

test('logs of the worker hold nothing of the session', async () => {
  const path = join(folder, 'e.jsonl');
  writeFileSync(path, sample('codex-subagent-boundary.jsonl').replaceAll('voucher', 'PRIVATEWORD'));
  const { analysis, told } = started();
  analysis.open({ kind: 'file', path }, CHOICES);
  await analysis.settled();
  const logs = told.filter((m) => m.type === 'log');
  assert.ok(logs.length > 0);
  assert.ok(!logs.some((m) => m.message.includes('PRIVATEWORD') || m.message.includes(path)));
  await analysis.close();
});
