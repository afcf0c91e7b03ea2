import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectJson } from '../../../src/core/export/inspect-json.ts';
import { replayJson } from '../../../src/core/export/replay-json.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { c, r, t, T, U, v0, v4, type Said } from '../../support/dsh.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';

/** Acceptance 38, 39, 49, 50 and 54: what a replay state restores, and what becomes of one that cannot be used. */
const SIGNATURE = 'bW9jay1zaWduYXR1cmU=';
const BLOCKS = [{ type: 'reasoning', signature: SIGNATURE }, { type: 'text' }, { type: 'tool-call' }];
const RESPONSE = { kind: 'deepseek-messages', version: 1, model: 'deepseek-test' };
const CONTENT = [r('why'), t('so'), c('a')];

function said(replayState: unknown, content: readonly object[] = CONTENT, model = 'deepseek-test'): readonly Said[] {
  return [U(t('go')), { role: 'assistant', content, source: { kind: 'model', provider: 'deepseek', model, replayState } }, T('a', [t('ok')])];
}

async function replayed(messages: readonly Said[], target: string, options: Partial<ReplayOptions> = {}): Promise<{ assistant: JsonObject; findings: readonly JsonObject[]; decisions: readonly JsonObject[] }> {
  const both = await Promise.all([v4(messages), v0(messages)].map(async (records) => {
    const session = await readBytes(jsonl(...records));
    const answer = await replayJson(session, judge(session.conversation(), target, { ...DEFAULT_OPTIONS, ...options }));
    assert.equal(answer.outcome, 'ok');
    return { assistant: ((answer.request as JsonObject).messages as readonly JsonObject[])[1]!, findings: answer.findings as readonly JsonObject[], decisions: answer.decisions as readonly JsonObject[] };
  }));
  assert.deepEqual(both[1]!.assistant, both[0]!.assistant);
  return both[0]!;
}
const warnings = (findings: readonly JsonObject[]): readonly string[] => findings.filter((f) => f.severity === 'warning').map((f) => String(f.message));
const thinking = (assistant: JsonObject): JsonObject => (assistant.content as readonly JsonObject[])[0]!;

test('38: the signature comes back for the very model that made it', async () => {
  const { assistant, findings } = await replayed(said({ response: RESPONSE, blocks: BLOCKS }), 'dsh/messages');
  assert.deepEqual(assistant.content, [{ type: 'thinking', thinking: 'why', signature: SIGNATURE }, { type: 'text', text: 'so' }, { type: 'tool_use', id: 'a', name: 'Inspect', input: {} }]);
  assert.deepEqual(warnings(findings), []);
});

test('38: for another model the thinking stays without its signature, and nothing warns', async () => {
  const { assistant, findings, decisions } = await replayed(said({ response: RESPONSE, blocks: BLOCKS }), 'dsh/messages', { model: 'deepseek-other' });
  assert.deepEqual(thinking(assistant), { type: 'thinking', thinking: 'why' });
  assert.deepEqual(warnings(findings), []);
  assert.deepEqual(findings.map((f) => [f.rule, f.severity]), [['dsh/signature-left-out', 'info']]);
  assert.equal(decisions[1]!.op, 'kept');
});

const NO_OBJECT = 'DeepSeek Messages expected a JSON object';
const damaged: readonly (readonly [string, unknown, string])[] = [
  ['null', null, NO_OBJECT],
  ['an array', [], NO_OBJECT],
  ['no response', { response: null, blocks: [] }, NO_OBJECT],
  ['another kind', { response: { ...RESPONSE, kind: 'other' }, blocks: BLOCKS }, 'DeepSeek Messages replay: unsupported kind or version'],
  ['another version', { response: { ...RESPONSE, version: 2 }, blocks: BLOCKS }, 'DeepSeek Messages replay: unsupported kind or version'],
  ['another model than the message', { response: { ...RESPONSE, model: 'wrong' }, blocks: BLOCKS }, 'DeepSeek Messages replay: model does not match assistant source model'],
  ['fewer blocks than content', { response: RESPONSE, blocks: BLOCKS.slice(0, 2) }, 'DeepSeek Messages replay: block count mismatch'],
  ['no blocks', { response: RESPONSE, blocks: null }, 'DeepSeek Messages replay: block count mismatch'],
  ['a block that is no object', { response: RESPONSE, blocks: [null, ...BLOCKS.slice(1)] }, NO_OBJECT],
  ['a block of another type', { response: RESPONSE, blocks: [{ type: 'text' }, ...BLOCKS.slice(1)] }, 'DeepSeek Messages replay: block type mismatch'],
  ['a signature that is no string', { response: RESPONSE, blocks: [{ type: 'reasoning', signature: 3 }, ...BLOCKS.slice(1)] }, 'DeepSeek Messages replay: invalid signature'],
  ['a signature on a text', { response: RESPONSE, blocks: [BLOCKS[0], { type: 'text', signature: 'x' }, BLOCKS[2]] }, 'DeepSeek Messages replay: invalid signature'],
];
for (const [name, state, reason] of damaged) {
  test(`38: a replay state with ${name} warns once and restores nothing`, async () => {
    const { assistant, findings } = await replayed(said(state), 'dsh/messages');
    assert.deepEqual(assistant.content, [{ type: 'thinking', thinking: 'why' }, { type: 'text', text: 'so' }, { type: 'tool_use', id: 'a', name: 'Inspect', input: {} }]);
    assert.equal(warnings(findings).length, 1);
    assert.ok(warnings(findings)[0]!.startsWith(`${reason}.`), warnings(findings)[0]);
  });
}

