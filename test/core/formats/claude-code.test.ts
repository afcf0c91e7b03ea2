import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { claudeCodeFormat } from '../../../src/core/formats/claude-code/index.ts';
import type { FormatReader, FormatSink } from '../../../src/core/formats/format.ts';
import type { Json } from '../../../src/core/model/json.ts';
import type { Path } from '../../../src/core/model/turn.ts';
import { TurnBuilder } from '../../../src/core/turns/turn-builder.ts';
import { claudeFile } from '../../support/generated.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';

// What a transcript gives must not depend on how it was read: at once, or line by line while its writer was at work.

const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
const SINK: FormatSink = { hidden: () => undefined, problem: () => undefined };

/** Feeds lines to a reader; `each` is called after every one. */
function feed(lines: readonly string[], each: (reader: FormatReader) => void): FormatReader {
  const reader = claudeCodeFormat.open(0);
  let start = 0;
  lines.forEach((line, record) => {
    const end = start + Buffer.byteLength(line);
    reader.record({ file: 0, line: record + 1, record, start, end, pointer: '' }, JSON.parse(line) as Json, { terminated: true }, SINK);
    start = end + 1;
    each(reader);
  });
  return reader;
}

function same(a: Path, b: Path): void {
  assert.deepEqual(a.entries.map((e) => [e.source.record, e.source.pointer, e.visibility, e.detail]), b.entries.map((e) => [e.source.record, e.source.pointer, e.visibility, e.detail]));
  assert.deepEqual(a.branches, b.branches);
}

/** Reads twice; the second time turns are built after each record, as the view does. */
function growsAsRead(lines: readonly string[]): void {
  const builder = new TurnBuilder();
  const growing = feed(lines, (reader) => {
    const path = reader.path();
    const turns = builder.build(path, reader.revision);
    assert.equal(turns.length, path.branches.find((b) => b.active)?.turns ?? 0, 'the active branch says how many turns it has');
    reader.end?.(SINK);
  });
  const once = feed(lines, () => undefined);
  same(growing.path(), once.path());
  const fresh = new TurnBuilder().build(once.path(), once.revision);
  assert.deepEqual(builder.build(growing.path(), growing.revision).map((t) => [t.id, t.blocks.map((b) => b.id)]), fresh.map((t) => [t.id, t.blocks.map((b) => b.id)]));
}

const root = 'test/golden/claude-code';
for (const version of readdirSync(root)) for (const scenario of readdirSync(join(root, version))) {
  const folder = join(root, version, scenario, 'session');
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    if (!name.endsWith('.jsonl')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    test(`claude-code ${version} ${scenario}/${name.slice(-22, -6)}: a growing file gives what a whole one gives`, () => { growsAsRead(text.trimEnd().split('\n')); });

    test(`claude-code ${version} ${scenario}/${name.slice(-22, -6)}: every record is a turn, part of one, or hidden with a reason`, async () => {
      const session = await readBytes(text, 'transcript.jsonl');
      assert.equal(session.format.id, 'claude-code');
      assert.equal(session.version, version);
      assert.deepEqual(session.problems.filter((p) => p.code !== 'claude/api-error'), []);
      const conversation = session.conversation();
      const turned = new Set(conversation.entries.map((entry) => entry.source.record));
      const hidden = new Set(session.hidden.map((h) => h.source.record));
      text.trimEnd().split('\n').forEach((_, record) => { assert.notEqual(turned.has(record), hidden.has(record), `record ${record}`); });
      // One response per message id, and the model that made it.
      for (const turn of conversation.turns) if (turn.role === 'assistant' && turn.kind !== 'client-text') assert.equal(turn.response?.confidence, 'exact');
    });
  }
}

test(`claude-code: ${RUNS} generated transcripts give the same growing and whole`, () => {
  fc.assert(fc.property(claudeFile, ({ bytes }) => { growsAsRead(Buffer.from(bytes).toString('utf8').trimEnd().split('\n')); }), { numRuns: RUNS });
});

test('claude-code: a rewind while the file is open takes the other branch away and keeps it as a choice', () => {
  const row = (uuid: string, parentUuid: string | null, type: string, message: object): string => JSON.stringify({ uuid, parentUuid, sessionId: 's', version: '2.1.332', type, message });
  const said = (id: string, text: string): object => ({ id, role: 'assistant', model: 'claude-sonnet-4-5', content: [{ type: 'text', text }] });
  const lines = [
    row('u1', null, 'user', { role: 'user', content: 'Start.' }), row('a1', 'u1', 'assistant', said('m1', 'Started.')),
    row('u2', 'a1', 'user', { role: 'user', content: 'First way.' }), row('a2', 'u2', 'assistant', said('m2', 'First.')),
    row('u3', 'a1', 'user', { role: 'user', content: 'Second way.' }),
  ];
  const hidden: number[] = [];
  const reader = claudeCodeFormat.open(0);
  const sink: FormatSink = { hidden: (h) => { hidden.push(h.source.record); }, problem: () => undefined };
  let revision = -1;
  lines.forEach((line, record) => {
    reader.record({ file: 0, line: record + 1, record, start: record * 100, end: record * 100 + 99, pointer: '' }, JSON.parse(line) as Json, { terminated: true }, sink);
    if (record === 3) { reader.path(); reader.end?.(sink); revision = reader.revision; }
  });
  const path = reader.path();
  reader.end?.(sink);
  assert.deepEqual(path.entries.map((e) => e.source.record), [0, 1, 4]);
  assert.ok(reader.revision > revision, 'earlier turns are gone: the revision says so');
  assert.deepEqual(hidden, [2, 3]);
  assert.deepEqual(path.branches.map(({ leaf, active, label }) => ({ leaf, active, label })), [{ leaf: '4:', active: true, label: 'Second way.' }, { leaf: '3:', active: false, label: 'First way.' }]);
  assert.deepEqual(reader.path('3:').entries.map((e) => e.source.record), [0, 1, 2, 3]);
});

test('claude-code: very many leaves and a very long chain are read without quadratic walks', () => {
  const rows: object[] = [{ type: 'user', uuid: 'r', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'Start.' } }];
  for (let k = 0; k < 20_000; k++) rows.push({ type: 'user', uuid: `u${k}`, parentUuid: k % 2 === 0 ? 'r' : `u${k - 1}`, sessionId: 's', message: { role: 'user', content: `Way ${k}.` } });
  const lines = jsonl(...rows).trimEnd().split('\n');
  const start = process.cpuUsage().user;
  const reader = feed(lines, () => undefined);
  assert.equal(reader.path().branches.length, 10_000);
  reader.end?.(SINK);
  const spent = (process.cpuUsage().user - start) / 1e6;
  assert.ok(spent < 5, `${spent.toFixed(1)} s of processor time for 20,000 records`);
});
