import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { judge } from '../../../src/core/judge/judge.ts';
import { sha256Hex } from '../../../src/core/targets/opencodex/sha256.ts';
import { toolIds } from '../../../src/core/targets/opencodex/tool-id.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';
import { agent, call, decisionOf, outline, output, reasoning, replayOf, says, sign, signed, system, user } from './bodies.ts';

const SEED_2 = [user('u'), signed('A'), agent('Result.'), signed('B'), call('c'), output('c')];
const rules = (findings: readonly { readonly rule: string }[], family: string): string[] => findings.map((f) => f.rule).filter((rule) => rule.startsWith(family));

test('acceptance 22, 23: an agent message keeps two signed responses apart', async () => {
  const { replay, messages } = await replayOf(SEED_2);
  assert.equal(outline(messages), 'U A[A] U A[B,c] T');
  assert.deepEqual(replay.boundaries.map((b) => b.mergedOnWire), [false]);
  assert.deepEqual(rules(replay.findings, 'opencodex/'), []);
  assert.equal(decisionOf(replay, '2:').op, 'kept');
  assert.equal(decisionOf(replay, '3:/content/0').op, 'converted');
});

test('acceptance 22: for unsigned reasoning the first response is lost before the message', async () => {
  const { replay, messages } = await replayOf([user('u'), reasoning('A'), agent('Result.'), reasoning('B'), call('c'), output('c')]);
  assert.equal(outline(messages), 'U U A[c] T');
  assert.equal(decisionOf(replay, '2:').rule, 'opencodex/reasoning-before-boundary-lost');
  assert.equal(decisionOf(replay, '4:').rule, 'anthropic/thinking-signature-missing');
});

test('before pull request 93 the two responses are welded, and the lost item is named', async () => {
  const { replay, messages } = await replayOf(SEED_2, { variant: 'pre-93' });
  assert.equal(outline(messages), 'U A[A,B,c] T');
  const lost = decisionOf(replay, '3:/content/0');
  assert.deepEqual([lost.op, lost.rule], ['omitted', 'opencodex/agent-message-ignored']);
  assert.match(lost.reason, /joins the responses/);
  for (const id of ['4:', '5:']) assert.deepEqual([decisionOf(replay, id).op, decisionOf(replay, id).rule], ['merged', 'opencodex/agent-message-ignored']);
  assert.deepEqual(replay.boundaries.map((b) => b.mergedOnWire), [true]);
  const finding = replay.findings.find((f) => f.rule === 'opencodex/agent-message-ignored')!;
  assert.deepEqual(finding.blocks, ['3:/content/0', '4:', '2:']);
  assert.equal(finding.wirePath, 'messages.1.content.1');
  // The body's responses are inferred, so it is a warning, as for the provider's own rule.
  assert.equal(finding.severity, 'warning');
});

test('2.31.0 loses the signed reasoning before an agent message', async () => {
  const { replay, messages } = await replayOf(SEED_2, { variant: '2.31.0' });
  assert.equal(outline(messages), 'U U A[B,c] T');
  assert.equal(decisionOf(replay, '2:').rule, 'opencodex/reasoning-before-boundary-lost');
  assert.deepEqual(replay.findings.filter((f) => f.rule === 'opencodex/reasoning-before-boundary-lost').map((f) => f.blocks), [['2:']]);
});

test('acceptance 25, 26: an agent message without content is a placeholder, text goes unchanged', async () => {
  for (const item of [agent(), { type: 'agent_message' }, { type: 'agent_message', content: '  ' }, agent('')]) {
    const { replay, messages } = await replayOf([user('u'), signed('A'), item, signed('B'), says('t')]);
    assert.equal(outline(messages), 'U A[A] U A[B,t] U');
    const sent = messages[2]!.content;
    assert.equal(typeof sent === 'string' ? sent : sent[0]!.text, '(sub-agent message received)');
    for (const [id, decision] of replay.decisions) if (id.startsWith('3:')) assert.equal(decision.op, 'converted', id);
  }
  const { messages } = await replayOf([user('u'), { type: 'agent_message', content: 'Plain.' }, says('t'), user('v'), user('w')]);
  assert.equal(messages[1]!.content, 'Plain.');
});

