import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectJson } from '../../src/core/export/inspect-json.ts';
import { replayJson } from '../../src/core/export/replay-json.ts';
import { judge } from '../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS } from '../../src/core/replay/serializer.ts';
import { TARGETS } from '../../src/core/targets/index.ts';
import { jsonl, readBytes } from '../support/sessions.ts';

/** Names that every object inherits: a table that is looked up with a word of the file must not find them. */
const NAMES = ['constructor', 'hasOwnProperty', 'toString', 'valueOf'];

/** Sessions in which the word stands wherever a type, role, kind, name or id can. */
const SESSIONS: Readonly<Record<string, (word: string) => string>> = {
  'a Responses body': (word) => JSON.stringify({
    model: 'gpt-5.2', reasoning: { effort: word }, tools: [{ type: word, name: word }], input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'u' }, { type: word, text: 'x' }] }, { type: 'message', role: word, content: 'x' },
      { type: word, call_id: 'call_1', id: word, action: {} }, { type: 'function_call', call_id: word, name: word, namespace: word, arguments: '{}' }, { type: 'function_call_output', call_id: word, output: [{ type: word }] },
      { type: 'message', role: 'assistant', phase: word, content: [{ type: 'output_text', text: 'a' }] }, { type: 'reasoning', id: 'rs_1', summary: [{ type: word, text: 'r' }] }, { type: `${word}_output`, call_id: word, output: 'o' },
    ],
  }),
  'a rollout': (word) => jsonl(
    { timestamp: '2026-11-30T00:00:00.000Z', type: 'session_meta', payload: { id: '01a22de9-22cf-7c21-ad89-5383ad346a90', cli_version: '0.171.0' } },
    { timestamp: '2026-11-30T00:00:00.000Z', type: 'event_msg', payload: { type: word } }, { timestamp: '2026-11-30T00:00:00.000Z', type: word, payload: { type: word } },
    { timestamp: '2026-11-30T00:00:00.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'u' }], internal_chat_message_metadata_passthrough: { content_item_kinds: [word] } } },
    { timestamp: '2026-11-30T00:00:00.000Z', type: 'response_item', payload: { type: word, call_id: word, input: 'x' } },
  ),
  'a Messages body': (word) => JSON.stringify({
    model: 'claude-opus-4-5', max_tokens: 5, thinking: { type: word }, messages: [
      { role: 'user', content: [{ type: 'text', text: 'u' }, { type: word, source: { type: word } }, { type: 'image', source: { type: word } }, { type: 'document', source: { type: word } }] },
      { role: 'assistant', content: [{ type: word, id: word }, { type: 'tool_use', id: word, name: word, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: word, content: [{ type: word }] }] }, { role: word, content: 'x' },
    ],
  }),
  'a dsh session': (word) => jsonl(
    { type: 'session', version: 4, id: 's', createdAt: 1, isSeeded: false, delegationDepth: 0, cwd: '/p' },
    { type: 'user/message', seq: 0, time: 1, surfaceOp: 'append', data: { id: 'm', role: word, content: [{ type: 'text', text: 'u' }], source: { kind: word, form: word } } },
    { type: 'assistant/message', seq: 1, time: 1, surfaceOp: 'append', data: { turn: 0, step: 0, stream: [], message: { id: 'n', role: 'assistant', content: [{ type: 'reasoning', text: 'r' }, { type: 'tool-call', id: word, name: word, arguments: '{}' }], source: { kind: 'model', provider: word, model: 'm', replayState: { response: { kind: word, version: 1, model: 'm' }, blocks: [{ type: word }, { type: word }] } } } } },
    { type: 'tool/result', seq: 2, time: 1, surfaceOp: 'append', data: { turn: 0, step: 0, message: { id: 'o', role: 'tool', toolCallId: word, content: [{ type: 'text', text: 'o' }], source: { kind: 'tool', callId: word } } } },
    { type: word, seq: 3, time: 1, data: { kind: word } },
  ),
  'a Chat Completions body': (word) => JSON.stringify({
    model: 'gpt-4o', reasoning_effort: word, messages: [
      { role: 'user', content: [{ type: 'text', text: 'u' }, { type: word, [word]: {} }] }, { role: word, content: 'x' },
      { role: 'assistant', content: null, tool_calls: [{ id: word, type: 'function', function: { name: word, arguments: '{}' } }, { id: 'b', type: word, [word]: {} }] },
      { role: 'tool', tool_call_id: word, content: 'o' },
    ],
  }),
};

/** What is said of a session, with the word, the ids that clients hash from it and the offsets that its length moves taken out. */
async function said(content: string, word: string, name: string): Promise<readonly string[]> {
  const session = await readBytes(content, name);
  const conversation = session.conversation();
  const answers: unknown[] = [await inspectJson(session)];
  for (const { id } of TARGETS) for (const mode of ['strict', 'repair'] as const) answers.push(await replayJson(session, judge(conversation, id, { ...DEFAULT_OPTIONS, mode, tools: 'stubs' })));
  const text = JSON.stringify(answers).replaceAll(word, 'WORD');
  return (JSON.parse(text) as unknown[]).map((answer) => JSON.stringify(answer).replace(/"(?:start|end|column)":\d+/g, '').replace(/\d+ (?=bytes)/g, '').replace(/WORD_[0-9a-f]{8}/g, 'WORD').replace(/"((?:tool_call_)?id)":"[A-Za-z0-9]{9}"/g, '"$1":"HASH"'));
}

for (const [title, make] of Object.entries(SESSIONS)) {
  test(`${title}: a name that every object has is a name like any other`, async () => {
    const name = title.includes('body') ? 'input.json' : title.includes('dsh') ? 'session.v4.jsonl' : 'rollout.jsonl';
    const plain = await said(make('zzword'), 'zzword', name);
    // Some clients treat underscores at the ends of ids and names in their own way: only that it is read and written.
    await said(make('__proto__'), '__proto__', name);
    for (const word of NAMES) {
      const given = await said(make(word), word, name);
      const differs = [...given.keys()].find((at) => given[at] !== plain[at]);
      if (differs === undefined) continue;
      const at = [...given[differs]!].findIndex((char, place) => char !== plain[differs]![place]);
      const around = (answer: string): string => answer.slice(Math.max(0, at - 160), at + 120);
      assert.equal(around(given[differs]!), around(plain[differs]!), `${word}, answer ${differs === 0 ? 'inspect' : TARGETS[Math.floor((differs - 1) / 2)]!.id}`);
    }
  });
}
