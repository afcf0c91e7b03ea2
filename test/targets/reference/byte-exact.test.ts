import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judge, resolveTarget } from '../../../src/core/judge/judge.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { requestString } from '../../../src/core/replay/write-request.ts';
import type { Session } from '../../../src/core/turns/session.ts';
import { jsonl, readBytes, readSession } from '../../support/sessions.ts';

async function sent(session: Session, target: string, options: Partial<ReplayOptions> = {}): Promise<string> {
  const { template } = judge(session.conversation(), target, { ...DEFAULT_OPTIONS, ...options });
  assert.ok(template !== null);
  return await requestString(template, session.loader);
}

for (const path of ['test/formats/anthropic-messages/tool-loop/input.json', 'test/formats/anthropic-messages/malformed-messages/input.json', 'test/targets/openai-responses/items-verbatim/input.json']) {
  test(`as-recorded sends the bytes of ${path}`, async () => {
    const text = readFileSync(path, 'utf8');
    assert.equal(await sent(await readSession(path), 'as-recorded'), text.trim());
    assert.equal(await sent(await readSession(path), 'as-recorded', { mode: 'repair', thinking: 'strip', tools: 'none', prompt: 'Go on.', model: 'other' }), text.trim());
  });
}

test('as-recorded is the default for bodies, and has the rules and paths of their API', async () => {
  const messages = await readSession('test/formats/anthropic-messages/tool-loop/input.json');
  const responses = await readSession('test/targets/openai-responses/items-verbatim/input.json');
  for (const [session, api, array, family] of [[messages, 'anthropic-messages', 'messages', 'anthropic'], [responses, 'openai-responses', 'input', 'openai-responses']] as const) {
    const serializer = resolveTarget(session.conversation(), 'auto');
    assert.deepEqual([serializer.id, serializer.api, serializer.array, serializer.ruleFamilies.includes(family)], ['as-recorded', api, array, true]);
  }
});

test('as-recorded says why it cannot take what was not sent', async () => {
  const answer = await readSession('test/formats/anthropic-messages/response-body/input.json');
  const rollout = await readSession('test/formats/codex-rollout/boundary-exact/input.jsonl');
  const torn = await readSession('test/formats/anthropic-messages/torn-body/input.json');
  const reasons = [answer, rollout, torn].map((session) => judge(session.conversation(), 'as-recorded'));
  assert.deepEqual(reasons.map((r) => r.outcome), ['not-applicable', 'not-applicable', 'not-applicable']);
  assert.match(reasons[0]!.notApplicable ?? '', /response body/);
  assert.match(reasons[1]!.notApplicable ?? '', /no whole request body/);
});

/** Spellings that parse and print again as something else. */
const ODD = '{"n":1.50e2,"s":"caf\\u00e9 \\/ \\ud83d\\ude00","big":12345678901234567890}';

test('signed thinking and call arguments keep their spelling on their own API', async () => {
  const thinking = '{"type":"thinking","thinking":"caf\\u00e9 \\ud800 \\/","signature":"dGVzdC1zaWduYXR1cmU6QQ==","extra":1.0}';
  const body = `{"model":"claude-opus-4-5","max_tokens":1e3,"messages":[{"role":"user","content":"Go."},{"role":"assistant","content":[${thinking},{"type":"tool_use","id":"toolu_1","name":"f","input":${ODD}}]}]}`;
  const text = await sent(await readBytes(body, 'body.json'), 'anthropic-messages');
  assert.ok(text.includes(thinking));
  assert.ok(text.includes(`"input":${ODD}`));
  assert.ok(text.includes('"max_tokens":1e3'));
});

test('recorded items keep their spelling on Responses, without the keys their client never sends', async () => {
  const item = '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAAB\\u002d"}';
  const call = '{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{ \\"a\\": 1.0 }"}';
  const session = await readBytes(`{"model":"gpt-5.2","store":false,"input":[{"role":"user","content":"Go."},${item},${call},{"type":"function_call_output","call_id":"call_1","output":"ok"}]}`, 'body.json');
  const text = await sent(session, 'openai-responses');
  assert.ok(text.includes(`${item},${call}`));
  const rollout = await readBytes(jsonl(
    { timestamp: '2026-11-30T12:00:00.000Z', type: 'session_meta', payload: { id: 't', cli_version: '0.171.0' } },
    { timestamp: '2026-11-30T12:00:00.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }], internal_chat_message_metadata_passthrough: { a: 1 } } },
  ));
  assert.deepEqual((JSON.parse(await sent(rollout, 'openai-responses')) as JsonObject).input, [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] }]);
});

test('arguments recorded as a string go out as that string on Chat, and as the object it spells on Messages', async () => {
  const session = await readBytes(JSON.stringify({ model: 'gpt-5.2', store: false, input: [{ role: 'user', content: 'Go.' }, { type: 'function_call', call_id: 'call_1', name: 'f', arguments: ODD }, { type: 'function_call_output', call_id: 'call_1', output: '' }] }), 'body.json');
  const chat = JSON.parse(await sent(session, 'openai-chat')) as { messages: readonly { tool_calls?: readonly { function: { arguments: string } }[] }[] };
  assert.equal(chat.messages[1]?.tool_calls?.[0]?.function.arguments, ODD);
  assert.ok((await sent(session, 'anthropic-messages')).includes(`"input":${ODD}`));
});

test('a body with nothing to normalise is written as the same body, in strict and in repair', async () => {
  const body = {
    model: 'claude-opus-4-8', max_tokens: 10, system: [{ type: 'text', text: 's' }], temperature: 1, metadata: { user_id: 'u' }, tool_choice: { type: 'auto' },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] }, { role: 'assistant', content: [{ type: 'text', text: 'x', citations: [] }, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }] },
      { role: 'system', content: [{ type: 'text', text: 'Brief.' }] }, { role: 'assistant', content: [{ type: 'compaction', content: 'c' }, { type: 'tool_use', id: 'toolu_1', name: 'f', input: {}, caller: { type: 'direct' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'tool_reference', tool_name: 'f' }], cache_control: { type: 'ephemeral' } }, { type: 'container_upload', file_id: 'file_1' }], name: 'kept' },
    ],
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
  };
  for (const mode of ['strict', 'repair'] as const) assert.deepEqual(JSON.parse(await sent(await readBytes(JSON.stringify(body), 'body.json'), 'anthropic-messages', { mode })), body);
});