test('blank parts of an agent message are sent as they are: no placeholder', async () => {
  const { replay, messages } = await replayOf([user('u'), agent('', ' '), says('t'), user('v'), user('w')]);
  assert.deepEqual(messages[1]!.content, [{ type: 'text', text: ' ' }]);
  assert.equal(decisionOf(replay, '2:').op, 'omitted');
  assert.equal(decisionOf(replay, '2:/content/0').rule, 'anthropic/text-empty');
});

test('acceptance 28: two agent messages are two user messages', async () => {
  assert.equal(outline((await replayOf([user('u'), signed('A'), agent('1'), agent('2'), signed('B'), says('t')])).messages), 'U A[A] U U A[B,t] U');
});

test('acceptance 29: signature and text go out byte for byte', async () => {
  const text = 'Spaces \u00a0 and  \n lone \\ud800? é 漢';
  const { messages } = await replayOf([user('u'), reasoning(text, { sig: sign('x') }), call('c'), output('c')]);
  assert.deepEqual((messages[1]!.content as readonly unknown[])[0], { type: 'thinking', thinking: text, signature: sign('x') });
});

test('acceptance 30: an agent message between call and output splits the pair', async () => {
  const { replay, messages } = await replayOf([user('u'), call('c'), agent('Hi.'), output('c', 'real'), says('t'), user('v')]);
  assert.equal(outline(messages), 'U A[c] T U U A[t] U');
  assert.deepEqual(messages[2]!.content, [{ type: 'tool_result', tool_use_id: 'c', content: '[missing tool_result for this tool_use in history]', is_error: true }]);
  assert.equal((messages[4]!.content as readonly { text: string }[])[0]!.text, '[tool_result without adjacent tool_use: exec (c)]\nreal');
  assert.deepEqual(replay.inserted.map((i) => [i.wirePath, i.rule]), [['messages.2.content.0', 'opencodex/tool-pair-split']]);
  const finding = replay.findings.find((f) => f.rule === 'opencodex/tool-pair-split')!;
  assert.deepEqual(finding.blocks, ['2:', '4:/output']);
});

test('a call without a result gets a placeholder, a second result becomes text', async () => {
  const { replay, messages } = await replayOf([user('u'), call('c1'), call('c2'), output('c1', 'one'), output('c1', 'two'), user('v')]);
  assert.deepEqual((messages[2]!.content as readonly { type: string }[]).map((b) => b.type), ['tool_result', 'tool_result', 'text']);
  assert.match((messages[2]!.content as readonly { text: string }[])[2]!.text, /^\[tool_result without adjacent tool_use: exec \(c1\)\]\ntwo$/);
  assert.deepEqual(replay.inserted.map((i) => i.rule), ['anthropic/tool-result-missing']);
  assert.equal(decisionOf(replay, '5:/output').op, 'converted');
});

test('an orphan result becomes text, its image stays an image', async () => {
  const image = { type: 'input_image', image_url: `data:image/png;base64,${Buffer.from('png').toString('base64')}` };
  const { messages } = await replayOf([user('u'), output('x', 'stray'), output('y', [{ type: 'input_text', text: 'see' }, image]), says('t')]);
  assert.equal(messages[1]!.content, '[tool_result without adjacent tool_use: x]\nstray');
  assert.deepEqual(messages[2]!.content, [{ type: 'text', text: '[tool_result without adjacent tool_use: y]\nsee', cache_control: { type: 'ephemeral' } }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'cG5n' } }]);
});

test('illegal ids are rewritten in call and result alike', async () => {
  const { replay, messages } = await replayOf([user('u'), call('call with spaces|4'), output('call with spaces|4'), user('v'), user('w')]);
  const id = `call_with_spaces_4_${createHash('sha256').update('call with spaces|4').digest('hex').slice(0, 8)}`;
  assert.equal((messages[1]!.content as readonly { id: string }[])[0]!.id, id);
  assert.equal((messages[2]!.content as readonly { tool_use_id: string }[])[0]!.tool_use_id, id);
  assert.deepEqual([decisionOf(replay, '2:').op, decisionOf(replay, '3:/output').op], ['converted', 'converted']);
});