test('39: an empty signature comes back as an empty one', async () => {
  const { assistant, findings } = await replayed(said({ response: RESPONSE, blocks: [{ type: 'reasoning', signature: '' }, ...BLOCKS.slice(1)] }), 'dsh/messages');
  assert.deepEqual(thinking(assistant), { type: 'thinking', thinking: 'why', signature: '' });
  assert.deepEqual(warnings(findings), []);
});

test('a signature longer than what is kept in memory is read back byte for byte', async () => {
  const long = Buffer.from('s'.repeat(3000)).toString('base64');
  const { assistant } = await replayed(said({ response: RESPONSE, blocks: [{ type: 'reasoning', signature: long }, ...BLOCKS.slice(1)] }), 'dsh/messages');
  assert.equal(thinking(assistant).signature, long);
});

const PI = { kind: 'pi-ai', version: 2, api: 'anthropic-messages', provider: 'deepseek', model: 'deepseek-test', responseId: 'msg_1', responseModel: 'deepseek-test-1', stopReason: 'toolUse' };
const PI_BLOCKS = [{ type: 'reasoning', thinkingSignature: SIGNATURE }, { type: 'text', textSignature: 'msg_1' }, { type: 'tool-call', thoughtSignature: 'dGhvdWdodA==' }];
const USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };

test('a valid pi-ai state makes the message native again; the Messages adapter never sees it', async () => {
  const native = await replayed(said({ response: PI, blocks: PI_BLOCKS }), 'dsh/pi-ai');
  assert.deepEqual(native.assistant, {
    role: 'assistant', content: [
      { type: 'thinking', thinking: 'why', thinkingSignature: SIGNATURE }, { type: 'text', text: 'so', textSignature: 'msg_1' },
      { type: 'toolCall', id: 'a', name: 'Inspect', arguments: {}, thoughtSignature: 'dGhvdWdodA==' },
    ], api: 'anthropic-messages', provider: 'deepseek', model: 'deepseek-test', responseModel: 'deepseek-test-1', responseId: 'msg_1', usage: USAGE, stopReason: 'toolUse', timestamp: 0,
  });
  const messages = await replayed(said({ response: PI, blocks: PI_BLOCKS }), 'dsh/messages');
  assert.deepEqual(thinking(messages.assistant), { type: 'thinking', thinking: 'why' });
  assert.deepEqual(warnings(messages.findings), []);
});

test('redacted reasoning of a pi-ai state is shown as redacted and goes back with its payload', async () => {
  const blocks = [{ type: 'reasoning', thinkingSignature: 'cmVkYWN0ZWQ=', redacted: true }, ...PI_BLOCKS.slice(1)];
  const messages = said({ response: PI, blocks }, [r('[Reasoning redacted]'), t('so'), c('a')]);
  assert.deepEqual(thinking((await replayed(messages, 'dsh/pi-ai')).assistant), { type: 'thinking', thinking: '[Reasoning redacted]', thinkingSignature: 'cmVkYWN0ZWQ=', redacted: true });
  const [block] = (await readBytes(jsonl(...v4(messages)))).conversation().turns[1]!.blocks;
  assert.deepEqual([block!.kind, block!.signature?.kind, block!.signature?.state], ['redacted-thinking', 'anthropic-redacted', 'redacted']);
});

