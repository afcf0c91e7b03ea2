import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memorySource } from '../../../src/core/records/byte-source.ts';
import { activeEntries, type Conversation } from '../../../src/core/turns/conversation.ts';
import { Session } from '../../../src/core/turns/session.ts';
import { jsonl, memoryHost, readBytes } from '../../support/sessions.ts';

const TIME = '2026-09-01T10:00:00.000Z';
const meta = (id: string, more: object = {}): object => ({ timestamp: TIME, ordinal: 0, type: 'session_meta', payload: { id, cli_version: '0.171.0', ...more } });
const item = (ordinal: number, payload: object, sampled?: number): object => ({ timestamp: TIME, ordinal, type: 'response_item', payload, ...(sampled === undefined ? {} : { metadata: { sampled_through_sequence: sampled } }) });
const user = (ordinal: number, text: string): object => item(ordinal, { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }, ordinal);
const said = (ordinal: number, text: string, sampled?: number): object => item(ordinal, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }, sampled);
const compacted = (ordinal: number, ...texts: readonly string[]): object => ({ timestamp: TIME, ordinal, type: 'compacted', payload: { message: '', replacement_history: texts.map((text) => ({ type: 'message', role: 'user', content: text })) } });
const event = (ordinal: number, payload: object): object => ({ timestamp: TIME, ordinal, type: 'event_msg', payload });
const started = (ordinal: number): object => event(ordinal, { type: 'task_started' });
const fork = (id: string, parent: string, limit: number): object => meta(id, { forked_from_id: parent, forked_from_ordinal_exclusive: limit });
const bytes = (...records: readonly object[]): Uint8Array => new TextEncoder().encode(jsonl(...records));
const words = (conversation: Conversation): readonly string[] => activeEntries(conversation).map((entry) => `${entry.source.file}:${entry.blocks.map((block) => block.text.inline).join('|')}`);

test('a fork begins with its parent\'s items below the ordinal, read from the parent\'s file', async () => {
  const session = await readBytes(jsonl(fork('child', 'parent', 3), user(3, 'Mine.'), said(4, 'Yours.', 3)), 'rollout-x-child.jsonl', {}, {
    'rollout-x-parent.jsonl': bytes(meta('parent'), user(1, 'First.'), said(2, 'Answer.', 1), user(3, 'Later.'), said(4, 'Later answer.', 3)),
  });
  const conversation = session.conversation();
  assert.deepEqual(words(conversation), ['1:First.', '1:Answer.', '0:Mine.', '0:Yours.']);
  assert.deepEqual(conversation.turns.map((turn) => turn.id), ['t:1/1', 't:1/2', 't:1', 't:2']);
  assert.deepEqual([...conversation.responses.keys()], ['r1', 'r2']);
  assert.deepEqual(conversation.turns[3]!.blocks.map((block) => block.response), ['r2']);
  assert.deepEqual(session.problems, []);
  assert.deepEqual(session.hidden.filter((h) => h.reason.startsWith('after the fork')).map((h) => h.source.record), [3, 4]);
  assert.ok(!conversation.recorded.missing.includes('the history before the fork'));
});

test('what the parent did after the fork does not change what the fork took', async () => {
  const session = await readBytes(jsonl(fork('child', 'parent', 3), user(3, 'Mine.')), 'child.jsonl', {}, {
    'parent.jsonl': bytes(meta('parent'), user(1, 'First.'), said(2, 'Answer.', 1), compacted(3, 'Summary.'), user(4, 'Later.'), event(5, { type: 'thread_rolled_back', num_turns: 1 })),
  });
  assert.deepEqual(words(session.conversation()), ['1:First.', '1:Answer.', '0:Mine.']);
});

test('what the parent did before the fork counts, and a rollback reaches into its turns', async () => {
  const parent = { 'parent.jsonl': bytes(meta('parent'), user(1, 'Old.'), compacted(2, 'Summary.'), started(3), user(4, 'Kept?'), said(5, 'Answer.', 4)) };
  const child = [fork('child', 'parent', 6), started(6), user(7, 'Mine.')];
  assert.deepEqual(words((await readBytes(jsonl(...child), 'child.jsonl', {}, parent)).conversation()), ['1:Summary.', '1:Kept?', '1:Answer.', '0:Mine.']);
  const back = await readBytes(jsonl(...child, event(8, { type: 'thread_rolled_back', num_turns: 2 }), user(9, 'Again.')), 'child.jsonl', {}, parent);
  assert.deepEqual(words(back.conversation()), ['1:Summary.', '0:Again.']);
});

test('a fork of a fork reads both files; a missing or circular parent is a warning', async () => {
  const middle = bytes(fork('middle', 'oldest', 2), user(2, 'Second.'), user(3, 'Not taken.'));
  const oldest = bytes(meta('oldest'), user(1, 'First.'), user(2, 'Not taken either.'));
  const newest = jsonl(fork('newest', 'middle', 3), user(3, 'Third.'));
  const all = await readBytes(newest, 'newest.jsonl', {}, { 'middle.jsonl': middle, 'oldest.jsonl': oldest });
  assert.deepEqual(words(all.conversation()), ['2:First.', '1:Second.', '0:Third.']);
  const torn = await readBytes(newest, 'newest.jsonl', {}, { 'middle.jsonl': middle });
  assert.deepEqual(words(torn.conversation()), ['1:Second.', '0:Third.']);
  assert.deepEqual(torn.problems.map((p) => [p.code, p.severity, p.source.file]), [['codex/parent-missing', 'warning', 1]]);
  const ring = await readBytes(jsonl(fork('a-one', 'b-two', 3), user(3, 'One.')), 'input.jsonl', {}, { 'a-one.jsonl': bytes(fork('a-one', 'b-two', 3), user(3, 'One.')), 'b-two.jsonl': bytes(fork('b-two', 'a-one', 9), user(1, 'Two.')) });
  assert.deepEqual(ring.problems.map((p) => p.code), ['codex/parent-missing']);
});

