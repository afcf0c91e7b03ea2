import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowSchema } from '../../src/protocol/view-model.ts';
import { seekRow } from '../../src/worker/seek.ts';
import { drawn, sample, see } from './support.ts';

const WELDED = { target: 'opencodex/anthropic', variant: 'pre-93' };

test('two responses that are welded: one red bracket over both, a strip with the provider\'s words, and what was lost between them', async () => {
  const { rows } = await see(sample('codex-subagent-boundary.jsonl'), WELDED);
  const strip = rows.find((r) => r.row === 'boundary' && r.level === 'broken');
  assert.ok(strip?.row === 'boundary');
  assert.equal(strip.title, 'R2 and R3 would be joined in messages.4');
  assert.equal(strip.rule, 'anthropic/thinking-modified-latest');
  assert.match(strip.quote ?? '', /^messages\.4\.content\.1: /);
  assert.deepEqual(strip.lost, [{ id: '10:/payload/content/0', label: 'user agent-message', line: 11 }]);
  assert.deepEqual([strip.beforeLine, strip.afterLine], [9, 12]);
  const from = rows.findIndex((r) => r.row === 'block' && r.line === 9);
  assert.deepEqual(drawn(rows).slice(from - 1, from + 7), [
    'assistant | R2first',
    '· thinking kept | last lock | 4first broken',
    'user |  | middle broken | ring | weld',
    '· text omitted |  | middle unsent broken |  | weld',
    '= broken |  | middle broken | error | weld',
    'assistant | R3first | middle broken',
    '· thinking merged | middle lock | middle broken',
    '· tool-call merged | last dot | last broken',
  ]);
});

test('the same session through the fixed parser: the agent message keeps its place and the responses stand apart', async () => {
  const { rows } = await see(sample('codex-subagent-boundary.jsonl'), { target: 'opencodex/anthropic' });
  assert.equal(rows.some((r) => r.row === 'boundary' && r.level === 'broken'), false);
  assert.equal(rows.some((r) => r.rail.weld || r.rail.wire?.broken), false);
  const held = rows.filter((r) => r.row === 'boundary' && r.level === 'held');
  assert.ok(held.length > 0);
});

test('every row fits the contract, for every target, with pinned ones', async () => {
  for (const name of ['codex-subagent-boundary.jsonl', 'dsh-settlement-notice.jsonl', 'torn-lines.jsonl', 'anthropic-request-broken.json']) {
    const { replays } = await see(sample(name), { target: 'auto' }, { name });
    assert.ok(replays.of({ target: 'auto' }).replay.outcome !== 'not-applicable');
    for (const target of ['as-recorded', 'anthropic-messages', 'openai-chat', 'openai-responses', 'dsh/messages', 'dsh/chat', 'dsh/pi-ai', 'opencodex/anthropic']) {
      const { rows } = await see(sample(name), { target }, { name, pinned: [{ target: 'auto' }] });
      for (const row of rows) {
        const read = rowSchema.safeParse(row);
        assert.ok(read.success, `${name} ${target} ${row.id}: ${JSON.stringify(read.error?.issues)}`);
        if (row.row === 'block') assert.equal(row.pinned.length, 1);
      }
    }
  }
});

test('pieces of a lane join: after a first or middle comes a middle or last', async () => {
  const { rows } = await see(sample('codex-subagent-boundary.jsonl'), WELDED);
  for (const lane of ['response', 'wire'] as const) {
    let open = false;
    for (const row of rows) {
      const piece = row.rail[lane]?.piece;
      if (piece === undefined) { assert.equal(open, false); continue; }
      assert.equal(open, piece === 'middle' || piece === 'last' || piece === 'pass', `${lane} of ${row.id}: ${piece}`);
      open = piece === 'first' || piece === 'middle' || piece === 'pass';
    }
    assert.equal(open, false);
  }
});

test('problems stand at the place of their line, none is lost', async () => {
  const { rows, session } = await see(sample('torn-lines.jsonl'), { target: 'auto' });
  const problems = rows.filter((r) => r.row === 'problem');
  assert.equal(problems.length, session.problems.length);
  const lines = rows.flatMap((r) => r.row === 'block' || r.row === 'problem' ? [r.line] : []).filter((line) => line > 1);
  assert.deepEqual(lines, [...lines].sort((a, b) => a - b));
});

