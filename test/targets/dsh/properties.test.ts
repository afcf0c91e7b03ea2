import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../src/core/judge/judge.ts';
import { valueAt, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { requestString } from '../../../src/core/replay/write-request.ts';
import { subjectsOf } from '../../../src/core/turns/conversation.ts';
import { v0, v4, type Said } from '../../support/dsh.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';

/** Any history through every adapter, state and option: one decision per block, paths that lead to values, no exception, the same from v0 and v4. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 150);

const image = { type: 'image', attachment: { attachmentId: 'sha256:0123456789abcdef', mediaType: 'image/png', width: 1, height: 1 } };
const id = fc.constantFrom('a', 'b', 'c');
const plain = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', ' ', 'x', 'long '.repeat(300)).map((text) => ({ type: 'text', text })) },
  fc.constant({ type: 'reasoning', text: 'hm' }),
  fc.record({ type: fc.constant('tool-call'), id, name: fc.constant('Inspect'), arguments: fc.constantFrom('{}', '', '[]', '{') }),
  { weight: 1, arbitrary: fc.constantFrom<object>({ type: 'plugin:x' }, image, { ...image, offloaded: true }, { type: 'tool-addition', toolName: 'Inspect' }, { type: 'text' }) },
);
const content = fc.array(plain, { maxLength: 4 });
const SOURCES = [{ kind: 'model', provider: 'deepseek', model: 'deepseek-flash' }, { kind: 'model', provider: 'deepseek', model: 'deepseek-flash', replayState: { response: { kind: 'pi-ai', version: 2 }, blocks: [] } }];
const message: fc.Arbitrary<Said> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ role: fc.constant('user' as const), content }) },
  { weight: 3, arbitrary: fc.record({ role: fc.constant('assistant' as const), content: fc.array(plain, { minLength: 1, maxLength: 4 }), source: fc.constantFrom(...SOURCES) }) },
  { weight: 2, arbitrary: fc.record({ role: fc.constant('tool' as const), id, content, isError: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ role: fc.constantFrom('system' as const, 'developer' as const), content: fc.array(fc.constantFrom({ type: 'text', text: 'S' }, { type: 'text', text: '' }), { minLength: 1, maxLength: 2 }) }) },
);
const ASKED: readonly (readonly [string, Partial<ReplayOptions>])[] = [
  ['dsh/messages', {}], ['dsh/messages', { extra: { systemPromptUpdate: 'in-history', pairing: 'repair' } }], ['dsh/messages', { mode: 'repair', thinking: 'strip', tools: 'stubs', prompt: 'Go on.' }],
  ['dsh/chat', {}], ['dsh/chat', { variant: 'd0', extra: { images: 'text-only' } }],
  ['dsh/pi-ai', {}], ['dsh/pi-ai', { variant: 'd0' }], ['dsh/pi-ai', { variant: 'later', extra: { systemPromptUpdate: 'in-history' } }], ['dsh/pi-ai', { variant: '0.8x' }], ['dsh/pi-ai', { variant: '1.x', prompt: 'Go on.' }],
];

async function replayed(records: readonly object[], target: string, options: Partial<ReplayOptions>): Promise<{ outcome: string; request: Json; message: string | undefined }> {
  const session = await readBytes(jsonl(...records));
  const conversation = session.conversation();
  const replay = judge(conversation, target, { ...DEFAULT_OPTIONS, ...options });
  assert.deepEqual([...replay.decisions.keys()].sort(), [...subjectsOf(conversation.turns, conversation.recorded)].sort());
  const request = replay.template === null ? null : JSON.parse(await requestString(replay.template, session.loader)) as Json;
  for (const decision of replay.decisions.values()) {
    assert.notEqual(decision.reason, '');
    assert.equal(decision.wirePaths.length > 0, decision.op !== 'omitted' && decision.op !== 'rejected', `${target}: ${decision.block} is ${decision.op}`);
    for (const path of decision.wirePaths) assert.notEqual(valueAt(request, `/${path.replaceAll('.', '/')}`), undefined, `${target}: nothing at ${path}`);
  }
  return { outcome: replay.outcome, request, message: replay.rejection?.message };
}

test(`${RUNS} generated histories are decided block by block, alike from v0 and v4`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (said) => {
    for (const [target, options] of ASKED) assert.deepEqual(await replayed(v0(said), target, options), await replayed(v4(said), target, options));
  }), { numRuns: RUNS });
});

test('what is sent of a history does not change when the history goes on behind a user turn', async () => {
  await fc.assert(fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 5 }), async (said) => {
    const options = { extra: { systemPromptUpdate: 'in-history', pairing: 'repair' } };
    const head = await replayed(v4([...said, { role: 'user', content: [{ type: 'text', text: 'now' }] }]), 'dsh/messages', options);
    const more = await replayed(v4([...said, { role: 'user', content: [{ type: 'text', text: 'now' }] }, { role: 'assistant', content: [{ type: 'text', text: 'done' }] }]), 'dsh/messages', options);
    if (head.outcome !== 'ok') return;
    const before = (head.request as JsonObject).messages as readonly Json[];
    assert.deepEqual(((more.request as JsonObject).messages as readonly Json[]).slice(0, before.length), before);
  }), { numRuns: RUNS });
});