const piDamaged: readonly (readonly [unknown, string])[] = [
  [null, 'expected a replay envelope'], [[], 'expected a replay envelope'], [{ response: null }, 'expected a response object'],
  [{ response: { ...PI, kind: 'x' }, blocks: PI_BLOCKS }, 'unknown state kind'], [{ response: { ...PI, version: 1 }, blocks: PI_BLOCKS }, 'unsupported version 1'],
  [{ response: { ...PI, api: '' }, blocks: PI_BLOCKS }, 'api must be a non-empty string'], [{ response: { ...PI, stopReason: 'pending' }, blocks: PI_BLOCKS }, 'unknown stopReason'],
  [{ response: { ...PI, provider: 'other' }, blocks: PI_BLOCKS }, 'provider does not match assistant source'], [{ response: { ...PI, model: 'other' }, blocks: PI_BLOCKS }, 'model does not match assistant source'],
  [{ response: PI, blocks: PI_BLOCKS.slice(1) }, 'block count does not match assistant content'], [{ response: PI, blocks: [PI_BLOCKS[1], ...PI_BLOCKS.slice(1)] }, 'block 0 does not match assistant content'],
];
for (const [state, reason] of piDamaged) {
  test(`a pi-ai state is given up with "${reason}"`, async () => {
    const { assistant, findings } = await replayed(said(state), 'dsh/pi-ai');
    assert.deepEqual([assistant.api, assistant.stopReason], ['dsh-foreign', 'toolUse']);
    assert.deepEqual(thinking(assistant), { type: 'thinking', thinking: 'why' });
    assert.deepEqual(warnings(findings), [`invalid pi-ai replay state: ${reason}. The message is sent without its signatures.`]);
  });
}

test('49: foreign reasoning is text for pi-ai 0.8x and dropped by 1.x, and the decisions differ accordingly', async () => {
  const text = await replayed(said(undefined), 'dsh/pi-ai', { variant: '0.8x' });
  assert.deepEqual(thinking(text.assistant), { type: 'text', text: 'why' });
  assert.deepEqual([text.decisions[1]!.op, text.decisions[1]!.rule], ['converted', 'dsh/foreign-reasoning']);
  const dropped = await replayed(said(undefined), 'dsh/pi-ai', { variant: '1.x' });
  assert.deepEqual((dropped.assistant.content as readonly JsonObject[]).map((b) => b.type), ['text', 'toolCall']);
  assert.deepEqual([dropped.decisions[1]!.op, dropped.decisions[1]!.rule], ['omitted', 'dsh/foreign-reasoning']);
  // A valid state of another model is foreign too; of the model asked for it is not.
  const state = { response: PI, blocks: PI_BLOCKS };
  assert.equal((await replayed(said(state), 'dsh/pi-ai', { variant: '1.x', model: 'other' })).decisions[1]!.op, 'omitted');
  assert.equal((await replayed(said(state), 'dsh/pi-ai', { variant: '1.x', model: 'deepseek-test' })).decisions[1]!.op, 'kept');
});

test('50: one response id in two records is one response and no boundary', async () => {
  const state = { response: PI, blocks: [{ type: 'reasoning', thinkingSignature: SIGNATURE }] };
  const half = (content: readonly object[], id: string): Said => ({ role: 'assistant', content, source: { kind: 'model', provider: 'deepseek', model: 'deepseek-test', replayState: { ...state, response: { ...PI, responseId: id } } } });
  for (const records of [v4([U(t('go')), half([r('a')], 'msg_1'), half([r('b')], 'msg_1')]), v0([U(t('go')), half([r('a')], 'msg_1'), half([r('b')], 'msg_1')])]) {
    const session = await readBytes(jsonl(...records));
    const answer = await inspectJson(session);
    assert.deepEqual(answer.boundaries, []);
    assert.deepEqual((answer.responses as readonly JsonObject[]).map((x) => [x.key, x.confidence]), [['r1', 'exact']]);
  }
  const two = await readBytes(jsonl(...v4([U(t('go')), half([r('a')], 'msg_1'), half([r('b')], 'msg_2')])));
  const answer = await replayJson(two, judge(two.conversation(), 'dsh/pi-ai'));
  assert.deepEqual((answer.boundaries as readonly JsonObject[]).map((b) => [b.kind, b.mergedOnWire]), [['nothing', false]]);
});

test('54: an inspection names a signature by its form and never spells it', async () => {
  const session = await readBytes(jsonl(...v4(said({ response: RESPONSE, blocks: BLOCKS }))));
  const answer = JSON.stringify(await inspectJson(session));
  assert.equal(answer.includes(SIGNATURE), false);
  assert.ok(answer.includes('dsh-replay-state'));
});
