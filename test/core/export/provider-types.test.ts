import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Json } from '../../../src/core/model/json.ts';
import { typeErrors } from '../../support/sdk-types.ts';

/**
 * The bodies that our reference serializers write in the case folders, compiled against the types that the providers publish
 * with their SDKs (development only). An emulation writes what its client writes, conforming or not, and is not checked.
 */
const TYPES: Readonly<Record<string, { readonly imports: string; readonly type: string; readonly spelled?: (body: Json) => string }>> = {
  'anthropic-messages': { imports: 'import type Anthropic from \'@anthropic-ai/sdk\';', type: 'Anthropic.MessageCreateParams' },
  // The SDK takes bytes where JSON has base64.
  'bedrock-converse': { imports: 'import type { ConverseCommandInput } from \'@aws-sdk/client-bedrock-runtime\';', type: 'Omit<ConverseCommandInput, \'modelId\'> & { modelId?: string }', spelled: withBytes },
  gemini: { imports: 'import type { Content, GenerateContentConfig } from \'@google/genai\';', type: '{ contents: Content[]; generationConfig?: GenerateContentConfig } & Pick<GenerateContentConfig, \'systemInstruction\' | \'tools\' | \'toolConfig\'>' },
  // The SDK spells names in camel case.
  'mistral-chat': { imports: 'import type { ChatCompletionRequest } from \'@mistralai/mistralai/models/components/chatcompletionrequest.js\';', type: 'ChatCompletionRequest', spelled: (body) => JSON.stringify(camel(body), null, 1) },
  'openai-chat': { imports: 'import type OpenAI from \'openai\';', type: 'OpenAI.Chat.ChatCompletionCreateParams' },
  'openai-responses': { imports: 'import type OpenAI from \'openai\';', type: 'OpenAI.Responses.ResponseCreateParams' },
};

function withBytes(body: Json): string {
  return JSON.stringify(body, (key, value: Json) => (key === 'bytes' || key === 'redactedContent') && typeof value === 'string' ? '@bytes' : value, 1).replaceAll('"@bytes"', 'new Uint8Array()');
}

function camel(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(camel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value as { readonly [key: string]: Json }).map(([key, member]) => [
    key === 'schema' ? 'schemaDefinition' : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), ['parameters', 'arguments', 'schema', 'metadata'].includes(key) ? member : camel(member),
  ]));
}

/**
 * What does not conform and stands all the same: what TypeScript says of it, and why. Recorded content passes byte for byte; of our own
 * making there is one thing.
 */
