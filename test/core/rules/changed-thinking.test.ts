import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Block } from '../../../src/core/model/block.ts';
import type { RequestWriter } from '../../../src/core/replay/request-writer.ts';
import { jsonRef, literal, textRef, type WireObject } from '../../../src/core/replay/wire.ts';
import { ruleById } from '../../../src/core/rules/index.ts';
import type { Conversation } from '../../../src/core/turns/conversation.ts';
import { hitsOf, judgedBy, messagesClient } from '../../support/judged.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';

const SIGNATURE = 'bW9jay1zaWduYXR1cmUtYWFhYQ==';
const envelope = (extra: object = {}): string => `ocxr1:${Buffer.from(JSON.stringify({ sig: SIGNATURE, ...extra })).toString('base64')}`;
const reasoning = (id: string, text: string): object => ({ type: 'reasoning', id, summary: [{ type: 'summary_text', text }], encrypted_content: envelope() });
const message = (role: string, text: string): object => ({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });
const call = (id: string): object => ({ type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name: 'exec', arguments: '{}' });

/** A rollout whose model-made items carry the response they are of. Record 0 is the session's head. */
async function rollout(...items: readonly (readonly [object, number?])[]): Promise<Conversation> {
  const head = { timestamp: '2026-11-30T19:00:00.000Z', type: 'session_meta', payload: { id: '01a22de9-22cf-7c21-ad89-5383ad346a90', timestamp: '2026-11-30T19:00:00.000Z', cwd: '/home/user/project', originator: 'codex_exec', cli_version: '0.171.0', source: 'exec' } };
  const rows = items.map(([payload, sampled]) => ({ timestamp: '2026-11-30T19:00:01.000Z', type: 'response_item', payload, ...(sampled === undefined ? {} : { metadata: { sampled_through_sequence: sampled } }) }));
  return (await readBytes(jsonl(head, ...rows), 'rollout.jsonl')).conversation();
}

/** Writes one message per turn: what `change` makes of its blocks, else each as it is. Blocks left out are omitted. */
function client(change: (blocks: readonly Block[]) => readonly (Block | { readonly block: Block; readonly node: WireObject })[]) {
  return messagesClient((conversation, writer) => ({
    messages: conversation.turns.map((turn) => {
      const sent = change(turn.blocks);
      const kept = new Set(sent.map((s) => 'node' in s ? s.block.id : s.id));
      for (const block of turn.blocks) if (!kept.has(block.id)) writer.omit(block.id, { reason: 'left out by the test' });
      return { role: turn.role === 'assistant' ? 'assistant' : 'user', content: sent.map((s) => 'node' in s ? writer.place(s.node, [s.block.id]) : place(s, writer)) };
    }),
  }));
}

function place(block: Block, writer: RequestWriter): WireObject {
  const node: WireObject = block.kind === 'thinking' ? { type: 'thinking', thinking: textRef(block.text), signature: textRef(block.signature!.value) }
    : block.kind === 'redacted-thinking' ? { type: 'redacted_thinking', data: textRef(block.signature!.value) }
    : block.kind === 'tool-call' ? { type: 'tool_use', id: block.callId ?? '', name: block.name ?? '', input: jsonRef(block.text) } : { type: 'text', text: textRef(block.text) };
  return writer.place(node, [block.id]);
}

const modified = ruleById('anthropic/thinking-modified-latest')!;
const isThinking = (block: Block): boolean => block.kind === 'thinking';

