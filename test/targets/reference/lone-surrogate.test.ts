import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS } from '../../../src/core/replay/serializer.ts';
import { requestString } from '../../../src/core/replay/write-request.ts';
import { spellsLone, wellFormedJson } from '../../../src/core/model/surrogates.ts';
import { readBytes } from '../../support/sessions.ts';

const call = (id: string, args: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: args });
const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: 'o' });
const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'u' }] };

/** Half a pair as a character in a text, as an escape in arguments that are JSON in a string, in a key, in what no item can be built of anew. */
const BODIES: Readonly<Record<string, readonly object[]>> = {
  'arguments that spell it': [user, call('a', '{"a":"\\ud800"}'), output('a')],
  'arguments that hold it': [user, call('a', '{"a":"\ud800 and 💥"}'), output('a')],
  'a key': [user, call('a', '{"\ud800":1}'), output('a')],
  'a list of arguments': [user, call('a', '["\ud800"]'), output('a')],
  'an agent message': [user, { type: 'agent_message', id: 'amsg_1', author: 'a', recipient: 'b', content: 'x\ud800y' }, { type: 'agent_message', author: 'a', recipient: 'b', content: [{ type: 'input_text', text: 'x\ud800y' }] }],
  'a shell command': [user, { type: 'local_shell_call', call_id: 'a', action: { type: 'exec', command: ['echo', '\ud800'] } }, { type: 'local_shell_call_output', call_id: 'a', output: 'x\udfff' }],
};

for (const [title, input] of Object.entries(BODIES)) {
  test(`repair replaces half a surrogate pair in ${title}, for every reader of the request`, async () => {
    const session = await readBytes(JSON.stringify({ model: 'gpt-5.2', input }));
    for (const target of ['anthropic-messages', 'openai-responses'] as const) {
      const replay = judge(session.conversation(), target, { ...DEFAULT_OPTIONS, mode: 'repair' });
      assert.deepEqual(replay.findings.filter((f) => f.severity === 'error').map((f) => `${target} ${f.rule} ${f.wirePath ?? ''}`), []);
      const text = await requestString(replay.template!, session.loader);
      const again = await readBytes(text, 'request.json', { inputFormat: target });
      assert.deepEqual(judge(again.conversation(), 'as-recorded').findings.filter((f) => f.severity === 'error').map((f) => `${target}, as recorded: ${f.rule} ${f.wirePath ?? ''}`), []);
      if (title === 'an agent message' || title === 'a shell command') assert.match(text, /x\ufffd/);
    }
  });
}

test('escapes of whole pairs and escaped backslashes are no halves', () => {
  for (const [json, lone] of [['"\\ud83d\\ude00"', false], ['"\\\\ud83d"', false], ['"\\ud83d"', true], ['"\\ude00\\ud83d"', true], ['"\\\\\\ud83d"', true], ['"😀"', false]] as const) assert.equal(spellsLone(json), lone, json);
  const value = { ['k\ud800']: ['\\ud800', '\ud800\ud800', '😀', '\\\ud800'] };
  assert.deepEqual(wellFormedJson(value), { 'k\ufffd': ['\\ud800', '\ufffd\ufffd', '😀', '\\\ufffd'] });
});