test('tool ids: legal ones first, long ones cut, collisions numbered, never two for one', () => {
  const raw = 'a:b';
  const hash = createHash('sha256').update(raw).digest('hex').slice(0, 8);
  const ids = toolIds([raw, `a_b_${hash}`]);
  assert.equal(ids.of(`a_b_${hash}`), `a_b_${hash}`);
  assert.equal(ids.of(raw), `a_b_${hash}_2`);
  assert.equal(ids.of(raw), ids.known(raw));
  assert.equal(ids.of(''), undefined);
  assert.equal(ids.known('never'), undefined);
  const long = ids.of('x'.repeat(70))!;
  assert.equal(long.length, 64);
  assert.match(long, /^x{55}_[0-9a-f]{8}$/);
});

test('sha-256 agrees with the platform on texts of every block size', () => {
  for (const text of ['', 'abc', 'é漢🙂', ...Array.from({ length: 130 }, (_, n) => 'q'.repeat(n)), 'z'.repeat(5000)]) {
    assert.equal(sha256Hex(text), createHash('sha256').update(text, 'utf8').digest('hex'));
  }
});

test('a call without an id becomes text', async () => {
  const { replay, messages } = await replayOf([user('u'), { type: 'function_call', call_id: '', name: 'exec', arguments: '{ "a" : 1 }' }, user('v')]);
  assert.deepEqual(messages[1]!.content, [{ type: 'text', text: '[tool_use without a usable id: exec]\n{"a":1}' }]);
  assert.equal(decisionOf(replay, '2:').op, 'converted');
});

test('arguments that are no object become {}', async () => {
  for (const args of ['{"x": broken', '[]', 'null', '42', '"x"', '']) {
    const { messages } = await replayOf([user('u'), call('c', args), output('c')]);
    assert.deepEqual((messages[1]!.content as readonly { input: unknown }[])[0]!.input, {}, args);
  }
});

test('the end of the conversation: an assistant is answered with (continue), so is nothing at all', async () => {
  const { replay, messages } = await replayOf([user('u'), says('t')]);
  assert.deepEqual(messages[2]!.content, [{ type: 'text', text: '(continue)', cache_control: { type: 'ephemeral' } }]);
  assert.deepEqual(replay.inserted.map((i) => i.wirePath), ['messages.2.content.0']);
  assert.deepEqual((await replayOf([{ type: 'item_reference', id: 'msg_1' }])).messages.map((m) => m.content), [[{ type: 'text', text: '(continue)', cache_control: { type: 'ephemeral' } }]]);
});

test('empty texts: placeholders for users and results, nothing for assistants', async () => {
  const { replay, messages } = await replayOf([user(''), { type: 'message', role: 'user', content: [] }, says(''), call('c'), output('c', ''), call('d'), output('d', []), user('v'), user('w')]);
  assert.deepEqual(messages.slice(0, 2).map((m) => m.content), ['(empty)', '(empty)']);
  assert.equal(outline(messages), 'U U A[c] T A[d] T U U');
  assert.equal((messages[3]!.content as readonly { content: string }[])[0]!.content, '(empty tool output)');
  assert.equal((messages[5]!.content as readonly { content: string }[])[0]!.content, '(empty tool output)');
  assert.equal(decisionOf(replay, '1:/content/0').op, 'converted');
  assert.equal(decisionOf(replay, 't:2').op, 'converted');
  assert.equal(decisionOf(replay, '3:/content/0').rule, 'anthropic/text-empty');
  assert.equal(decisionOf(replay, 't:7').op, 'converted');
});

