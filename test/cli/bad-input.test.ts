import assert from 'node:assert/strict';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { concat } from '../../src/core/records/byte-source.ts';
import { type Run, turnlens } from '../support/command-line.ts';
import { rawFrame } from '../support/raw-frame.ts';
import { bytesOf } from '../support/record-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnlens-bad-'));
chmodSync(folder, 0o755);
after(() => { rmSync(folder, { recursive: true }); });
const file = (name: string, content: string | Uint8Array): string => { const path = join(folder, name); writeFileSync(path, content); return path; };
interface Answer { readonly format: { readonly id: string }; readonly turns: readonly { readonly role: string; readonly blocks: readonly { readonly text?: string }[] }[]; readonly problems: readonly { readonly code: string; readonly message: string; readonly source: { readonly start: number; readonly end: number } }[] }
async function inspected(path: string): Promise<Answer & { readonly run: Run }> {
  const run = await turnlens(['inspect', path, '--json']);
  assert.deepEqual([run.code, run.err], [0, '']);
  return { ...JSON.parse(run.out) as Answer, run };
}
const codes = (answer: Answer): string[] => answer.problems.map((p) => p.code);
const ROLLOUT = readFileSync('media/samples/codex-subagent-boundary.jsonl');

test('a file that cannot be read is code 3 and one line that says why', async () => {
  for (const [path, why] of [[join(folder, 'gone.jsonl'), /gone\.jsonl does not exist$/], [folder, /is a directory, not a session file$/]] as const) {
    for (const args of [['inspect', path], ['replay', path, '--target', 'auto'], ['export', path, '--target', 'auto'], ['lint', path, '--target', 'auto'], ['explain', path, '--error', 'messages.1']]) {
      const run = await turnlens(args);
      assert.deepEqual([run.code, run.out], [3, '']);
      assert.match(run.err.trimEnd(), why);
      assert.equal(run.err.split('\n').length, 2);
    }
  }
});

test('a file without permission is code 3 and says so', async () => {
  const path = file('secret.jsonl', ROLLOUT);
  chmodSync(path, 0);
  // The superuser may read everything: then the command runs as nobody.
  const run = await turnlens(['inspect', path], process.getuid?.() === 0 ? { uid: 65534 } : {});
  assert.equal(run.code, 3);
  assert.match(run.err, /^turnlens: \S+secret\.jsonl cannot be read: permission denied\n$/);
});

test('an empty file and one of white space say that there is nothing', async () => {
  assert.deepEqual(codes(await inspected(file('empty.jsonl', ''))), ['session/empty']);
  assert.deepEqual(codes(await inspected(file('blank.jsonl', '\n\n \r\n'))), ['session/empty']);
});

test('a binary file is no session, and none of its bytes is lost', async () => {
  const bytes = new Uint8Array(300_000);
  for (let k = 0, x = 1; k < bytes.length; k++) { x = (Math.imul(x, 1664525) + 1013904223) >>> 0; bytes[k] = x >>> 24; }
  const answer = await inspected(file('binary.bin', bytes));
  assert.equal(answer.format.id, 'generic');
  assert.ok(codes(answer).includes('session/no-format'));
  const owned = new Uint8Array(bytes.length);
  for (const { source } of answer.problems) owned.fill(1, source.start, source.end);
  assert.ok(bytes.every((b, at) => owned[at] === 1 || [0x20, 0x09, 0x0a, 0x0d].includes(b)));
});

test('corrupt and torn zstd is noticed, and what is whole is shown', async () => {
  const lines = ROLLOUT.toString('utf8').split(/(?<=\n)/);
  const first = rawFrame(bytesOf(lines.slice(0, 6).join('')));
  const second = rawFrame(bytesOf(lines.slice(6).join('')));
  const whole = await inspected(file('whole.jsonl.zst', concat([first, second])));
  assert.deepEqual(codes(whole), []);
  const flipped = concat([first, second]).slice();
  flipped[first.length + 2000]! ^= 1;
  const corrupt = await inspected(file('flipped.jsonl.zst', flipped));
  assert.deepEqual(codes(corrupt), ['records/zstd-corrupt']);
  // What came out of the corrupt frame is kept; the problem says that it may be wrong.
  assert.equal(corrupt.turns.length, whole.turns.length);
  const torn = await inspected(file('torn.jsonl.zst', concat([first, second]).subarray(0, first.length + 4000)));
  assert.ok(codes(torn).includes('records/zstd-torn'));
  assert.ok(torn.turns.length > 0 && torn.turns.length < whole.turns.length);
});