test('inserted content is a ghost behind what precedes it on the wire; outside the messages it comes first', async () => {
  const calls = JSON.stringify({ model: 'gpt-5.2', input: [{ type: 'message', role: 'user', content: 'go' }, { type: 'function_call', name: 'f', arguments: '{}', call_id: 'call_1' }, { type: 'function_call_output', call_id: 'call_1', output: 'ok' }] });
  const { rows } = await see(calls, { target: 'anthropic-messages', tools: 'stubs', prompt: 'And now?' }, { name: 'x.json' });
  const at = rows.flatMap((r, n) => r.row === 'inserted' ? [[n, r.wirePath, r.preview] as const] : []);
  assert.ok(at.some(([n, path]) => n < 2 && path.startsWith('tools')), JSON.stringify(at));
  assert.deepEqual(at.filter(([, path]) => path.startsWith('messages')).map(([n, , preview]) => [n, preview]), [[rows.length - 1, 'And now?']]);
});

test('a filter leaves what it names, and the heads of its turns', async () => {
  const none = { ops: [], roles: [], findings: false, signed: false };
  const text = sample('codex-subagent-boundary.jsonl');
  const omitted = await see(text, WELDED, { filter: { ...none, ops: ['omitted'] } });
  assert.ok(omitted.rows.length > 0);
  for (const row of omitted.rows) assert.ok(row.row === 'turn' || row.row === 'block' && row.decision.op === 'omitted');
  const signed = await see(text, WELDED, { filter: { ...none, signed: true } });
  assert.ok(signed.rows.filter((r) => r.row === 'block').length >= 3);
  for (const row of signed.rows) if (row.row === 'block') assert.ok(row.signed);
  const results = await see(text, WELDED, { filter: { ...none, roles: ['toolResult'] } });
  assert.deepEqual([...new Set(results.rows.flatMap((r) => r.row === 'turn' || r.row === 'block' ? [r.role] : []))], ['toolResult']);
  const both = await see(text, WELDED, { filter: { ...none, ops: ['merged'], roles: ['user'] } });
  assert.equal(both.rows.length, 0);
});

test('seeking goes round: findings, seams, partners, ids', async () => {
  const { frame, list, rows } = await see(sample('codex-subagent-boundary.jsonl'), WELDED);
  const seen: number[] = [];
  for (let at = -1; ;) {
    const { row } = seekRow(frame, list, 'finding', at, 1, undefined);
    assert.ok(row !== undefined);
    if (seen.includes(row)) break;
    seen.push(row);
    at = row;
  }
  assert.deepEqual(seen, rows.flatMap((r, n) => r.row === 'block' && r.findings > 0 || r.row === 'boundary' && r.level === 'broken' ? [n] : []));
  assert.equal(seekRow(frame, list, 'finding', seen[0]!, -1, undefined).row, seen[seen.length - 1]);
  const call = rows.find((r) => r.row === 'block' && r.kind === 'tool-call')!;
  const partner = seekRow(frame, list, 'partner', 0, 1, call.id);
  const result = rows[partner.row!]!;
  assert.ok(result.row === 'block' && result.role === 'toolResult');
  assert.equal(seekRow(frame, list, 'partner', 0, 1, result.id).id, call.id);
  assert.equal(seekRow(frame, list, 'boundary', 0, 1, undefined).row, rows.findIndex((r) => r.row === 'boundary'));
});

test('a page of rows with the worst texts stays below 1 MB', async () => {
  const worst = '\u0001'.repeat(5000);
  const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages: Array.from({ length: 100 }, (_, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text: worst }] })) });
  const { rows } = await see(body, { target: 'as-recorded' }, { name: 'x.json', pinned: [{ target: 'anthropic-messages' }, { target: 'openai-chat' }] });
  assert.equal(rows.length, 200);
  assert.ok(JSON.stringify(rows).length < 1_000_000);
});