test('acceptance 35: interleaved calls are sent behind all thinking, and a finding says so', async () => {
  const { replay, messages } = await replayOf([user('u'), signed('A'), call('c1'), signed('B'), call('c2'), output('c1'), output('c2')]);
  assert.equal(outline(messages), 'U A[A,B,c1,c2] T');
  assert.deepEqual([decisionOf(replay, '4:').op, decisionOf(replay, '4:').rule], ['moved', 'opencodex/blocks-reordered']);
  assert.deepEqual([decisionOf(replay, '2:').op, decisionOf(replay, '3:').op], ['kept', 'kept']);
  const found = rules(replay.findings, 'opencodex/');
  assert.ok(found.includes('opencodex/signed-content-altered') && found.includes('opencodex/blocks-reordered'), found.join());
});

test('acceptance 31: a hoisted system message welds the responses around it before a call', async () => {
  const { replay, body, messages } = await replayOf([user('u'), signed('A'), system('Rule.'), signed('B'), call('c'), output('c')]);
  assert.equal(outline(messages), 'U A[A,B,c] T');
  assert.equal(body.system![0]!.text, 'Rule.');
  assert.equal(decisionOf(replay, '3:/content/0').op, 'converted');
  assert.deepEqual(decisionOf(replay, '3:/content/0').wirePaths, ['system.0.text']);
  assert.equal(decisionOf(replay, '4:').op, 'merged');
  assert.equal(replay.boundaries[0]!.mergedOnWire, true);
});

test('acceptance 31: before a text it leaves two assistant messages that the API merges', async () => {
  const { replay, messages } = await replayOf([signed('A'), system('Rule.'), signed('B'), says('t')]);
  assert.equal(outline(messages), 'A[A] A[B,t] U');
  assert.equal(replay.boundaries[0]!.mergedOnWire, true);
});

test('acceptance 32, 33: a web search and a compaction lose the signed reasoning before them, with a finding', async () => {
  const search = await replayOf([user('u'), signed('A'), { type: 'web_search_call', id: 'ws_1', action: {} }, says('t')]);
  assert.equal(outline(search.messages), 'U A[t] U');
  assert.deepEqual(rules(search.replay.findings, 'opencodex/').sort(), ['opencodex/item-ignored', 'opencodex/reasoning-before-boundary-lost']);
  const compacted = await replayOf([user('u'), signed('A'), { type: 'compaction', encrypted_content: 'gAAAAAB' }, signed('B'), says('t')]);
  assert.equal(outline(compacted.messages), 'U U A[B,t] U');
  assert.deepEqual(rules(compacted.replay.findings, 'opencodex/'), ['opencodex/reasoning-before-boundary-lost']);
});

test('acceptance 34, 36: unsigned reasoning is omitted block by block, unknown items with a reason', async () => {
  const { replay, messages } = await replayOf([user('u'), reasoning('r1'), reasoning('r2'), says('t'), { type: 'item_reference', id: 'x' }, { type: 'something_new', data: 1 }]);
  assert.equal(outline(messages), 'U A[t] U');
  for (const id of ['2:', '3:']) assert.deepEqual([decisionOf(replay, id).op, decisionOf(replay, id).rule], ['omitted', 'anthropic/thinking-signature-missing']);
  for (const id of ['5:', '6:']) assert.equal(decisionOf(replay, id).rule, 'opencodex/item-ignored');
});

test('acceptance 37: reasoning behind its call is moved in front of it', async () => {
  const { replay, messages } = await replayOf([user('u'), call('c'), signed('A'), output('c')]);
  assert.equal(outline(messages), 'U A[A,c] T');
  assert.equal(decisionOf(replay, '3:').op, 'moved');
});

test('values that are no Anthropic signatures are not sent', async () => {
  for (const sig of ['short', 'msg_0123456789abcdef', 'with space 0123456789']) {
    const { replay, messages } = await replayOf([user('u'), reasoning('A', { sig }), says('t')]);
    assert.equal(outline(messages), 'U A[t] U', sig);
    assert.equal(decisionOf(replay, '2:').rule, 'anthropic/thinking-signature-malformed');
  }
});

