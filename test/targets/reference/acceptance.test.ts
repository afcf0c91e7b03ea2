import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replayJson } from '../../../src/core/export/replay-json.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { A, c, r, S, t, T, U, v0, v4, type Said } from '../../support/dsh.ts';
import { ocxr1 } from '../../support/signatures.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';

// The acceptance list of the seed decisions, numbered as there, for the reference targets where the design says the same.

interface Answer { readonly outcome: string; readonly request: JsonObject; readonly rejection: JsonObject | undefined; readonly op: (id: string) => string; readonly ops: readonly string[]; readonly paths: (id: string) => readonly string[]; readonly boundaries: readonly JsonObject[]; readonly findings: readonly JsonObject[]; readonly inserted: readonly JsonObject[] }

async function replay(content: string, target: string, options: Partial<ReplayOptions> = {}, name = 'input.jsonl'): Promise<Answer> {
  const session = await readBytes(content, name);
  const answer = await replayJson(session, judge(session.conversation(), target, { ...DEFAULT_OPTIONS, ...options }));
  const decisions = answer.decisions as readonly JsonObject[];
  const of = (id: string): JsonObject => decisions.find((d) => d.block === id) ?? assert.fail(`no decision on ${id}`);
  return {
    outcome: String(answer.outcome), request: answer.request as JsonObject, rejection: answer.rejection as JsonObject | undefined, ops: decisions.map((d) => String(d.op)),
    op: (id) => String(of(id).op), paths: (id) => of(id).wirePaths as readonly string[],
    boundaries: answer.boundaries as readonly JsonObject[], findings: answer.findings as readonly JsonObject[], inserted: answer.inserted as readonly JsonObject[],
  };
}

const messagesOf = (answer: Answer): readonly JsonObject[] => answer.request.messages as readonly JsonObject[];
const rolesOf = (answer: Answer): readonly string[] => messagesOf(answer).map((m) => String(m.role));
const said = (text: string): JsonObject => ({ type: 'text', text });

/** From a dsh session of either version; the answer must not depend on it. */
function fromDsh(name: string, turns: readonly Said[], check: (run: (target: string, options?: Partial<ReplayOptions>) => Promise<Answer>) => Promise<void>): void {
  for (const [form, records] of [['v4', v4(turns)], ['v0', v0(turns)]] as const) {
    test(`${name}, from ${form}`, () => check((target, options) => replay(jsonl(...records), target, options)));
  }
}