test('items that the model made after the fork go on with fresh response keys', async () => {
  const session = await readBytes(jsonl(fork('child', 'parent', 4), said(4, 'Inferred.'), user(5, 'x'), said(6, 'Inferred too.')), 'child.jsonl', {}, {
    'parent.jsonl': bytes(meta('parent'), said(1, 'A.'), user(2, 'x'), said(3, 'B.')),
  });
  const keys = session.conversation().entries.map((entry) => entry.response?.key);
  assert.deepEqual(keys.filter((key) => key !== undefined), ['r1', 'r2', 'r3', 'r4']);
});

test('a growing file adds turns; a compaction in the new part shadows the old ones', async () => {
  let content = bytes(meta('t'), user(1, 'One.'), said(2, 'Two.', 1));
  const source = { name: 'grows.jsonl', size: () => Promise.resolve(content.length), read: (at: number, length: number) => Promise.resolve(content.subarray(at, at + length)) };
  const session = await Session.open(source, memoryHost());
  await session.read();
  const before = session.conversation().turns;
  assert.equal(before.length, 2);
  const grow = async (...records: readonly object[]): Promise<Conversation> => {
    const more = bytes(...records);
    const next = new Uint8Array(content.length + more.length);
    next.set(content); next.set(more, content.length);
    content = next;
    await session.read();
    return session.conversation();
  };
  const third = await grow(user(3, 'Three.'));
  assert.equal(third.turns[0], before[0]);
  assert.deepEqual(words(third), ['0:One.', '0:Two.', '0:Three.']);
  assert.deepEqual(words(await grow(compacted(4, 'Summary.'))), ['0:Summary.']);
  const last = await grow(event(5, { type: 'thread_rolled_back', num_turns: 1 }));
  assert.deepEqual(words(last), ['0:One.', '0:Two.'], 'the compaction stood in the turn that was rolled back');
  assert.equal(last.turns.every((turn) => turn.visibility === 'active' || turn.shadowedBy !== undefined), true);
});

test('rolling back more turns than there are leaves the context of the start', async () => {
  const session = await readBytes(jsonl(meta('t'), item(1, { type: 'message', role: 'developer', content: 'Rules.' }), started(2), user(3, 'One.'), event(4, { type: 'thread_rolled_back', num_turns: 99 })));
  assert.deepEqual(words(session.conversation()), []);
  assert.equal(session.conversation().turns.length, 2);
});

test('thousands of compactions and rollbacks are settled in one pass', async () => {
  const records: object[] = [meta('t')];
  for (let n = 1; n < 20_000; n += 4) records.push(started(n), user(n + 1, 'x'), compacted(n + 2, 's'), event(n + 3, { type: 'thread_rolled_back', num_turns: 1 }));
  const started_ = performance.now();
  const session = await readBytes(jsonl(...records));
  assert.equal(activeEntries(session.conversation()).length, 0);
  assert.ok(performance.now() - started_ < 5000);
});

test('no record of any shape is thrown at, lost, or read as something it is not', async () => {
  const types = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'inter_agent_communication', 'world_state', 'hologram'];
  const inner = ['message', 'reasoning', 'function_call', 'function_call_output', 'agent_message', 'tool_search_output', 'compaction', 'web_search_call', 'item_reference', 'thread_rolled_back', 'ghost_snapshot', 'other'];
  const junk = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.array(fc.jsonValue(), { maxLength: 3 }), fc.dictionary(fc.constantFrom('type', 'text', 'image_url', 'content', 'sig'), fc.jsonValue(), { maxKeys: 3 }));
  const keys = ['role', 'content', 'summary', 'encrypted_content', 'call_id', 'arguments', 'output', 'action', 'tools', 'replacement_history', 'message', 'num_turns', 'item', 'base_instructions', 'id', 'author', 'forked_from_id', 'forked_from_ordinal_exclusive', 'internal_chat_message_metadata_passthrough'];
  const payload = fc.tuple(fc.constantFrom(...inner), fc.dictionary(fc.constantFrom(...keys), junk)).map(([type, more]) => ({ type, ...more }));
  const record = fc.record({ timestamp: fc.constant(TIME), type: fc.constantFrom(...types), payload: fc.oneof({ weight: 8, arbitrary: payload }, { weight: 1, arbitrary: junk }), metadata: junk, ordinal: fc.oneof(fc.nat(), junk) });
  await fc.assert(fc.asyncProperty(fc.array(record, { minLength: 2, maxLength: 12 }), async (records) => {
    const session = await Session.open(memorySource('x.jsonl', bytes(meta('t'), ...records)), memoryHost(), { inputFormat: 'codex-rollout' });
    await session.read();
    const conversation = session.conversation();
    const seen = new Set([...session.hidden.map((h) => h.source.record), ...conversation.entries.map((entry) => entry.source.record)]);
    for (let n = 0; n <= records.length; n++) assert.ok(seen.has(n), `record ${n} is nowhere`);
    const ids = conversation.entries.flatMap((entry) => entry.blocks.map((block) => block.id));
    assert.equal(new Set(ids).size, ids.length);
    for (const entry of conversation.entries) for (const block of entry.blocks) assert.notEqual(await session.loader.value(block.source), undefined);
  }), { numRuns: 150 });
});