const VENDOR: readonly [RegExp, string] = [/'"(?:reasoning_content|reasoning|reasoning_details|thinking_blocks)"' does not exist in type 'ChatCompletionAssistantMessageParam'/, 'a member of a service that speaks Chat Completions, which OpenAI\'s types do not have'];
const PLATFORM: readonly [RegExp, string] = [/'"anthropic_version"' does not exist in type 'MessageCreateParams'/, 'the body of Bedrock and Vertex, which the SDK makes of the parameters by itself'];
const GOOGLE: readonly [RegExp, string] = [/'"extra_content"' does not exist in type 'ChatCompletionMessageFunctionToolCall'/, 'a member of Google\'s compatible API in a recorded message, which passes as recorded'];
const EXCEPTIONS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  'anthropic-messages/platform-bedrock': [PLATFORM],
  'anthropic-messages/platform-of-the-body': [PLATFORM],
  'anthropic-messages/platform-vertex': [PLATFORM],
  'anthropic-messages/system-updates-taken': [[/'"output_config"' does not exist in type 'SystemMessageParam'/, 'an update of the effort inside the history, which Claude Code sends and the types do not have']],
  'gemini/strict-leaves-faults': [[/Type 'string' is not assignable to type 'Record<string, unknown>'/, 'arguments and results that are no objects, which strict leaves for the rules to find']],
  'gemini/vertex-snake-case': [[/'"(file_data|function_call|function_response)"' does not exist in type 'Part'/, 'a recorded body in the other spelling that the API takes passes as recorded']],
  'openai-chat/body-round-trip': [VENDOR],
  'openai-chat/dialect-deepseek': [VENDOR, GOOGLE],
  'openai-chat/dialect-deepseek-repair': [VENDOR],
  'openai-chat/dialect-groq': [VENDOR, GOOGLE],
  'openai-chat/dialect-litellm': [VENDOR, GOOGLE],
  'openai-chat/dialect-litellm-from-messages': [VENDOR],
  'openai-chat/dialect-openai': [GOOGLE],
  'openai-chat/dialect-openrouter': [VENDOR, GOOGLE],
  'openai-chat/dialect-openrouter-from-messages': [VENDOR],
  'openai-chat/dialect-vllm': [VENDOR, GOOGLE],
  'openai-chat/malformed-body': [
    [/Property 'content' is missing in type/, 'a recorded message without content passes as recorded'],
    [/Property 'text' is missing in type|is not assignable to type '"text" \| "refusal"'/, 'a recorded list with parts of no known form passes as recorded'],
  ],
  'openai-responses/from-messages': [[/missing the following properties from type 'ResponseOutputMessage': id, status/, 'the types want the id of a stored message; the API takes a replayed one without (every recorded Codex request has such), and an invented id would name an item that nobody stored']],
  'openai-responses/items-verbatim': [
    [/Type 'null' is not assignable to type '"in_progress"/, 'a reasoning item with `status: null`, as gateways write it'],
    [/Property 'status' is missing .* required in type 'ResponseOutputMessage'/s, 'Codex sends output messages without their status'],
    [/Type '"agent_message"' is not assignable/, 'a private item of Codex'],
    [/Type '"brand_new"' is not assignable/, 'an item of a type that does not exist, which must pass all the same'],
    [/Property 'strict' is missing/, 'recorded tools pass as recorded'],
  ],
  'openai-responses/store-on-from-chat': [[/missing the following properties from type 'ResponseOutputMessage': id, status/, 'as from-messages']],
  'openai-responses/repair': [
    [/Type 'null' is not assignable to type '"in_progress"/, 'a reasoning item with `status: null`, as gateways write it'],
    [/missing the following properties from type 'ResponseOutputMessage': id, status/, 'Codex sends output messages without their id and status'],
    [/Property 'strict' is missing/, 'recorded tools pass as recorded'],
  ],
};

const files: Record<string, string> = {};
for (const [api, { imports, type, spelled }] of Object.entries(TYPES)) {
  const folder = join('test', 'targets', api);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name, 'expected.request.json');
    if (!existsSync(path)) continue;
    const body = readFileSync(path, 'utf8');
    files[`${api}/${name}.ts`] = `${imports}\nexport const body: ${type} = ${spelled === undefined ? body : spelled(JSON.parse(body) as Json)};\n`;
  }
}

test('bodies of the reference serializers conform to the providers\' published types, listed exceptions aside', () => {
  assert.ok(Object.keys(files).length > 10, 'there are bodies to check');
  const found = typeErrors(files);
  const known = (error: string, [pattern]: readonly [RegExp, string], name: string): boolean => error.startsWith(`${name}.ts:`) && pattern.test(error);
  const excused = Object.entries(EXCEPTIONS).flatMap(([name, list]) => list.map((one) => ({ name, one })));
  assert.deepEqual(found.filter((error) => !excused.some(({ name, one }) => known(error, one, name))), []);
  assert.deepEqual(excused.filter(({ name, one }) => files[`${name}.ts`] !== undefined && !found.some((error) => known(error, one, name))).map(({ name, one }) => `${name}: ${one[1]}`), [], 'an exception that nothing needs any more');
});

test('a body that does not conform is found', () => {
  const { imports, type } = TYPES['openai-chat']!;
  assert.equal(typeErrors({ 'wrong.ts': `${imports}\nexport const body: ${type} = { model: 'm', messages: [{ role: 'tool', content: '' }] };\n` }).length, 1);
});