fromDsh('1, 2 and 7: assistant blocks in user input are omitted by role and type', [U(t('Background subagent finished.\n'), r(), c('x'), t('  child answer  '))], async (run) => {
  const messages = await run('anthropic-messages');
  assert.deepEqual(messagesOf(messages), [{ role: 'user', content: [said('Background subagent finished.\n'), said('  child answer  ')] }]);
  assert.deepEqual(messages.ops, ['kept', 'omitted', 'omitted', 'kept']);
  const chat = await run('openai-chat');
  assert.deepEqual(messagesOf(chat), [{ role: 'user', content: [said('Background subagent finished.\n'), said('  child answer  ')] }]);
  assert.deepEqual(chat.ops, ['kept', 'omitted', 'omitted', 'kept']);
  const responses = await run('openai-responses');
  assert.deepEqual(responses.request.input, [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Background subagent finished.\n' }, { type: 'input_text', text: '  child answer  ' }] }]);
});

fromDsh('3 and 4: tool results keep their text, and stay when nothing is left', [U(t('go')), A(c('a'), c('b')), T('a', [r(), c('x'), t('  result\n')], true), T('b', [r(), c('y')], false)], async (run) => {
  const messages = await run('anthropic-messages');
  assert.deepEqual(messagesOf(messages)[2], { role: 'user', content: [
    { type: 'tool_result', tool_use_id: 'a', content: [said('  result\n')], is_error: true }, { type: 'tool_result', tool_use_id: 'b', content: [], is_error: false },
  ] });
  assert.deepEqual(messages.ops, ['kept', 'converted', 'converted', 'omitted', 'omitted', 'kept', 'omitted', 'omitted']);
  assert.deepEqual(messagesOf(await run('openai-chat')).slice(2), [{ role: 'tool', tool_call_id: 'a', content: '  result\n' }, { role: 'tool', tool_call_id: 'b', content: '' }]);
  assert.deepEqual(((await run('openai-responses')).request.input as readonly JsonObject[]).slice(3), [
    { type: 'function_call_output', call_id: 'a', output: '  result\n' }, { type: 'function_call_output', call_id: 'b', output: '' },
  ]);
});

for (const [what, emptied] of [['no blocks', U()], ['only reasoning', U(r())], ['only a call', U(c('x'))]] as const) {
  fromDsh(`5: a user turn with ${what} is not sent on Messages, and is "" elsewhere`, [emptied, U(t('hi')), A(t('yes')), emptied], async (run) => {
    assert.deepEqual(messagesOf(await run('anthropic-messages')), [{ role: 'user', content: [said('hi')] }, { role: 'assistant', content: [said('yes')] }]);
    assert.deepEqual(messagesOf(await run('openai-chat')), [{ role: 'user', content: '' }, { role: 'user', content: 'hi' }, { role: 'assistant', content: 'yes' }, { role: 'user', content: '' }]);
    const items = (await run('openai-responses')).request.input as readonly JsonObject[];
    assert.deepEqual([items[0], items[3]], [{ type: 'message', role: 'user', content: '' }, { type: 'message', role: 'user', content: '' }]);
  });
}

fromDsh('6: a block type of no meaning in input is refused, and left out in repair', [U(t('a'), { type: 'plugin:text', text: 'b' })], async (run) => {
  for (const [target, name] of [['anthropic-messages', 'Anthropic Messages'], ['openai-chat', 'Chat Completions'], ['openai-responses', 'OpenAI Responses']] as const) {
    const refused = await run(target);
    assert.deepEqual([refused.outcome, refused.request, refused.rejection?.code, refused.rejection?.message], ['rejected', null, 'UNSUPPORTED_CONTENT', `${name} cannot represent user content plugin:text`]);
    assert.deepEqual([(await run(target, { mode: 'repair' })).ops], [['kept', 'omitted']]);
  }
});

fromDsh('8: reasoning and calls of the assistant itself are sent', [U(t('go')), A(t('x'), c('a', '{"n": 1.0}')), T('a', [t('ok')])], async (run) => {
  assert.deepEqual(messagesOf(await run('anthropic-messages'))[1], { role: 'assistant', content: [said('x'), { type: 'tool_use', id: 'a', name: 'Inspect', input: { n: 1 } }] });
  assert.deepEqual(messagesOf(await run('openai-chat'))[1], { role: 'assistant', content: 'x', tool_calls: [{ id: 'a', type: 'function', function: { name: 'Inspect', arguments: '{"n": 1.0}' } }] });
});

const STRANDED = 'Anthropic Messages cannot represent system update without a preceding user or tool-result turn';
const START = [U(t('hi')), A(t('yes')), S('Now German.')];
for (const [what, emptied] of [['no blocks', U()], ['only reasoning', U(r())], ['only a call', U(c('x'))]] as const) for (const after of [[], [A(t('more'))]]) {
  fromDsh(`9 to 11: a system update beside a user turn with ${what} is refused ${after.length === 0 ? 'at the end' : 'before another assistant'}`, [...START, emptied, ...after], async (run) => {
    for (const mode of ['strict', 'repair'] as const) {
      const answer = await run('anthropic-messages', { mode });
      assert.deepEqual([answer.outcome, answer.rejection?.code, answer.rejection?.message], ['rejected', 'UNSUPPORTED_CONTENT', STRANDED]);
    }
    assert.equal((await run('openai-chat')).outcome, 'ok');
    assert.equal((await run('openai-responses')).outcome, 'ok');
  });
}

fromDsh('12: text retains the user turn, so the update stays in its place', [...START, U(r()), U(t('continue')), A(t('ja'))], async (run) => {
  const answer = await run('anthropic-messages');
  assert.deepEqual(messagesOf(answer).map((m) => [m.role, m.content]), [
    ['user', [said('hi')]], ['assistant', [said('yes')]], ['user', [said('Now German.')]], ['user', [said('continue')]], ['assistant', [said('ja')]],
  ]);
  assert.deepEqual(rolesOf(await run('openai-chat')), ['user', 'assistant', 'system', 'user', 'user', 'assistant']);
});

fromDsh('13: a tool result retains the turn even when its content is omitted', [U(t('hi')), A(c('a')), S('Now German.'), U(r()), T('a', [r()]), A(t('ja'))], async (run) => {
  const answer = await run('anthropic-messages');
  assert.equal(answer.outcome, 'ok');
  assert.deepEqual(messagesOf(answer)[3], { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [] }] });
});

