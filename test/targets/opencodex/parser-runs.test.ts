import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { itemsOf } from '../../../src/core/targets/opencodex/item.ts';
import type { Message } from '../../../src/core/targets/opencodex/message.ts';
import { parseItems } from '../../../src/core/targets/opencodex/parse.ts';
import { variantOf } from '../../../src/core/targets/opencodex/variant.ts';
import { readBytes } from '../../support/sessions.ts';
import { agent, call, output, reasoning, says, signed, system, user } from './bodies.ts';

const ocx1 = { type: 'compaction', encrypted_content: `ocx1:${Buffer.from('Summary.').toString('base64')}` };
const web = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } };

async function parsed(input: readonly object[], variant?: string): Promise<readonly Message[]> {
  const session = await readBytes(JSON.stringify({ model: 'gpt-5.2', input, store: false }));
  return parseItems(itemsOf(session.conversation()), variantOf(variant)).messages;
}

/** `A[A,call,text] U T`: thinking by its text, joined texts with a plus. */
function spelled(messages: readonly Message[]): string {
  return messages.map((message) => {
    if (message.role !== 'assistant') return message.role === 'toolResult' ? 'T' : 'U';
    return `A[${message.parts.map((part) => {
      if (part.type === 'thinking') return [...part.coalesced, ...(part.block === undefined ? [] : [part.block])].map((block) => block.text.inline).join('+') || 'redacted';
      return part.type === 'call' ? part.callId : 'text';
    }).join(',')}]`;
  }).join(' ');
}

// Runs of opencodex 2.63.0's own parser (reference: seed-systems 2.3 and 2.2, evidence R).
const RUNS: readonly (readonly [string, readonly object[], string])[] = [
  ['signed reasoning on both sides of an agent message', [signed('A'), agent('Hi.'), signed('B'), call('c'), output('c')], 'A[A] U A[B,c] T'],
  ['unsigned reasoning before an agent message is lost', [reasoning('A'), agent('Hi.'), reasoning('B'), call('c'), output('c')], 'U A[B,c] T'],
  ['text and call of one run share a message', [user('u'), signed('A'), says('t'), signed('B'), call('c'), output('c')], 'U A[A,text,B,c] T'],
  ['interleaved calls', [user('u'), signed('A'), call('c1'), signed('B'), call('c2'), output('c1'), output('c2')], 'U A[A,c1,B,c2] T T'],
  ['an agent message between call and output', [user('u'), signed('A'), call('c1'), agent('Hi.'), output('c1')], 'U A[A,c1] U T'],
  ['a system message before text leaves two assistants side by side', [signed('A'), system('S'), signed('B'), says('t')], 'A[A] A[B,text]'],
  ['a system message before a call welds two responses', [user('u'), signed('A'), system('S'), signed('B'), call('c'), output('c')], 'U A[A,B,c] T'],
  ['a web search clears signed reasoning', [user('u'), signed('A'), web, says('t')], 'U A[text]'],
  ['a compaction clears signed reasoning', [signed('A'), ocx1, signed('B'), says('t')], 'U A[B,text]'],
  ['reasoning behind its call goes in front of it', [user('u'), call('c1'), signed('A'), output('c1')], 'U A[A,c1] T'],
  ['unsigned reasoning in a row is joined', [user('u'), reasoning('r1'), reasoning('r2'), says('t')], 'U A[r1+r2,text]'],
  ['signed reasoning at the end is kept', [user('u'), signed('A')], 'U A[A]'],
  ['unsigned reasoning at the end is lost', [user('u'), reasoning('A')], 'U'],
  ['a tool search\'s output clears signed reasoning', [user('u'), { type: 'tool_search_call', call_id: 's', arguments: { query: 'q' } }, signed('A'), { type: 'tool_search_output', call_id: 's', tools: [] }], 'U A[s] T'],
  ['redacted payloads alone are kept', [user('u'), reasoning('', { red: ['ZGF0YWRhdGFkYXRhZGF0YQ=='] }), call('c'), output('c')], 'U A[redacted,c] T'],
  ['a native blob without a summary disappears', [user('u'), { type: 'reasoning', summary: [], encrypted_content: 'gAAAAAB' }, says('t')], 'U A[text]'],
  ['an item reference and unknown items separate nothing', [user('u'), signed('A'), { type: 'item_reference', id: 'msg_1' }, { type: 'mcp_call', id: 'm' }, call('c'), output('c')], 'U A[A,c] T'],
  ['a signed item is never joined with an unsigned one', [user('u'), reasoning('r1'), signed('A'), reasoning('r2'), says('t')], 'U A[r1,A,r2,text]'],
];

for (const [name, input, expected] of RUNS) {
  test(`parser run: ${name}`, async () => { assert.equal(spelled(await parsed(input)), expected); });
}

test('version 2.31.0 loses reasoning before an agent message, signed or not', async () => {
  const input = [user('u'), signed('A'), agent('Hi.'), signed('B'), call('c'), output('c')];
  assert.equal(spelled(await parsed(input, '2.31.0')), 'U U A[B,c] T');
  assert.equal(spelled(await parsed([user('u'), signed('A')], '2.31.0')), 'U');
});

test('before pull request 93 an agent message separates nothing', async () => {
  assert.equal(spelled(await parsed([user('u'), signed('A'), agent('Hi.'), signed('B'), call('c'), output('c')], 'pre-93')), 'U A[A,B,c] T');
});

const GOLDEN = join('test', 'golden', 'opencodex', '2.63.0');
interface Recorded { readonly case: string; readonly input: unknown; readonly parsed: { readonly context: { readonly messages: readonly { readonly role: string; readonly content: string | readonly { readonly type: string; readonly id?: string }[]; readonly toolCallId?: string; readonly toolName?: string }[] } } }

for (const name of readdirSync(GOLDEN)) {
  const recorded = JSON.parse(readFileSync(join(GOLDEN, name), 'utf8')) as Recorded;
  test(`${recorded.case}: messages and parts as its parser made them`, async () => {
    const session = await readBytes(JSON.stringify(recorded.input));
    const variant = recorded.case.endsWith('UNFIXED') ? 'pre-93' : undefined;
    const ours = parseItems(itemsOf(session.conversation()), variantOf(variant)).messages.map((message) => {
      if (message.role === 'assistant') return { role: message.role, content: message.parts.map((part) => part.type === 'call' ? `toolCall ${part.callId}` : part.type) };
      const content = message.collapsed ? 'string' : message.parts.map((part) => part.type);
      return message.role === 'toolResult' ? { role: message.role, content, toolCallId: message.callId, toolName: message.toolName } : { role: message.role, content };
    });
    const theirs = recorded.parsed.context.messages.map(({ role, content, toolCallId, toolName }) => ({
      role, content: typeof content === 'string' ? 'string' : content.map((part) => part.type === 'toolCall' ? `toolCall ${part.id}` : part.type),
      ...(toolCallId === undefined ? {} : { toolCallId, toolName }),
    }));
    assert.deepEqual(ours, theirs);
  });
}
