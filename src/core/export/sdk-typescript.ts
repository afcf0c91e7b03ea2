import { commentLine, type SdkApi, type SdkCall } from './sdk-call.ts';

/** How a vendor's TypeScript SDK is used. Names as of the SDK versions in test/sdk-types, against whose types the result is compiled. */
interface Sdk {
  readonly install: string;
  readonly imports: string;
  /** What the request in the file is. */
  readonly type: string;
  readonly body: (call: SdkCall) => readonly string[];
}

const STREAM_OR_ANSWER: readonly string[] = [
  'if (Symbol.asyncIterator in answer) for await (const event of answer) console.log(JSON.stringify(event));',
  'else console.log(JSON.stringify(answer, null, 2));',
];

const SDKS: Readonly<Record<SdkApi, Sdk>> = {
  'anthropic-messages': {
    install: '@anthropic-ai/sdk', imports: 'import Anthropic from \'@anthropic-ai/sdk\';', type: 'Anthropic.MessageCreateParams',
    body: (call) => [client('Anthropic', call, 'baseURL'), '', `const answer = await client.messages.create(request${headersOf(call)});`, ...STREAM_OR_ANSWER],
  },
  'openai-responses': {
    install: 'openai', imports: 'import OpenAI from \'openai\';', type: 'OpenAI.Responses.ResponseCreateParams',
    body: (call) => [client('OpenAI', call, 'baseURL'), '', `const answer = await client.responses.create(request${headersOf(call)});`, ...STREAM_OR_ANSWER],
  },
  'openai-chat': {
    install: 'openai', imports: 'import OpenAI from \'openai\';', type: 'OpenAI.Chat.ChatCompletionCreateParams',
    body: (call) => [client('OpenAI', call, 'baseURL'), '', `const answer = await client.chat.completions.create(request${headersOf(call)});`, ...STREAM_OR_ANSWER],
  },
  gemini: {
    install: '@google/genai', imports: 'import { GoogleGenAI, type Content, type GenerateContentConfig } from \'@google/genai\';',
    type: 'GenerateContentConfig & { readonly contents: Content[]; readonly generationConfig?: GenerateContentConfig }',
    body: (call) => [
      `const client = new GoogleGenAI({ apiKey: ${env(call.keyVariable)} });`, '',
      '// The API has the parameters beside the contents, the SDK in one config.',
      'const { contents, generationConfig, ...parameters } = request;',
      `const answer = await client.models.generateContent({ model: ${text(call.model)}, contents, config: { ...generationConfig, ...parameters } });`,
      'console.log(JSON.stringify(answer, null, 2));',
    ],
  },
  'mistral-chat': {
    install: '@mistralai/mistralai', imports: 'import { Mistral } from \'@mistralai/mistralai\';\nimport type { ChatCompletionRequest } from \'@mistralai/mistralai/models/components/chatcompletionrequest.js\';',
    type: 'Record<string, unknown>',
    body: (call) => [
      `const client = new Mistral({ apiKey: ${env(call.keyVariable)} });`, '',
      '// The API spells names with _, the SDK in camel case; what a tool\'s author has named stays.',
      'const AS_THEY_ARE = new Set([\'parameters\', \'arguments\', \'schema\', \'metadata\']);',
      'function spelled(value: unknown): unknown {',
      '  if (Array.isArray(value)) return value.map(spelled);',
      '  if (typeof value !== \'object\' || value === null) return value;',
      '  return Object.fromEntries(Object.entries(value).map(([key, member]) => [',
      '    key === \'schema\' ? \'schemaDefinition\' : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),',
      '    AS_THEY_ARE.has(key) ? member : spelled(member),',
      '  ]));',
      '}', '',
      'const asked = spelled(request) as ChatCompletionRequest;',
      'if (asked.stream === true) for await (const event of await client.chat.stream({ ...asked, stream: true })) console.log(JSON.stringify(event));',
      'else console.log(JSON.stringify(await client.chat.complete(asked), null, 2));',
    ],
  },
  'bedrock-converse': {
    install: '@aws-sdk/client-bedrock-runtime', imports: 'import { BedrockRuntimeClient, ConverseCommand, type ConverseCommandInput } from \'@aws-sdk/client-bedrock-runtime\';',
    type: 'Omit<ConverseCommandInput, \'modelId\'> & { readonly modelId?: string }',
    body: (call) => [
      '// Credentials and region come from the environment, as with every AWS SDK.',
      'const client = new BedrockRuntimeClient({});', '',
      '// JSON has bytes as base64, the SDK wants them as bytes.',
      'function withBytes(block: unknown): void {',
      '  if (typeof block !== \'object\' || block === null) return;',
      '  for (const [kind, value] of Object.entries(block as Record<string, Record<string, unknown> | undefined>)) {',
      '    const source = value?.[\'source\'] as Record<string, unknown> | undefined;',
      '    if (typeof source?.[\'bytes\'] === \'string\') source[\'bytes\'] = Buffer.from(source[\'bytes\'], \'base64\');',
      '    if (kind === \'reasoningContent\' && typeof value?.[\'redactedContent\'] === \'string\') value[\'redactedContent\'] = Buffer.from(value[\'redactedContent\'], \'base64\');',
      '    if (kind === \'toolResult\' && Array.isArray(value?.[\'content\'])) value[\'content\'].forEach(withBytes);',
      '  }',
      '}',
      'for (const message of request.messages ?? []) message.content?.forEach(withBytes);', '',
      `const answer = await client.send(new ConverseCommand({ modelId: ${text(call.model)}, ...request }));`,
      'console.log(JSON.stringify(answer, null, 2));',
    ],
  },
};

/** A TypeScript program (an ES module for Node) that sends the request of the file beside it. The key is read from the environment when it runs. */
export function sdkTypescript(call: SdkCall): string {
  const { install, imports, type, body } = SDKS[call.api];
  return [
    ...call.notes.map((note) => commentLine('//', note)),
    commentLine('//', `Needs ${install} and ${needs(call)}; the request stands in ${call.file}, beside this file.`),
    'import { readFileSync } from \'node:fs\';', imports, '',
    `const request = JSON.parse(readFileSync(new URL(${text(`./${encodeURIComponent(call.file)}`)}, import.meta.url), 'utf8')) as ${type};`,
    ...body(call), '',
  ].join('\n');
}

function needs({ keyVariable }: SdkCall): string {
  return keyVariable === undefined ? 'AWS credentials in the environment' : `the environment variable ${keyVariable}`;
}

function client(name: string, { keyVariable, base }: SdkCall, option: string): string {
  const address = base === undefined ? '' : `, ${option}: ${env(base.variable)} ?? ${text(base.address)}`;
  return `const client = new ${name}({ apiKey: ${env(keyVariable)}${address} });`;
}

function headersOf({ headers }: SdkCall): string {
  const members = Object.entries(headers).map(([name, value]) => `${text(name)}: ${text(value)}`);
  return members.length === 0 ? '' : `, { headers: { ${members.join(', ')} } }`;
}

function env(variable: string | undefined): string {
  return variable === undefined ? 'undefined' : `process.env[${text(variable)}]`;
}

/** A string literal; JSON's spelling in single quotes. Nothing in session text can end it. */
function text(value: string): string {
  const spelled = JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, '\\\'').replace(/[\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
  return `'${spelled}'`;
}