fromDsh('21: an update without any user input is neither moved nor given a user message', [U(t('hi')), A(t('yes')), S('Now German.'), A(t('ja'))], async (run) => {
  const answer = await run('anthropic-messages', { model: 'claude-opus-4-5' });
  assert.deepEqual(messagesOf(answer).map((m) => m.content), [[said('hi')], [said('yes')], [said('Now German.')], [said('ja')]]);
  assert.deepEqual(answer.inserted, []);
});

// Seed 2.
const reasoning = (id: string, sig?: string): JsonObject => ({ type: 'reasoning', id: `rs_${id}`, summary: [{ type: 'summary_text', text: `Thought ${id}.` }], ...(sig === undefined ? {} : { encrypted_content: ocxr1({ sig }) }) });
const SIG = { A: 'dGVzdC1zaWduYXR1cmU6QQ==', B: 'dGVzdC1zaWduYXR1cmU6QkI=' };
const agent = (content?: unknown): JsonObject => ({ type: 'agent_message', id: 'amsg_1', author: '/root/helper', recipient: '/root', ...(content === undefined ? {} : { content: content as never }) });
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'exec', arguments: '{"cmd":"ls"}' };
const output = { type: 'function_call_output', call_id: 'call_1', output: 'a.txt' };
const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] };
const body = (...input: readonly object[]): string => JSON.stringify({ model: 'gpt-5.2', store: false, tools: [{ type: 'function', name: 'exec', description: 'Runs.', parameters: { type: 'object' }, strict: false }], input: [user, ...input] });
const thought = (id: 'A' | 'B'): JsonObject => ({ type: 'thinking', thinking: `Thought ${id}.`, signature: SIG[id] });