describe('thinking of one response that a client changes', () => {
  const one = () => rollout([message('user', 'Start.')], [reasoning('rs_1', 'One.'), 1], [message('assistant', 'Said.'), 1], [reasoning('rs_2', 'Two.'), 1], [call('1'), 1]);
  const older = () => rollout([message('user', 'Start.')], [reasoning('rs_1', 'One.'), 1], [message('assistant', 'Said.'), 1], [reasoning('rs_2', 'Two.'), 1], [call('1'), 1], [message('user', 'More.')], [message('assistant', 'Done.'), 2]);

  test('sent as it is, nothing is found', async () => {
    assert.deepEqual(hitsOf(modified, judgedBy(await one(), client((blocks) => blocks))), []);
  });

  test('a thinking sibling left out is an error in the latest run and a warning before it', async () => {
    const without = client((blocks) => blocks.filter((b) => b.itemId !== 'rs_2'));
    const [hit, ...more] = hitsOf(modified, judgedBy(await one(), without));
    assert.deepEqual([hit?.severity, hit?.wirePath, hit?.blocks, more], ['error', 'messages.1.content.0', ['2:/payload', '4:/payload'], []]);
    assert.match(hit!.message, /line 3.*line 5/);
    assert.equal(hitsOf(modified, judgedBy(await older(), without))[0]?.severity, 'warning');
  });

  test('the sibling that follows the gap is named, as the provider counts', async () => {
    const [hit] = hitsOf(modified, judgedBy(await one(), client((blocks) => blocks.filter((b) => b.itemId !== 'rs_1'))));
    assert.deepEqual([hit?.wirePath, hit?.blocks], ['messages.1.content.1', ['4:/payload', '2:/payload']]);
  });

  test('all thinking left out is no change of what is sent', async () => {
    assert.deepEqual(hitsOf(modified, judgedBy(await one(), client((blocks) => blocks.filter((b) => !isThinking(b))))), []);
  });

  test('thinking moved behind its siblings, or to the front, is an error', async () => {
    const last = client((blocks) => [...blocks.filter((b) => !isThinking(b)), ...blocks.filter(isThinking)]);
    assert.deepEqual(hitsOf(modified, judgedBy(await one(), last)).map((h) => [h.severity, h.wirePath]), [['error', 'messages.1.content.2']]);
    const first = client((blocks) => [...blocks.filter(isThinking), ...blocks.filter((b) => !isThinking(b))]);
    const [hit] = hitsOf(modified, judgedBy(await one(), first));
    assert.deepEqual([hit?.severity, hit?.wirePath, hit?.blocks], ['error', 'messages.1.content.1', ['4:/payload', '3:/payload/content/0']]);
  });

  test('a call moved behind text changes nothing for thinking', async () => {
    const conversation = await rollout([message('user', 'Start.')], [reasoning('rs_1', 'One.'), 1], [call('1'), 1], [message('assistant', 'Said.'), 1]);
    assert.deepEqual(hitsOf(modified, judgedBy(conversation, client((blocks) => blocks.toSorted((a, b) => Number(a.kind === 'tool-call') - Number(b.kind === 'tool-call'))))), []);
  });

  test('text taken out between two thinking blocks makes them touch', async () => {
    const [hit] = hitsOf(modified, judgedBy(await one(), client((blocks) => blocks.filter((b) => b.kind !== 'text' || b.source.record === 1))));
    assert.deepEqual([hit?.severity, hit?.wirePath, hit?.blocks], ['error', 'messages.1.content.1', ['4:/payload', '2:/payload', '3:/payload/content/0']]);
  });

  test('an altered text is found, an altered signature is another rule\'s', async () => {
    const text = client((blocks) => blocks.map((b) => isThinking(b) ? { block: b, node: { type: 'thinking', thinking: literal(''), signature: textRef(b.signature!.value) } } : b));
    assert.deepEqual(hitsOf(modified, judgedBy(await one(), text)).map((h) => [h.severity, h.wirePath]), [['error', 'messages.1.content.0'], ['error', 'messages.1.content.2']]);
    const signature = judgedBy(await one(), client((blocks) => blocks.map((b) => isThinking(b) ? { block: b, node: { type: 'thinking', thinking: textRef(b.text), signature: literal('AAAA') } } : b)));
    assert.deepEqual(hitsOf(ruleById('anthropic/thinking-signature-invalid')!, signature).map((h) => [h.severity, h.wirePath]), [['error', 'messages.1.content.0'], ['error', 'messages.1.content.2']]);
  });
});

describe('two responses side by side', () => {
  test('known responses in one message are an error wherever they stand; text between makes it a warning', async () => {
    const conversation = await rollout([message('user', 'Start.')], [reasoning('rs_1', 'One.'), 1], [reasoning('rs_2', 'Two.'), 2], [message('assistant', 'Done.'), 2], [message('user', 'More.')], [message('assistant', 'Yes.'), 3]);
    assert.deepEqual(hitsOf(modified, judgedBy(conversation, client((b) => b))).map((h) => [h.severity, h.wirePath, h.confidence]), [['error', 'messages.2.content.0', 'exact']]);
    const apart = await rollout([message('user', 'Start.')], [reasoning('rs_1', 'One.'), 1], [message('assistant', 'Said.'), 1], [reasoning('rs_2', 'Two.'), 2], [message('assistant', 'Done.'), 2]);
    const [hit] = hitsOf(modified, judgedBy(apart, client((b) => b)));
    assert.equal(hit?.severity, 'warning');
    assert.match(hit!.message, /may reject/);
  });

  test('redacted thinking out of one item never counts as another response', async () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'One.' }], encrypted_content: envelope({ red: ['cmVkYWN0ZWQ='] }) };
    assert.deepEqual(hitsOf(modified, judgedBy(await rollout([message('user', 'Start.')], [item, 1], [call('1'), 1]), client((b) => b))), []);
    assert.deepEqual(hitsOf(modified, judgedBy(await rollout([message('user', 'Start.')], [item], [call('1')]), client((b) => b))), []);
  });
});

test('redacted thinking sent as thinking is altered, and only that', async () => {
  const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: envelope({ red: ['cmVkYWN0ZWQ='] }) };
  const judged = judgedBy(await rollout([message('user', 'Start.')], [item, 1], [call('1'), 1]), client((blocks) => blocks.map((b) => b.kind === 'redacted-thinking' ? { block: b, node: { type: 'thinking', thinking: literal(''), signature: textRef(b.signature!.value) } } : b)));
  assert.deepEqual(hitsOf(ruleById('anthropic/redacted-thinking-altered')!, judged).map((h) => [h.severity, h.wirePath]), [['error', 'messages.1.content.0']]);
  for (const id of ['missing', 'invalid', 'malformed']) assert.deepEqual(hitsOf(ruleById(`anthropic/thinking-signature-${id}`)!, judged), [], id);
});