for (const [name, content] of [
  ['a document of nothing but 100,000 arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['a record of 100,000 objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}\n`],
  ['a message with content that is 100,000 deep', `{"model":"claude-opus-4-6","max_tokens":1,"system":"s","messages":[{"role":"user","content":[{"type":"odd","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_01","name":"f","input":{"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}]}]}`],
  ['a rollout item 100,000 deep', `${ROLLOUT.toString('utf8')}{"timestamp":"2026-09-14T09:13:00.000Z","type":"response_item","payload":{"type":"odd","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}\n`],
  ['100,000 open brackets and nothing else', '['.repeat(100_000)],
] as const) {
  test(`${name} costs no stack in any command`, async () => {
    const path = file('deep.json', content);
    const answer = await inspected(path);
    if (answer.format.id !== 'generic') assert.ok(answer.turns.length > 1);
    else assert.ok(answer.problems.length > 0);
    for (const args of [['inspect', path], ['replay', path, '--target', 'auto', '--json'], ['export', path, '--target', 'auto'], ['lint', path, '--target', 'auto', '--format', 'sarif']]) {
      const run = await turnlens(args);
      assert.ok(run.code === 0 || run.code === 1, `${args.join(' ')}: ${run.err}`);
      assert.ok(!/fault of turnlens/.test(run.err), run.err);
      if (args.includes('--json')) JSON.parse(run.out);
    }
  });
}

test('a single line of 50 MB is read, whole', async () => {
  const text = 'x'.repeat(50 << 20);
  const path = file('long.jsonl', `${ROLLOUT.toString('utf8')}${JSON.stringify({ timestamp: '2026-09-14T09:13:00.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } })}\n`);
  const answer = await inspected(path);
  assert.equal(answer.turns.at(-1)!.blocks[0]!.text!.length, text.length);
  assert.deepEqual(codes(answer), []);
  assert.ok(answer.run.peak < 1200 << 20, `${answer.run.peak >> 20} MiB`);
  const alone = await inspected(file('alone.jsonl', JSON.stringify({ text })));
  assert.equal(alone.format.id, 'generic');
  assert.deepEqual(codes(alone), ['session/no-format']);
});

test('a gigabyte of zeros costs bounded time and memory', async () => {
  const path = join(folder, 'zeros.jsonl');
  closeSync(openSync(path, 'w'));
  truncateSync(path, 2 ** 30);
  const { run, ...answer } = await inspected(path);
  assert.deepEqual(answer.problems.filter((p) => p.code === 'records/nul-bytes').map((p) => [p.source.start, p.source.end]), [[0, 2 ** 30]]);
  assert.ok(codes(answer).includes('session/no-format'));
  assert.ok(run.peak < 300 << 20, `${run.peak >> 20} MiB`);
  assert.ok(run.ms < 60_000, `${run.ms} ms`);
});

test('more from a pipe than memory may hold is refused with advice', async () => {
  const { spawnSync } = await import('node:child_process');
  const { status, stderr } = spawnSync('sh', ['-c', `head -c 600000000 /dev/zero | ${process.execPath} dist/cli.js inspect -`], { encoding: 'utf8' });
  assert.equal(status, 3);
  assert.match(stderr, /^turnlens: .*save it to a file first\n$/);
});

test('a file that no format knows has no request: not-applicable with the reason, and no export', async () => {
  for (const content of ['', 'not JSON\n', '{"some":"JSON"}\n{"and":"more"}\n']) {
    const path = file('unknown.jsonl', content);
    const replayed = await turnlens(['replay', path, '--target', 'anthropic-messages', '--json']);
    const answer = JSON.parse(replayed.out) as { outcome: string; request: unknown; reason: string };
    assert.deepEqual([replayed.code, answer.outcome, answer.request], [0, 'not-applicable', null]);
    assert.match(answer.reason, /no session format matched/);
    const exported = await turnlens(['export', path, '--target', 'anthropic-messages']);
    assert.deepEqual([exported.code, exported.out], [1, '']);
    assert.match(exported.err, /no session format matched/);
  }
});
