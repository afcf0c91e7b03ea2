import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportRequest, NoExport } from '../../../src/core/export/export-request.ts';
import { sdkCallOf, type SdkApi } from '../../../src/core/export/sdk-call.ts';
import { sdkPython } from '../../../src/core/export/sdk-python.ts';
import { sdkTypescript } from '../../../src/core/export/sdk-typescript.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import { typeErrors } from '../../support/sdk-types.ts';
import { readBytes } from '../../support/sessions.ts';

const APIS: readonly SdkApi[] = ['anthropic-messages', 'bedrock-converse', 'gemini', 'mistral-chat', 'openai-chat', 'openai-responses'];
/** Session text that tries to get out of a comment, a string and a line. */
const HOSTILE = 'x\'); process.exit(1); (\' "\\" \n\r\u2028 */ # """ ${1} `';
const NOTES = [`redacted: api key at messages.0 ${HOSTILE}`];

const recorded = { system: [], missing: [], params: { 'anthropic-beta': 'interleaved-thinking-2025-05-14' } };
const callOf = (api: SdkApi, model: string, file = 'request.json'): NonNullable<ReturnType<typeof sdkCallOf>> => sdkCallOf({ id: api, api }, recorded, model, file, NOTES)!;

/** Every program that is written: one per API, and each again with hostile names; DeepSeek's through the SDKs it is documented for. */
function calls(): readonly (readonly [string, NonNullable<ReturnType<typeof sdkCallOf>>])[] {
  return [
    ...APIS.flatMap((api) => [[api, callOf(api, 'some-model')] as const, [`${api}-hostile`, callOf(api, HOSTILE, 'my "file\' .json')] as const]),
    ['dsh-messages', sdkCallOf({ id: 'dsh/messages', api: 'anthropic-messages' }, recorded, 'deepseek-v4', 'request.json', [])!],
    ['dsh-chat', sdkCallOf({ id: 'dsh/chat', api: 'openai-chat' }, recorded, 'deepseek-v4', 'request.json', [])!],
  ];
}

test('TypeScript code compiles against the types of the vendors\' SDKs', () => {
  const files = Object.fromEntries(calls().map(([name, call]) => [`${name}.ts`, sdkTypescript(call)]));
  assert.deepEqual(typeErrors(files), []);
  assert.equal(typeErrors({ 'wrong.ts': sdkTypescript(callOf('openai-chat', 'm')).replace('chat.completions.create', 'chat.completions.creat') }).length, 1, 'the check finds what is wrong');
});

test('Python code compiles', (t) => {
  if (spawnSync('python3', ['--version']).error !== undefined) { t.skip('python3 is not installed: the Python code was not compiled'); return; }
  const folder = mkdtempSync(join(tmpdir(), 'turnlens-python-'));
  try {
    const paths = calls().map(([name, call]) => {
      const path = join(folder, `${name.replaceAll('-', '_')}.py`);
      writeFileSync(path, sdkPython(call));
      return path;
    });
    const { status, stderr } = spawnSync('python3', ['-m', 'py_compile', ...paths], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const wrong = join(folder, 'wrong.py');
    writeFileSync(wrong, sdkPython(callOf('gemini', 'm')).replace('import json', 'import json json'));
    assert.notEqual(spawnSync('python3', ['-m', 'py_compile', wrong]).status, 0, 'the check finds what is wrong');
  } finally { rmSync(folder, { recursive: true }); }
});

test('the key is read from the environment, the request from the file beside', () => {
  for (const api of APIS) {
    const call = callOf(api, 'some-model', 'run.request.json');
    for (const [code, read] of [[sdkTypescript(call), 'process.env['], [sdkPython(call), 'os.environ[']] as const) {
      assert.ok(code.includes('run.request.json'), `${api}: ${code}`);
      if (api === 'bedrock-converse') assert.doesNotMatch(code, /process\.env|os\.environ/);
      else assert.ok(code.includes(read), api);
    }
  }
  assert.match(sdkTypescript(callOf('anthropic-messages', 'm')), /headers: \{ 'anthropic-beta': 'interleaved-thinking-2025-05-14' \}/);
  assert.match(sdkPython(callOf('anthropic-messages', 'm')), /extra_headers=\{"anthropic-beta": "interleaved-thinking-2025-05-14"\}/);
});

test('an export as code has the request beside it, redacted like any other, and says so above the code', async () => {
  const secret = `sk-ant-api03-${'a1B2'.repeat(23)}AA`;
  const session = await readBytes(JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 100, messages: [{ role: 'user', content: `My key is ${secret}.` }] }));
  const conversation = session.conversation();
  const replay = judge(conversation, 'anthropic-messages');
  const made = await exportRequest(session, conversation, replay, { as: 'typescript', redact: (text) => Promise.resolve(text.includes(secret) ? [{ start: text.indexOf(secret), end: text.indexOf(secret) + secret.length, kind: 'key' }] : []) });
  const code = await whole(made.text);
  const request = await whole(made.beside!.text);
  assert.equal(made.beside!.name, 'request.json');
  assert.ok(!request.includes(secret) && !code.includes(secret));
  assert.match(code, /^\/\/ redacted: \S+ at messages\.0/);
  assert.equal((JSON.parse(request) as { model: string }).model, 'claude-sonnet-4-5');
});

test('a client library\'s context is no API\'s request: there is no code for it', async () => {
  const session = await readBytes(JSON.stringify({ model: 'm', input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] }], store: false }));
  const conversation = session.conversation();
  const replay = judge(conversation, 'openai-responses');
  await assert.rejects(exportRequest(session, conversation, { ...replay, target: 'dsh/pi-ai' }, { as: 'python', redact: 'off' }), NoExport);
});

async function whole(text: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const piece of text) all += piece;
  return all;
}
