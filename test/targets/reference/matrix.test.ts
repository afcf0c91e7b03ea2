import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replayJson } from '../../../src/core/export/replay-json.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import type { Json, JsonObject } from '../../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { readBytes } from '../../support/sessions.ts';

/**
 * What happens to each block (provider rules, section 7.1): each cell that the reference states, as a case with its decision.
 * `refused` names the rule that finds what the provider refuses; `sends` is a piece of the request.
 */
interface Cell { readonly body: JsonObject; readonly block: string; readonly target: string; readonly options?: Partial<ReplayOptions>; readonly op?: string; readonly refused?: string; readonly sends?: Json }

const CLAUDE = 'claude-opus-4-8';
const SIG = 'bW9jay1zaWduYXR1cmU6QQ==';
const said = (text: string): JsonObject => ({ type: 'text', text });
const png: JsonObject = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
const use: JsonObject = { type: 'tool_use', id: 'abcdefgh1', name: 'read', input: { a: 1 } };
const result = (content: Json, more: JsonObject = {}): JsonObject => ({ type: 'tool_result', tool_use_id: 'abcdefgh1', content, ...more });
const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });
const messages = (...list: JsonObject[]): JsonObject => ({ model: CLAUDE, max_tokens: 100, system: 'Be kind.', thinking: { type: 'adaptive' }, tools: [{ name: 'read', input_schema: { type: 'object' } }], messages: list });
const items = (...input: JsonObject[]): JsonObject => ({ model: 'gpt-5.2', store: false, instructions: 'Be kind.', input: [{ type: 'message', role: 'user', content: 'Go.' }, ...input] });
const contents = (...list: JsonObject[]): JsonObject => ({ contents: list, generationConfig: { temperature: 1 } });
const chat = (...list: JsonObject[]): JsonObject => ({ model: 'deepseek-v4-flash', stream_options: {}, messages: list });
const converse = (...list: JsonObject[]): JsonObject => ({ modelId: `anthropic.${CLAUDE}-v1:0`, inferenceConfig: { maxTokens: 10 }, toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: { json: { type: 'object' } } } }] }, messages: list });
const gemini3 = { model: 'gemini-3.1-pro-preview' };
const bedrockClaude = { model: `anthropic.${CLAUDE}-v1:0` };

const thinking: JsonObject = { type: 'thinking', thinking: 'I think.', signature: SIG };
const openLoop = messages(user(said('Go.')), assistant(thinking, use), user(result('ok')));
const oldTurn = messages(user(said('Go.')), assistant(thinking, said('Yes.')), user(said('On.')));
const reasoning: JsonObject = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I think.' }], encrypted_content: 'gAAAAABmb2NrZWQ=' };
const loopItems = items(reasoning, { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{"a":1}' }, { type: 'function_call_output', call_id: 'call_1', output: 'ok' });
const thought: JsonObject = { text: 'I think.', thought: true, thoughtSignature: 'Z2Vtc2lnMQ==' };
const geminiLoop = (call: JsonObject): JsonObject => contents({ role: 'user', parts: [{ text: 'Go.' }] }, { role: 'model', parts: [thought, call] }, { role: 'user', parts: [{ functionResponse: { id: 'g1', name: 'read', response: { output: 'ok' } } }] });
const called: JsonObject = { functionCall: { id: 'g1', name: 'read', args: { a: 1 } } };
const converseThinking = converse({ role: 'user', content: [{ text: 'Go.' }] }, { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'I think.', signature: SIG } } }, { toolUse: { toolUseId: 'abcdefgh1', name: 'read', input: {} } }] }, { role: 'user', content: [{ toolResult: { toolUseId: 'abcdefgh1', content: [{ text: 'ok' }] } }] });
const chatLoop = chat({ role: 'user', content: 'Go.' }, { role: 'assistant', content: null, reasoning_content: 'I think.', tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'read', arguments: '{}' } }] }, { role: 'tool', tool_call_id: 'abcdefgh1', content: 'ok' });
const systemMid = messages(user(said('Go.')), assistant(said('Yes.')), user(said('On.')), { role: 'system', content: 'Now German.' }, assistant(said('Ja.')), user(said('Weiter.')));
const chatBare = (...list: JsonObject[]): JsonObject => ({ ...chat(...list), tools: [{ type: 'function', function: { name: 'read' } }] });
const ended = messages(user(said('Go.')), assistant(said('Yes')));

