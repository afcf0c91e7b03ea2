import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { detailSchema, sessionSchema, targetSchema } from '../../src/protocol/view-model.ts';
import { detailOf } from '../../src/worker/detail.ts';
import { diagnosticsView } from '../../src/worker/diagnostics-view.ts';
import { exportView } from '../../src/worker/export-view.ts';
import { explainView } from '../../src/worker/explain-view.ts';
import { findInRows } from '../../src/worker/find.ts';
import { TextMap } from '../../src/worker/locate-text.ts';
import { pieceOf } from '../../src/worker/pieces.ts';
import { sessionView } from '../../src/worker/session-view.ts';
import { targetView } from '../../src/worker/target-view.ts';
import { sample, see } from './support.ts';

const WELDED = { target: 'opencodex/anthropic', variant: 'pre-93' };
const CODEX = 'codex-subagent-boundary.jsonl';

test('the header says what the file is and what would happen', async () => {
  const { session, frame } = await see(sample(CODEX), WELDED);
  const view = sessionSchema.parse(sessionView(session, frame.index, CODEX, false, { bytes: 10, size: 10, done: true, cancelled: false }, undefined));
  assert.equal(view.format.id, 'codex-rollout');
  assert.equal(view.counts.records, 19);
  const target = targetSchema.parse(targetView(frame));
  assert.equal(target.verdict, 'Anthropic may reject this request');
  assert.equal(target.detail, 'pre-93');
  assert.equal(Object.values(target.tally).reduce((a, b) => a + b), frame.replay.decisions.size + frame.replay.inserted.length);
});

test('a rejected request quotes the serializer; a target that does not fit, or that is none, says so', async () => {
  const { frame, rows } = await see(readFileSync('test/targets/dsh/messages/update-without-user-turn/input.jsonl'), { target: 'dsh/messages', extra: { systemPromptUpdate: 'in-history' } });
  const target = targetView(frame);
  assert.equal(target.outcome, 'rejected');
  assert.equal(target.verdict, `dsh/messages rejects this request: ${frame.replay.rejection!.message}`);
  assert.equal(rows.find((r) => r.id === frame.replay.rejection!.block && r.row === 'block' && r.decision.op === 'rejected')?.id, target.rejection?.block);
  assert.equal(rows.some((r) => r.rail.wire !== undefined), false, 'nothing is sent, so there is no bracket');
  assert.match(targetView((await see(sample(CODEX), { target: 'as-recorded' })).frame).verdict, /^Not applicable: /);
  assert.equal(targetView((await see(sample(CODEX), { target: 'no/such' })).frame).verdict, 'Not applicable: There is no target "no/such".');
});

test('details hold every target, findings with partners, signature facts without the value, source, raw and wire', async () => {
  const { session, frame, reading, replays } = await see(sample(CODEX), WELDED);
  const done = [frame.chosen, replays.of({ target: 'anthropic-messages' }), replays.of({ target: 'as-recorded' })];
  const detail = detailSchema.parse(await detailOf(frame, '11:/payload', { done, rest: [] }, reading));
  assert.equal(detail.line, 12);
  assert.equal(detail.subtitle, 'turn 6, block 0 · R3');
  assert.equal(detail.decision?.severity, 'error');
  assert.deepEqual(detail.targets.map((t) => [t.id, t.chosen, t.decision?.op ?? 'none']), [['opencodex/anthropic', true, 'merged'], ['anthropic-messages', false, 'kept'], ['as-recorded', false, 'none']]);
  assert.ok(detail.findings.some((f) => f.rule === 'anthropic/thinking-modified-latest' && f.partners.some((p) => p.line === 9)));
  const facts = new Map(detail.signature);
  assert.match(facts.get('state') ?? '', /^signed; well-formed; only the provider can verify it$/);
  const value = await reading.loader.text(frame.index.block('11:/payload')!.block.signature!.value);
  assert.ok(value.length > 100 && ![...facts.values()].some((f) => f.includes(value)));
  assert.equal((JSON.parse(detail.raw) as { readonly type: string }).type, 'reasoning');
  assert.equal((JSON.parse(detail.wire ?? '{}') as { readonly type: string }).type, 'thinking');
  assert.equal(session.format.id, 'codex-rollout');
});

test('details of a turn, a boundary, a problem and a ghost exist; of an unknown id there are none', async () => {
  const { frame, reading, rows } = await see(sample(CODEX), WELDED);
  for (const row of rows) assert.ok(detailSchema.safeParse(await detailOf(frame, row.id, { done: [], rest: [] }, reading)).success, row.id);
  const torn = await see(sample('torn-lines.jsonl'), { target: 'auto' });
  for (const row of torn.rows) assert.ok(detailSchema.safeParse(await detailOf(torn.frame, row.id, { done: [], rest: [] }, torn.reading)).success, row.id);
  assert.equal(await detailOf(frame, 'no such id', { done: [], rest: [] }, reading), undefined);
});

test('details of a huge block stay below 1 MB', async () => {
  const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages: [{ role: 'user', content: [{ type: 'text', text: '\u0001'.repeat(2_000_000) }] }] });
  const { frame, reading } = await see(body, { target: 'as-recorded' }, { name: 'x.json' });
  const detail = await detailOf(frame, '1:/content/0', { done: [], rest: [] }, reading);
  assert.equal(detail?.textLength, 2_000_000);
  assert.ok(JSON.stringify(detail).length < 1_000_000);
});

