import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisionOf, outline, replayOf, sign } from './bodies.ts';

const thinking = (text: string, signature = sign(text)): object => ({ type: 'thinking', thinking: text, signature });
const use = (id: string, name = 'exec'): object => ({ type: 'tool_use', id, name, input: { cmd: 'x' } });
const result = (id: string, content: unknown = 'done', extra: object = {}): object => ({ type: 'tool_result', tool_use_id: id, content, ...extra });
const body = (messages: readonly object[], extra: object = {}): object => ({ model: 'claude-sonnet-4-5', max_tokens: 1000, messages, ...extra });
const user = (...content: readonly object[]): object => ({ role: 'user', content });
const assistant = (...content: readonly object[]): object => ({ role: 'assistant', content });
const text = (value: string): object => ({ type: 'text', text: value });

test('a Messages request comes through with its signed thinking, redacted payloads and calls', async () => {
  const { replay, messages } = await replayOf(body([
    user(text('u')), assistant({ type: 'redacted_thinking', data: 'cmVkYWN0ZWQtcGF5bG9hZA==' }, thinking('A'), text('t'), use('c')), user(result('c'), text('more')), assistant(thinking('B'), text('end')),
  ]));
  assert.equal(outline(messages), 'U A[redacted,A,t,c] T U A[B,end] U');
  assert.equal(decisionOf(replay, '2:/content/1').op, 'kept');
  assert.deepEqual(replay.findings.filter((f) => f.severity === 'error'), []);
});

test('thinking without a signature, or in a user message, is left out', async () => {
  const { replay, messages } = await replayOf(body([user(text('u'), thinking('lost')), assistant(thinking('A', ''), text('t'))]));
  assert.equal(outline(messages), 'U A[t] U');
  assert.equal(decisionOf(replay, '1:/content/1').rule, 'opencodex/item-ignored');
  assert.equal(decisionOf(replay, '2:/content/0').rule, 'anthropic/thinking-signature-missing');
});

test('2.31.0 drops all thinking of a Messages request', async () => {
  const { replay, messages } = await replayOf(body([user(text('u')), assistant(thinking('A'), use('c')), user(result('c'))]), { variant: '2.31.0' });
  assert.equal(outline(messages), 'U A[c] T');
  assert.equal(decisionOf(replay, '2:/content/0').rule, 'opencodex/reasoning-before-boundary-lost');
});

test('the conversion moves what stands beside results, and says failures in text', async () => {
  const { messages } = await replayOf(body([user(text('u')), assistant(use('c'), use('d')), user(result('c', 'broken', { is_error: true }), result('d', [text('also')], { is_error: true })), assistant(text('t'))]));
  assert.deepEqual(messages[2]!.content, [
    { type: 'tool_result', tool_use_id: 'c', content: '[tool error] broken' },
    { type: 'tool_result', tool_use_id: 'd', content: '[tool error]also', cache_control: { type: 'ephemeral' } },
  ]);
});

test('a text before a result splits the pair', async () => {
  const { replay } = await replayOf(body([user(text('u')), assistant(use('c')), user(text('first'), result('c'))]));
  assert.ok(replay.findings.some((f) => f.rule === 'opencodex/tool-pair-split'));
});

test('system text of every place becomes one block, parameters and tools are carried over', async () => {
  const { body: sent } = await replayOf(body([user(text('u')), { role: 'system', content: 'Mid.' }, assistant(text('t')), user(text('v'))], {
    system: [text('One.'), text('Two.')], thinking: { type: 'enabled', budget_tokens: 8000 }, tool_choice: { type: 'tool', name: 'exec' }, stop_sequences: ['END'],
    tools: [{ name: 'exec', description: 'Run.', input_schema: { type: 'object', properties: {} } }, { type: 'web_search_20250305', name: 'web_search' }],
  }));
  assert.equal(sent.system![0]!.text, 'One.\n\nTwo.\n\nMid.\n\n[opencodex text]');
  assert.deepEqual([sent.max_tokens, sent.thinking, sent.tool_choice, sent['stop_sequences'], sent.stream], [16384, { type: 'enabled', budget_tokens: 8192 }, { type: 'tool', name: 'exec' }, ['END'], false]);
  assert.deepEqual(sent.tools, [{ name: 'exec', description: 'Run.', input_schema: { type: 'object', properties: {} }, cache_control: { type: 'ephemeral' } }]);
});

test('what the conversion refuses is a rejection with its text', async () => {
  const { replay } = await replayOf(body([user(text('u')), assistant(use('c')), user(result('', 'x'))]));
  assert.equal(replay.outcome, 'rejected');
  assert.equal(replay.rejection?.message, 'tool_result requires tool_use_id');
  const unnamed = await replayOf(body([user(text('u')), assistant({ type: 'tool_use', id: 'c', input: {} })]));
  assert.equal(unnamed.replay.rejection?.message, 'tool_use requires id and name');
});

test('empty strings and empty contents give no message', async () => {
  const { replay, messages } = await replayOf(body([{ role: 'user', content: '' }, { role: 'assistant', content: [] }, user(text('v'))]));
  assert.equal(messages.length, 1);
  assert.equal(decisionOf(replay, '1:/content').rule, 'anthropic/text-empty');
  assert.equal(decisionOf(replay, 't:2').op, 'omitted');
});