test('redacted payloads go before the thinking of their item', async () => {
  const { messages } = await replayOf([user('u'), reasoning('A', { sig: sign('A'), red: ['cmVkYWN0ZWQtMQ==', 'cmVkYWN0ZWQtMg=='] }), says('t')]);
  assert.deepEqual((messages[1]!.content as readonly object[]).slice(0, 3), [
    { type: 'redacted_thinking', data: 'cmVkYWN0ZWQtMQ==' }, { type: 'redacted_thinking', data: 'cmVkYWN0ZWQtMg==' }, { type: 'thinking', thinking: 'A', signature: sign('A') },
  ]);
});

test('calls of other kinds', async () => {
  const { messages, body } = await replayOf([
    user('u'), { type: 'local_shell_call', id: 'lsh', action: { type: 'exec', command: ['echo', 'x'], env: {} } }, { type: 'custom_tool_call', call_id: 'p', name: 'apply_patch', input: '*** Begin Patch' },
    { type: 'tool_search_call', call_id: 's', arguments: { query: 'mail' } }, { type: 'function_call', call_id: 'n', name: 'spawn', namespace: 'agents', arguments: '{}' },
    output('lsh'), { type: 'custom_tool_call_output', call_id: 'p', output: 'ok' },
    { type: 'tool_search_output', call_id: 's', status: 'completed', tools: [{ type: 'namespace', name: 'mail', tools: [{ type: 'function', name: 'send', parameters: {} }] }] }, output('n'),
  ]);
  assert.deepEqual((messages[1]!.content as readonly { name: string; input: unknown }[]).map((b) => [b.name, b.input]), [
    ['shell', { command: ['echo', 'x'] }], ['apply_patch', { input: '*** Begin Patch' }], ['tool_search', { query: 'mail' }], ['agents__spawn', {}],
  ]);
  assert.match(JSON.stringify(messages[2]!.content), /mail__send/);
  // What a search loaded is on offer from then on.
  assert.deepEqual((body.tools as readonly { name: string }[]).map((tool) => tool.name), ['mail__send']);
});

test('a failed tool search is an error result, an empty one is not', async () => {
  const found = async (item: object): Promise<unknown> => ((await replayOf([user('u'), { type: 'tool_search_call', call_id: 's', arguments: {} }, item])).messages[2]!.content as readonly object[])[0];
  const cache_control = { type: 'ephemeral' };
  assert.deepEqual(await found({ type: 'tool_search_output', call_id: 's', status: 'failed', tools: [] }), { type: 'tool_result', tool_use_id: 's', content: 'Tool search failed (status: failed).', is_error: true, cache_control });
  assert.deepEqual(await found({ type: 'tool_search_output', call_id: 's', status: 'completed', tools: [] }), { type: 'tool_result', tool_use_id: 's', content: 'Tool search returned no tools.', cache_control });
});