test('text comes in pieces that join to the whole and cut no pair', () => {
  const text = 'a\u{1F600}'.repeat(999);
  let joined = '';
  for (let from = 0; from < text.length;) { const piece = pieceOf(text, from, 100); assert.ok(piece.length > 0 && piece.isWellFormed()); joined += piece; from += piece.length; }
  assert.equal(joined, text);
});

test('search finds text on disk, names and ids; a bad or endless expression is an answer, not a hang', async () => {
  const long = `${'filler '.repeat(1000)}needle-on-disk`;
  const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages: [{ role: 'user', content: [{ type: 'text', text: long }, { type: 'text', text: `${'a'.repeat(40)}!` }] }] });
  const { list, reading } = await see(body, { target: 'as-recorded' }, { name: 'x.json' });
  const find = (query: string, how = { caseSensitive: false, regex: false }) => findInRows(list.rows, query, how, reading.loader, () => false);
  assert.deepEqual((await find('NEEDLE-on-disk')).ids, ['1:/content/0']);
  assert.deepEqual((await find('NEEDLE-on-disk', { caseSensitive: true, regex: false })).ids, []);
  assert.deepEqual((await find('need(le)-on', { caseSensitive: true, regex: true })).ids, ['1:/content/0']);
  assert.match((await find('(', { caseSensitive: true, regex: true })).error ?? '', /Invalid regular expression/);
  assert.match((await find('(a+)+$', { caseSensitive: true, regex: true })).error ?? '', /takes too long/);
  assert.equal((await findInRows(list.rows, 'x', { caseSensitive: true, regex: false }, reading.loader, () => true)).more, true);
});

test('a place in the text leads to its block: by line in JSONL, across lines in a document', async () => {
  const { session, frame } = await see(sample(CODEX), WELDED);
  const map = new TextMap(frame.index.conversation);
  const file = session.file(0)!;
  assert.equal((await map.at(11, 120, file))?.id, '11:/payload');
  assert.equal((await map.at(10, 300, file))?.id, '10:/payload/content/0');
  assert.equal(await map.at(9, 5, file), undefined, 'a record without turn has no hover');
  const text = sample('anthropic-request-broken.json');
  const body = await see(text, { target: 'as-recorded' }, { name: 'x.json' });
  const bodyMap = new TextMap(body.frame.index.conversation);
  const lines = text.split('\n');
  const line = lines.findIndex((l) => l.includes('toolu_01git'));
  const at = await bodyMap.at(line, lines[line]!.indexOf('toolu_01git'), body.session.file(0)!);
  assert.equal(at?.block?.callId, 'toolu_01git');
});

test('a finding beyond the painted part of a line is marked where it is painted, and says where it is', async () => {
  const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages: [{ role: 'user', content: 'x'.repeat(11_000) }, { role: 'assistant', content: [{ type: 'text', text: '' }] }, { role: 'user', content: 'y' }] });
  const { frame, session } = await see(body, { target: 'as-recorded' }, { name: 'x.json' });
  const { diagnostics } = await diagnosticsView(frame, session, 50);
  const empty = diagnostics.find((d) => d.code === 'anthropic/text-empty')!;
  assert.ok(empty.range.endColumn <= 10_000);
  assert.equal(empty.related[0]!.range.column, body.indexOf('{"type":"text","text":""}'));
  assert.match(empty.related[0]!.message, /^The exact place: line 1, column \d+$/);
});

test('the place of a huge damaged record is known without reading all of it', async () => {
  let read = 0;
  const { session, frame } = await see(`${sample(CODEX)}{"torn": "${'x'.repeat(3 << 20)}\n`, { target: 'auto' });
  const file = session.file(0)!;
  const { read: plain } = file;
  (file as { read: typeof plain }).read = async (at, length) => { const bytes = await plain(at, length); read += bytes.length; return bytes; };
  const { diagnostics } = await diagnosticsView(frame, session, 50);
  assert.equal(diagnostics.find((d) => d.code.startsWith('records/torn'))?.range.line, 19);
  assert.ok(read < 2 << 20, `${read} bytes were read`);
});

test('findings beyond the limit are counted, not lost', async () => {
  const { frame, session } = await see(sample('anthropic-request-broken.json'), { target: 'as-recorded' }, { name: 'x.json' });
  const all = await diagnosticsView(frame, session, 250);
  const few = await diagnosticsView(frame, session, 2);
  assert.equal(few.diagnostics.length + few.more, all.diagnostics.length);
});

test('an export without a request is a reason, not an exception', async () => {
  const { frame, session } = await see(sample(CODEX), { target: 'as-recorded' });
  const answer = await exportView(frame, session, 'json', true);
  assert.equal(typeof answer, 'string');
});

test('an explained error names line, block and how sure it is', async () => {
  const { frame, session } = await see(sample(CODEX), WELDED);
  const error = frame.replay.findings.find((f) => f.rule === 'anthropic/thinking-modified-latest')!.providerError!;
  const view = await explainView(frame, session, error);
  assert.equal(view.matches[0]?.confidence, 'exact match');
  assert.ok([9, 12].includes(view.matches[0].line));
  assert.deepEqual(view.underlined, [0, 'messages.4.content.1'.length]);
});