test('22 and 23: two signed responses around an agent message stay two assistant messages, signed content byte for byte', async () => {
  const answer = await replay(body(reasoning('A', SIG.A), agent([{ type: 'input_text', text: 'Done.' }]), reasoning('B', SIG.B), call, output), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual(messagesOf(answer), [
    { role: 'user', content: [said('Go.')] }, { role: 'assistant', content: [thought('A')] }, { role: 'user', content: [said('Done.')] },
    { role: 'assistant', content: [thought('B'), { type: 'tool_use', id: 'call_1', name: 'exec', input: { cmd: 'ls' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [said('a.txt')] }] },
  ]);
  assert.deepEqual(answer.boundaries.map((b) => [b.kind, b.mergedOnWire, b.severity]), [['agent-message', false, 'info']]);
  assert.deepEqual(answer.findings.filter((f) => f.severity === 'error'), []);
  assert.deepEqual(answer.request.tools, [{ name: 'exec', description: 'Runs.', input_schema: { type: 'object' } }]);
});

test('22: unsigned reasoning is omitted, and the boundary stays', async () => {
  const answer = await replay(body(reasoning('A'), agent('Done.'), reasoning('B'), call, output), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual(rolesOf(answer), ['user', 'user', 'assistant', 'user']);
  assert.deepEqual([answer.op('2:'), answer.op('4:')], ['omitted', 'omitted']);
});

test('24: without the agent message the two responses touch on the wire', async () => {
  const answer = await replay(body(reasoning('A', SIG.A), reasoning('B', SIG.B), call, output), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual(messagesOf(answer)[1]?.content, [thought('A'), thought('B'), { type: 'tool_use', id: 'call_1', name: 'exec', input: { cmd: 'ls' } }]);
});

for (const [what, content] of [['no content', undefined], ['an empty list', []], ['blank text', '  '], ['a blank part', [{ type: 'input_text', text: ' ' }]], ['an encrypted part only', [{ type: 'encrypted_content', encrypted_content: 'gAAAAABx' }]]] as const) {
  test(`25: an agent message with ${what} is a placeholder that keeps the boundary`, async () => {
    const items = [reasoning('A', SIG.A), agent(content), reasoning('B', SIG.B), call, output];
    const messages = await replay(body(...items), 'anthropic-messages', {}, 'body.json');
    assert.deepEqual(messagesOf(messages)[2], { role: 'user', content: [said('(sub-agent message received)')] });
    assert.equal(messages.boundaries[0]?.mergedOnWire, false);
    assert.deepEqual(messagesOf(await replay(body(...items), 'openai-chat', {}, 'body.json'))[1], { role: 'user', content: '(sub-agent message received)' });
    const responses = await replay(body(...items), 'openai-responses', {}, 'body.json');
    assert.deepEqual((responses.request.input as readonly JsonObject[])[2], agent(content));
  });
}

test('26 and 28: two agent messages are two user messages, string content as it is', async () => {
  const answer = await replay(body(reasoning('A', SIG.A), agent(' one '), agent('two'), reasoning('B', SIG.B), call, output), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual(messagesOf(answer).slice(2, 4), [{ role: 'user', content: [said(' one ')] }, { role: 'user', content: [said('two')] }]);
});

test('30: an agent message between a call and its output goes behind the results, and stays in place on Responses', async () => {
  const items = [call, agent('Done.'), output, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] }];
  const messages = await replay(body(...items), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual(messagesOf(messages).slice(2, 4), [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [said('a.txt')] }] }, { role: 'user', content: [said('Done.')] }]);
  assert.equal(messages.op('3:/content'), 'moved');
  assert.deepEqual(messages.findings.filter((f) => f.severity === 'error'), []);
  const chat = await replay(body(...items), 'openai-chat', {}, 'body.json');
  assert.deepEqual(rolesOf(chat), ['user', 'assistant', 'tool', 'user', 'assistant']);
  assert.equal(chat.op('3:/content'), 'moved');
  const responses = await replay(body(...items), 'openai-responses', {}, 'body.json');
  assert.deepEqual(responses.request.input, [user, ...items]);
  assert.equal(responses.op('3:/content'), 'kept');
});

test('31: a system text between two signed responses stays between them', async () => {
  const answer = await replay(body(reasoning('A', SIG.A), { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Note.' }] }, reasoning('B', SIG.B), call, output), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual(rolesOf(answer), ['user', 'assistant', 'user', 'assistant', 'user']);
  assert.equal(answer.op('3:/content/0'), 'converted');
});

test('32 and 33: a hosted tool call and another provider\'s compaction are left out with a reason, signed thinking is not', async () => {
  const answer = await replay(body(reasoning('A', SIG.A), { type: 'web_search_call', id: 'ws_1', status: 'completed' }, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] }, { type: 'compaction', encrypted_content: 'gAAAAABx' }, reasoning('B', SIG.B), call, output), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual([answer.op('2:'), answer.op('3:'), answer.op('5:'), answer.op('6:')], ['kept', 'omitted', 'omitted', 'kept']);
});

test('34 and 35: blocks of one response are neither joined nor reordered', async () => {
  const call2 = { ...call, id: 'fc_2', call_id: 'call_2' };
  const answer = await replay(body(reasoning('A', SIG.A), call, reasoning('B', SIG.B), call2, output, { ...output, call_id: 'call_2' }), 'anthropic-messages', {}, 'body.json');
  assert.deepEqual((messagesOf(answer)[1]?.content as readonly JsonObject[]).map((b) => b.type), ['thinking', 'tool_use', 'thinking', 'tool_use']);
  assert.deepEqual((messagesOf(answer)[2]?.content as readonly JsonObject[]).map((b) => b.tool_use_id), ['call_1', 'call_2']);
});

test('36: an unknown item and a reference are left out with a reason, never refused', async () => {
  for (const target of ['anthropic-messages', 'openai-chat']) {
    const answer = await replay(body({ type: 'item_reference', id: 'msg_1' }, { type: 'brand_new', x: 1 }, { type: 'message', role: 'assistant', content: 'ok' }), target, {}, 'body.json');
    assert.deepEqual([answer.outcome, answer.op('2:'), answer.op('3:')], ['ok', 'omitted', 'omitted']);
  }
});