const at = (body: JsonObject, block: string) => (target: string, rest: Omit<Cell, 'body' | 'block' | 'target'> = {}): Cell => ({ body, block, target, ...rest });
const first = at(messages(user(said('Go.'))), '0:/system');
const text = at(messages(user(said('Go.'))), '1:/content/0');
const blankUser = at(messages(user(said('Go.'), said(''))), '1:/content/1');
const image = at(messages(user(said('Look.'), png)), '1:/content/1');
const answer = at(messages(user(said('Go.')), assistant(said('Yes.')), user(said('On.'))), '2:/content/0');
const blankAnswer = at(messages(user(said('Go.')), assistant(said('Yes.'), said('')), user(said('On.'))), '2:/content/1');
const call = at(messages(user(said('Go.')), assistant(use), user(result('ok'))), '2:/content/0');
const unanswered = at(messages(user(said('Go.')), assistant(use), user(said('On.'))), '2:/content/0');
const resultText = at(messages(user(said('Go.')), assistant(use), user(result('alpha'))), '3:/content/0/content');
const resultImage = at(messages(user(said('Go.')), assistant(use), user(result([png]))), '3:/content/0/content/0');
const resultEmpty = (more: JsonObject = {}) => at(messages(user(said('Go.')), assistant(use), user(result([], more))), 't:3');
const redacted = at(messages(user(said('Go.')), assistant({ type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' }, said('Yes.')), user(said('On.'))), '2:/content/0');
const hosted = at(messages(user(said('Go.')), assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, said('Yes.')), user(said('On.'))), '2:/content/0');
const cited = at(messages(user(said('Go.')), assistant({ ...said('Yes.'), citations: [{ type: 'char_location', cited_text: 'x', document_index: 0 }] }), user(said('On.'))), '2:/content/0');
const compacted = at(messages(user(said('Go.')), assistant({ type: 'compaction', content: 'So far.' }, said('Yes.')), user(said('On.'))), '2:/content/0');

const MATRIX: Readonly<Record<string, readonly Cell[]>> = {
  'system, first': [
    first('anthropic-messages', { op: 'kept', sends: { system: [said('Be kind.')] } }), first('openai-responses', { op: 'kept', sends: { instructions: 'Be kind.' } }),
    first('openai-chat', { op: 'kept', sends: { role: 'system', content: 'Be kind.' } }), first('gemini', { op: 'kept', sends: { systemInstruction: { parts: [{ text: 'Be kind.' }] } } }), first('bedrock-converse', { op: 'kept', sends: { system: [{ text: 'Be kind.' }] } }),
  ],
  'system, mid': [
    at(systemMid, '4:/content')('anthropic-messages', { op: 'kept', sends: { role: 'system', content: [said('Now German.')] } }), at(systemMid, '4:/content')('anthropic-messages', { options: { model: 'claude-opus-4-7' }, op: 'converted', sends: { role: 'user', content: [said('Now German.')] } }),
    at({ ...systemMid, model: 'claude-opus-4-7' }, '4:/content')('as-recorded', { refused: 'anthropic/system-role-unsupported' }),
    at(systemMid, '4:/content')('openai-responses', { op: 'kept' }), at(systemMid, '4:/content')('openai-chat', { op: 'kept', sends: { role: 'system', content: 'Now German.' } }),
    at(systemMid, '4:/content')('openai-chat', { options: { dialect: 'minimax' }, refused: 'minimax/system-role' }),
    at(systemMid, '4:/content')('gemini', { op: 'converted', sends: { role: 'user', parts: [{ text: 'Now German.' }] } }), at(systemMid, '4:/content')('bedrock-converse', { op: 'converted', sends: { role: 'user', content: [{ text: 'Now German.' }] } }),
  ],
  'user text': [
    ...['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini', 'bedrock-converse', 'mistral-chat'].map((target) => text(target, { op: 'kept' })),
    blankUser('anthropic-messages', { op: 'kept', refused: 'anthropic/text-empty' }), blankUser('bedrock-converse', { op: 'kept', refused: 'bedrock/text-blank' }), blankUser('openai-chat', { op: 'kept' }), blankUser('gemini', { op: 'kept' }),
  ],
  'user image': [
    image('anthropic-messages', { op: 'kept', sends: png }), image('openai-responses', { op: 'converted', sends: { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' } }),
    image('openai-chat', { op: 'converted', sends: { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } } }), image('gemini', { op: 'converted', sends: { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } } }),
    image('bedrock-converse', { op: 'converted', sends: { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } } }), image('mistral-chat', { op: 'converted', sends: { type: 'image_url', image_url: 'data:image/png;base64,iVBORw0KGgo=' } }),
  ],
  'assistant text': [
    ...['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini', 'bedrock-converse', 'mistral-chat'].map((target) => answer(target, { op: 'kept' })),
    blankAnswer('anthropic-messages', { op: 'kept', refused: 'anthropic/text-empty' }), blankAnswer('bedrock-converse', { op: 'kept', refused: 'bedrock/text-blank' }),
    at(contents({ role: 'user', parts: [{ text: 'Go.' }] }, { role: 'model', parts: [{ text: 'Yes.', thoughtSignature: 'Z2Vtc2lnMQ==' }] }, { role: 'user', parts: [{ text: 'On.' }] }), '2:/parts/0')('gemini', { op: 'kept', sends: { text: 'Yes.', thoughtSignature: 'Z2Vtc2lnMQ==' } }),
  ],
  'thinking, same, open loop': [
    at(openLoop, '2:/content/0')('anthropic-messages', { op: 'kept', sends: thinking }), at(messages(user(said('Go.')), assistant(use), user(result('ok'))), '2:/content/0')('as-recorded', { op: 'kept' }),
    at({ ...messages(user(said('Go.')), assistant(said('Now.'), use), user(result('ok'))), model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 1024 } }, '2:/content/0')('as-recorded', { refused: 'anthropic/thinking-missing-in-tool-loop' }),
    at(loopItems, '2:')('openai-responses', { op: 'kept', sends: reasoning }), at(chatLoop, '2:/reasoning_content')('openai-chat', { op: 'omitted' }), at(chatLoop, '2:/reasoning_content')('openai-chat', { options: { dialect: 'deepseek' }, op: 'kept', sends: 'I think.' }),
    at(geminiLoop({ ...called, thoughtSignature: 'Z2Vtc2lnMg==' }), '2:/parts/0')('gemini', { options: gemini3, op: 'kept', sends: thought }), at(geminiLoop(called), '2:/parts/1')('gemini', { options: gemini3, op: 'kept', refused: 'gemini/thought-signature-missing' }),
    at(converseThinking, '2:/content/0')('bedrock-converse', { op: 'kept', sends: { reasoningContent: { reasoningText: { text: 'I think.', signature: SIG } } } }),
  ],
  'thinking, same, old turn': [
    at(oldTurn, '2:/content/0')('anthropic-messages', { op: 'kept', sends: thinking }), at(items(reasoning, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }, { type: 'message', role: 'user', content: 'On.' }), '2:')('openai-responses', { op: 'kept' }),
    at(chat({ role: 'user', content: 'Go.' }, { role: 'assistant', content: 'Yes.', reasoning_content: 'I think.' }, { role: 'user', content: 'On.' }), '2:/reasoning_content')('openai-chat', { op: 'omitted' }),
    at(chatBare({ role: 'user', content: 'Go.' }, { role: 'assistant', content: null, tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'read', arguments: '{}' } }] }, { role: 'tool', tool_call_id: 'abcdefgh1', content: 'ok' }, { role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'On.' }), '2:/tool_calls/0')('openai-chat', { options: { dialect: 'deepseek' }, refused: 'deepseek/reasoning-content-missing' }),
    at(contents({ role: 'user', parts: [{ text: 'Go.' }] }, { role: 'model', parts: [{ text: 'I think.', thought: true }, { text: 'Yes.' }] }, { role: 'user', parts: [{ text: 'On.' }] }), '2:/parts/0')('gemini', { op: 'kept' }), at(oldTurn, '2:/content/0')('bedrock-converse', { options: bedrockClaude, op: 'kept' }),
  ],
  'thinking, cross vendor': [
    at(loopItems, '2:')('anthropic-messages', { op: 'omitted' }), at(messages(user(said('Go.')), assistant({ ...thinking, signature: 'reasoning_content' }, said('Yes.')), user(said('On.'))), '2:/content/0')('as-recorded', { refused: 'anthropic/thinking-foreign-signature' }),
    at(openLoop, '2:/content/0')('openai-responses', { op: 'omitted' }), at(openLoop, '2:/content/0')('openai-chat', { op: 'omitted' }), at(openLoop, '2:/content/0')('openai-chat', { options: { dialect: 'deepseek' }, op: 'omitted' }),
    at(chatLoop, '2:/reasoning_content')('as-recorded', { options: { dialect: 'groq' }, refused: 'groq/reasoning-content-unsupported' }),
    at(openLoop, '2:/content/0')('gemini', { op: 'omitted' }), at(loopItems, '2:')('bedrock-converse', { op: 'omitted' }), at(openLoop, '2:/content/0')('mistral-chat', { op: 'omitted' }),
  ],
  'thinking, cross Claude model': [at(oldTurn, '2:/content/0')('anthropic-messages', { options: { model: 'claude-sonnet-5' }, op: 'kept' }), at(oldTurn, '2:/content/0')('bedrock-converse', { options: { model: 'anthropic.claude-sonnet-5-v1:0' }, op: 'kept' })],
  'redacted thinking': [
    redacted('anthropic-messages', { op: 'kept', sends: { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' } }), redacted('bedrock-converse', { op: 'kept', sends: { reasoningContent: { redactedContent: 'cmVkYWN0ZWQ=' } } }),
    ...['openai-responses', 'openai-chat', 'gemini', 'mistral-chat'].map((target) => redacted(target, { op: 'omitted' })),
  ],
  'encrypted reasoning': [at(loopItems, '2:')('openai-responses', { op: 'kept', sends: 'gAAAAABmb2NrZWQ=' }), ...['openai-chat', 'gemini', 'bedrock-converse'].map((target) => at(loopItems, '2:')(target, { op: 'omitted' }))],
  'tool call': [
    call('anthropic-messages', { op: 'kept', sends: use }), call('openai-responses', { op: 'converted', sends: { type: 'function_call', call_id: 'abcdefgh1', name: 'read', arguments: '{"a":1}' } }),
    call('openai-chat', { sends: { id: 'abcdefgh1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } } }), call('gemini', { op: 'converted', sends: { functionCall: { id: 'abcdefgh1', name: 'read', args: { a: 1 } } } }),
    call('bedrock-converse', { op: 'converted', sends: { toolUse: { toolUseId: 'abcdefgh1', name: 'read', input: { a: 1 } } } }), call('mistral-chat', { sends: { id: 'abcdefgh1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } } }),
  ],
  'tool call unanswered': [
    unanswered('anthropic-messages', { refused: 'anthropic/tool-result-missing' }), unanswered('openai-responses', { refused: 'openai-responses/function-output-missing' }), unanswered('openai-chat', { refused: 'openai-chat/tool-calls-unanswered' }),
    unanswered('gemini', { refused: 'gemini/function-response-count' }), unanswered('bedrock-converse', { refused: 'bedrock/tool-result-missing' }), unanswered('mistral-chat', { refused: 'mistral/call-response-count' }),
  ],
  'tool result text': [
    resultText('anthropic-messages', { op: 'kept' }), resultText('openai-responses', { op: 'kept', sends: { type: 'function_call_output', call_id: 'abcdefgh1', output: 'alpha' } }), resultText('openai-chat', { op: 'kept', sends: { role: 'tool', tool_call_id: 'abcdefgh1', content: 'alpha' } }),
    resultText('gemini', { op: 'converted', sends: { functionResponse: { id: 'abcdefgh1', name: 'read', response: { output: 'alpha' } } } }), resultText('bedrock-converse', { op: 'kept', sends: { toolResult: { toolUseId: 'abcdefgh1', content: [{ text: 'alpha' }] } } }),
  ],
  'tool result image': [
    resultImage('anthropic-messages', { op: 'kept' }), resultImage('openai-responses', { op: 'converted', sends: { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' } }), resultImage('openai-chat', { op: 'moved', sends: { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] } }),
    resultImage('gemini', { options: gemini3, op: 'converted', sends: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] } }), resultImage('gemini', { options: { model: 'gemini-2.5-pro' }, op: 'moved', sends: { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] } }),
    resultImage('bedrock-converse', { op: 'converted', sends: { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } } }),
  ],
  'tool result empty': [
    resultEmpty()('anthropic-messages', { op: 'kept' }), resultEmpty()('openai-responses', { op: 'kept', sends: { output: '' } }), resultEmpty()('openai-chat', { op: 'kept', sends: { role: 'tool', tool_call_id: 'abcdefgh1', content: '' } }),
    at(chatBare({ role: 'user', content: 'Go.' }, { role: 'assistant', content: '', tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'read', arguments: '{}' } }] }, { role: 'tool', tool_call_id: 'abcdefgh1', content: [] }), 't:3')('as-recorded', { options: { dialect: 'xai' }, refused: 'xai/empty-content' }),
    resultEmpty()('gemini', { op: 'converted', sends: { response: { output: '' } } }), resultEmpty()('bedrock-converse', { op: 'kept' }), resultEmpty({ is_error: true })('bedrock-converse', { op: 'kept', refused: 'bedrock/error-result-empty' }),
  ],
  'server tool call and result': [
    hosted('anthropic-messages', { op: 'kept' }), at(items({ type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } }), '2:')('openai-responses', { op: 'kept', sends: 'ws_1' }),
    ...['openai-chat', 'bedrock-converse', 'mistral-chat'].map((target) => hosted(target, { op: 'omitted' })),
    at(contents({ role: 'user', parts: [{ text: 'Go.' }] }, { role: 'model', parts: [{ executableCode: { language: 'PYTHON', code: '1' } }, { text: 'Yes.' }] }, { role: 'user', parts: [{ text: 'On.' }] }), '2:/parts/0')('gemini', { op: 'kept', sends: { executableCode: { language: 'PYTHON', code: '1' } } }),
  ],
  citations: [
    cited('anthropic-messages', { op: 'kept', sends: 'char_location' }), at(converse({ role: 'user', content: [{ text: 'Go.' }] }, { role: 'assistant', content: [{ citationsContent: { content: [{ text: 'x' }] } }, { text: 'Yes.' }] }, { role: 'user', content: [{ text: 'On.' }] }), '2:/content/0')('bedrock-converse', { op: 'kept', sends: { citationsContent: { content: [{ text: 'x' }] } } }),
    cited('openai-chat', { op: 'kept', sends: { role: 'assistant', content: 'Yes.' } }), cited('gemini', { op: 'kept', sends: { role: 'model', parts: [{ text: 'Yes.' }] } }), cited('bedrock-converse', { op: 'kept', sends: { role: 'assistant', content: [{ text: 'Yes.' }] } }),
    at(items({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.', annotations: [{ type: 'url_citation', url: 'https://example.com' }] }] }), '2:/content/0')('openai-responses', { op: 'kept', sends: 'url_citation' }),
  ],
  'compaction block': [
    compacted('anthropic-messages', { op: 'kept', sends: { type: 'compaction', content: 'So far.' } }), at(items({ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAABjb21w' }), '2:')('openai-responses', { op: 'kept', sends: 'gAAAAABjb21w' }),
    ...['openai-chat', 'gemini', 'bedrock-converse'].map((target) => compacted(target, { op: 'omitted' })),
  ],
  'trailing assistant': [
    at(ended, '2:/content/0')('as-recorded', { refused: 'anthropic/prefill-unsupported' }), at({ ...ended, model: 'claude-sonnet-4-5' }, '2:/content/0')('as-recorded', { op: 'kept' }),
    ...['openai-responses', 'openai-chat'].map((target) => at(ended, '2:/content/0')(target, { op: 'kept' })),
    at(contents({ role: 'user', parts: [{ text: 'Go.' }] }, { role: 'model', parts: [{ text: 'Yes' }] }), '2:/parts/0')('as-recorded', { options: { model: 'gemini-3.6-flash' }, refused: 'gemini/ends-with-model-turn' }),
    at(converse({ role: 'user', content: [{ text: 'Go.' }] }, { role: 'assistant', content: [{ text: 'Yes' }] }), '2:/content/0')('as-recorded', { refused: 'bedrock/prefill-unsupported' }),
  ],
};

for (const [row, cells] of Object.entries(MATRIX)) {
  test(`${row}: what becomes of it on each API`, async () => {
    for (const { body, block, target, options = {}, op, refused, sends } of cells) {
      const session = await readBytes(JSON.stringify(body), 'body.json');
      const answer = await replayJson(session, judge(session.conversation(), target, { ...DEFAULT_OPTIONS, ...options }));
      const where = `${target} ${JSON.stringify(options)}`;
      assert.equal(answer.outcome, 'ok', `${where}: ${JSON.stringify(answer.rejection ?? answer.reason)}`);
      const decision = (answer.decisions as readonly JsonObject[]).find((d) => d.block === block);
      assert.ok(decision, `${where}: ${block} is not decided; there are ${(answer.decisions as readonly JsonObject[]).map((d) => String(d.block)).join(' ')}`);
      if (op !== undefined) assert.equal(decision.op, op, `${where}: ${String(decision.reason)}`);
      const errors = (answer.findings as readonly JsonObject[]).filter((f) => f.severity === 'error').map((f) => String(f.rule));
      if (refused !== undefined) assert.ok(errors.includes(refused), `${where}: ${refused} is not found among ${errors.join(', ')}`);
      if (sends !== undefined) assert.ok(holds(answer.request as Json, sends), `${where}: ${JSON.stringify(sends)} is not in ${JSON.stringify(answer.request)}`);
    }
  });
}

test('the matrix has every row of the reference', () => {
  assert.deepEqual(Object.keys(MATRIX).length, 20);
});

/** Whether a value stands anywhere in a request: an object with at least these members, a list of just these elements, or a string that holds this one. */
function holds(value: Json | undefined, part: Json): boolean {
  if (covers(value, part)) return true;
  return typeof value === 'object' && value !== null && Object.values(value as JsonObject).some((inner) => holds(inner, part));
}

function covers(value: Json | undefined, part: Json): boolean {
  if (typeof part === 'string') return typeof value === 'string' && value.includes(part);
  if (typeof part !== 'object' || part === null) return value === part;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(part)) return false;
  if (Array.isArray(part)) return part.length === (value as readonly Json[]).length && part.every((inner, index) => covers((value as readonly Json[])[index], inner as Json));
  return Object.entries(part as JsonObject).every(([key, inner]) => inner === undefined || covers((value as JsonObject)[key], inner));
}
