import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS } from '../../../src/core/replay/serializer.ts';
import { requestString } from '../../../src/core/replay/write-request.ts';
import { versionOf } from '../../../src/core/targets/client/claude-code/version.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';

const row = (uuid: string, parentUuid: string | null, type: string, message: object, version = '2.1.332'): object => ({ uuid, parentUuid, sessionId: 's', version, type, message });
const said = (id: string, model: string, ...content: readonly object[]): object => ({ id, role: 'assistant', model, content });

test('a file whose client is not known is not applicable, with the reason', async () => {
  const session = await readBytes(JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, system: 's', messages: [{ role: 'user', content: 'Hi.' }] }), 'body.json');
  const replay = judge(session.conversation(), 'client', DEFAULT_OPTIONS);
  assert.equal(replay.outcome, 'not-applicable');
  assert.match(replay.notApplicable ?? '', /client that wrote this file is not known/);
});

test('a session judged by its own client is judged by the rules of that client\'s API', async () => {
  const claude = await readBytes(jsonl(row('u1', null, 'user', { role: 'user', content: 'Hi.' }), row('a1', 'u1', 'assistant', said('m1', 'claude-opus-4-6', { type: 'text', text: 'Hi.' }))));
  const replay = judge(claude.conversation(), 'client', DEFAULT_OPTIONS);
  assert.ok(replay.findings.some((finding) => finding.rule === 'anthropic/prefill-unsupported'), 'it ends on an answer and no prompt was asked for');
});

test('thinking comes back when its model does', async () => {
  const thought = (name: string): object => ({ type: 'thinking', thinking: name, signature: Buffer.from(`mock-signature:${name}`).toString('base64') });
  const session = await readBytes(jsonl(
    row('u1', null, 'user', { role: 'user', content: 'One.' }), row('a1', 'u1', 'assistant', said('m1', 'claude-sonnet-4-5', thought('S'))), row('a2', 'a1', 'assistant', said('m1', 'claude-sonnet-4-5', { type: 'text', text: 'One.' })),
    row('u2', 'a2', 'user', { role: 'user', content: 'Two.' }), row('a3', 'u2', 'assistant', said('m2', 'claude-opus-4-6', thought('O'))), row('a4', 'a3', 'assistant', said('m2', 'claude-opus-4-6', { type: 'text', text: 'Two.' })),
  ));
  const sent = async (model: string): Promise<readonly string[]> => {
    const replay = judge(session.conversation(), 'client', { ...DEFAULT_OPTIONS, model, prompt: 'Three.' });
    return [...(await requestString(replay.template!, session.loader)).matchAll(/"thinking":"([A-Z])"/g)].map((m) => m[1]!);
  };
  assert.deepEqual(await sent('claude-sonnet-4-5'), ['S']);
  assert.deepEqual(await sent('claude-opus-4-6'), ['O']);
  assert.deepEqual(await sent('claude-haiku-4-5'), []);
});

test('the version is that of the file, else the newest known; a file between two is taken for the nearer', () => {
  assert.equal(versionOf(undefined, '2.1.197'), '2.1.197');
  assert.equal(versionOf(undefined, '1.0.120'), '2.1.197');
  assert.equal(versionOf(undefined, '2.1.332'), '2.1.332');
  assert.equal(versionOf(undefined, '2.2.0'), '2.1.332');
  assert.equal(versionOf(undefined, undefined), '2.1.332');
  assert.equal(versionOf('2.1.197', '2.1.332'), '2.1.197');
});