test('parts without a form vanish or become markers', async () => {
  const parts = [
    { type: 'input_image', file_id: 'file_1' }, { type: 'input_file', file_id: 'file_2' }, { type: 'input_file', filename: 'bare.txt' }, { type: 'input_audio', input_audio: { data: 'x', format: 'wav' } },
    { type: 'input_image', image_url: 'https://example.test/a.png' }, { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' }, { type: 'input_video', video_url: 'https://example.test/v' },
  ];
  const { replay, messages } = await replayOf([{ type: 'message', role: 'user', content: parts }, user('v'), user('w')]);
  assert.deepEqual(messages[0]!.content, [
    { type: 'text', text: '[image: file_1]' }, { type: 'text', text: '[file: file_2]' }, { type: 'image', source: { type: 'url', url: 'https://example.test/a.png' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' } }, { type: 'text', text: '[video]' },
  ]);
  for (const index of [2, 3]) assert.equal(decisionOf(replay, `1:/content/${index}`).rule, 'opencodex/item-ignored');
});

test('tool output: texts joined, encrypted parts marked', async () => {
  const { replay, messages } = await replayOf([user('u'), call('c'), output('c', [{ type: 'input_text', text: 'a' }, { type: 'encrypted_content', encrypted_content: 'x' }, { type: 'input_text', text: 'b' }])]);
  assert.equal((messages[2]!.content as readonly { content: string }[])[0]!.content, 'a[encrypted content omitted]b');
  assert.equal(decisionOf(replay, '3:/output/0').op, 'merged');
});

test('instructions, developer messages and tools', async () => {
  const tools = [{ type: 'function', name: 'exec', description: 'Run.', strict: false, parameters: { type: 'object', properties: { cmd: { type: 'string', encrypted: true } } } }, { type: 'web_search' }];
  const { replay, body } = await replayOf({ model: 'gpt-5.2', stream: false, instructions: 'Be brief.', input: [{ type: 'message', role: 'developer', content: 'Dev.' }, user('u')], tools, tool_choice: 'required', max_output_tokens: 100, temperature: 0.5 });
  assert.deepEqual(body.system, [{ type: 'text', text: 'Be brief.\n\n[opencodex text]', cache_control: { type: 'ephemeral' } }]);
  assert.deepEqual(decisionOf(replay, '0:/instructions').wirePaths, ['system.0.text']);
  assert.deepEqual(replay.inserted.map((i) => i.wirePath), ['system.0']);
  assert.equal(decisionOf(replay, '1:/content').op, 'converted');
  assert.deepEqual(body.tools, [{ name: 'exec', description: 'Run.', input_schema: { type: 'object', properties: { cmd: { type: 'string' } } }, cache_control: { type: 'ephemeral' } }]);
  assert.deepEqual([body.tool_choice, body.max_tokens, body['temperature'], body.stream, body.thinking], [{ type: 'any' }, 100, 0.5, false, undefined]);
});

test('the base instructions of a rollout are instructions too', async () => {
  const session = await readBytes(jsonl(
    { timestamp: '2026-11-30T00:00:00.000Z', type: 'session_meta', payload: { id: '01a22de9-22cf-7c21-ad89-5383ad346a90', cli_version: '0.171.0', base_instructions: { text: 'Be brief.' } } },
    { timestamp: '2026-11-30T00:00:00.000Z', type: 'response_item', payload: user('u') },
  ), 'rollout.jsonl');
  const replay = judge(session.conversation(), 'opencodex/anthropic');
  assert.deepEqual([replay.decisions.get('0:/payload/base_instructions/text')?.op, rules(replay.findings, 'opencodex/')], ['kept', []]);
  assert.equal(replay.decisions.get('0:/payload/base_instructions/text')?.wirePaths[0], 'system.0.text');
});

test('reasoning effort: a budget for older models, adaptive thinking for newer ones', async () => {
  const at = async (effort: string, model: string): Promise<readonly unknown[]> => {
    const { body } = await replayOf({ model: 'gpt-5.2', input: [user('u')], reasoning: { effort }, store: false }, { model });
    return [body.max_tokens, body.thinking, body['output_config']];
  };
  assert.deepEqual(await at('medium', 'claude-sonnet-4-5'), [16384, { type: 'enabled', budget_tokens: 8192 }, undefined]);
  assert.deepEqual(await at('max', 'claude-sonnet-4-5'), [32000, { type: 'enabled', budget_tokens: 27904 }, undefined]);
  assert.deepEqual(await at('minimal', 'claude-opus-4-7'), [9216, { type: 'adaptive' }, { effort: 'low' }]);
  assert.deepEqual(await at('none', 'claude-sonnet-5'), [8192, { type: 'disabled' }, undefined]);
});

test('other formats are not applicable', async () => {
  const { replay } = await replayOf({ contents: [{ role: 'user', parts: [{ text: 'u' }] }] });
  assert.equal(replay.outcome, 'not-applicable');
  assert.match(replay.notApplicable!, /Responses/);
});

test('tools: none asked for, stubs for the names used', async () => {
  const input = [user('u'), call('c'), output('c')];
  assert.equal((await replayOf(input, { tools: 'none' })).body.tools, undefined);
  const { replay, body } = await replayOf(input, { tools: 'stubs' });
  assert.deepEqual((body.tools as readonly { name: string }[]).map((tool) => tool.name), ['exec']);
  assert.ok(replay.inserted.some((i) => i.wirePath === 'tools.0'));
});
