import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../../../src/core/explain/explain.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import { readBytes } from '../../support/sessions.ts';

/** A Messages body in which every loop is broken in the same way: the worst case for rules that look for partners. */
function broken(loops: number): string {
  const messages: object[] = [];
  for (let n = 0; n < loops; n++) {
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_late_${n}`, content: '' }, { type: 'text', text: '' }, { type: 'text', text: 'half \ud83d' }] });
    messages.push({ role: 'assistant', content: [{ type: 'thinking', thinking: 'A.', signature: 'AAAA' }, { type: 'thinking', thinking: 'B.', signature: 'BBBB' }, { type: 'tool_use', id: 'toolu_same', name: 'exec', input: [] }] });
  }
  return JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 10, messages });
}

/** Processor time, not the clock: other work on the machine does not count. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

async function milliseconds(loops: number): Promise<number> {
  const conversation = (await readBytes(broken(loops), 'body.json')).conversation();
  const started = process.cpuUsage();
  const { findings } = judge(conversation, 'as-recorded');
  assert.ok(findings.length >= loops * 6, `${findings.length} findings for ${loops} loops`);
  explain(conversation, 'messages.3.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.', { target: 'as-recorded' });
  return spent(started);
}

test('judging and explaining grow with the request, however much is wrong with it', async () => {
  await milliseconds(300);
  const small = await milliseconds(500);
  const large = await milliseconds(4_000);
  // Eight times the size; a quadratic rule would take sixty times as long.
  assert.ok(large < small * 24 + 500, `${small.toFixed(0)} ms for 500 loops, ${large.toFixed(0)} ms for 4,000`);
});

test('one message with very many blocks, and one run of very many messages, are no worse', async () => {
  const many = Array.from({ length: 12_000 }, (_, n) => ({ type: 'tool_use', id: `toolu_${n % 6_000}`, name: 'exec', input: {} }));
  const thinking = Array.from({ length: 6_000 }, (_, n) => ({ role: 'assistant', content: [{ type: 'thinking', thinking: `${n}`, signature: 'AAAA' }] }));
  for (const messages of [[{ role: 'user', content: 'Start.' }, { role: 'assistant', content: many }, { role: 'user', content: 'End.' }], [{ role: 'user', content: 'Start.' }, ...thinking, { role: 'user', content: 'End.' }]]) {
    const conversation = (await readBytes(JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 10, messages }), 'body.json')).conversation();
    const started = process.cpuUsage();
    assert.ok(judge(conversation, 'as-recorded').findings.length > 0);
    assert.ok(spent(started) < 4_000, `${spent(started).toFixed(0)} ms`);
  }
});
