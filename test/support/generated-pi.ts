import fc from 'fast-check';

/** APIs of pi-ai and the provider that it ships each for. */
export const PI_APIS = {
  'anthropic-messages': 'anthropic', 'openai-completions': 'openai', 'openai-responses': 'openai', 'openai-codex-responses': 'openai-codex',
  'google-generative-ai': 'google', 'mistral-conversations': 'mistral', 'bedrock-converse-stream': 'amazon-bedrock',
} as const;
export type GeneratedApi = keyof typeof PI_APIS;

/** A context, the model it is sent to, and how the library is called. */
export interface PiCase { readonly context: Record<string, unknown>; readonly model: Record<string, unknown>; readonly call: { readonly reasoning?: string; readonly maxTokens?: number; readonly sessionId?: string; readonly temperature?: number; readonly cacheRetention?: 'none' | 'short' | 'long' } }

const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('', ' ', '\n\t', 'Start.', 'ok\n', ' padded ', 'größe 数据 😀', '\ud800', 'a \udc00 b', '(image omitted: model does not support images)', '</script>') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 1100 }).map((n) => `${'long '.repeat(n / 5)}\ud83d end`) },
);
const id = fc.constantFrom('call_1', 'call_2', 'call_x|fc_1', 'call_x|fc_2', 'call_x|', '|fc_9', 'call_y|item+/=_', 'a b/c', 'toolu_0123456789', 'abcdefghi', '', 'x'.repeat(70), `call_z|${'Ab+/='.repeat(20)}`, 'ends___', 'p|q|r');
const value = fc.oneof(fc.constantFrom({}, { path: 'a.txt' }, { n: [1, null, { '': 'empty key', k: 2 }], u: 'é\n"' }, { s: '\ud800' }), fc.dictionary(fc.string({ maxLength: 3 }).filter((key) => key !== '__proto__'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }));
const png = 'iVBORw0KGgo=';
const image = fc.record({ type: fc.constant('image'), data: fc.constantFrom(png, '/9j/4AAQSkZJRgABAQ==', 'QUJD', 'QUI', 'QU JD'), mimeType: fc.constantFrom('image/png', 'image/jpeg', 'image/webp') });
const textBlock = fc.record({ type: fc.constant('text'), text });
const item = JSON.stringify({ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'R thinks.' }], encrypted_content: 'ENC1' });
const details = JSON.stringify([{ type: 'reasoning.text', text: 'd', signature: 's', format: 'anthropic-claude-v1', index: 0 }]);
const encrypted = JSON.stringify({ type: 'reasoning.encrypted', id: 'call_1', data: 'ENC' });

/** Signatures of an API's own shape, mostly. */
function signature(api: GeneratedApi): fc.Arbitrary<string> {
  switch (api) {
    case 'anthropic-messages': case 'bedrock-converse-stream': return fc.constantFrom('EqQBsignatureA==', 'c2ln', ' ', '');
    case 'openai-responses': case 'openai-codex-responses': return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(item, '') }, { weight: 1, arbitrary: fc.constantFrom('{"type":"reasoning","id":"rs_2","summary":[]}', '5', '"text"', '{broken', 'rs_3') });
    case 'openai-completions': return fc.constantFrom('reasoning_content', 'reasoning', 'reasoning_text', 'content', 'other_field', 'tool_calls', details, '');
    case 'google-generative-ai': return fc.constantFrom('QUJDREVGRw==', 'QUJD', 'not base64!', 'QUJDR', '');
    case 'mistral-conversations': return fc.constantFrom('sig-m', '');
  }
}

function assistantBlock(api: GeneratedApi): fc.Arbitrary<unknown> {
  const signed = signature(api);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('thinking'), thinking: text, thinkingSignature: signed, redacted: fc.constantFrom(true, false, false) }, { requiredKeys: ['type', 'thinking'] }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('text'), text, textSignature: fc.oneof(signed, fc.constantFrom('msg_1', '{"v":1,"id":"msg_2","phase":"commentary"}', '{"v":1,"id":"msg_3","phase":"odd"}', '{"v":2}', 'm'.repeat(70), '{bad')) }, { requiredKeys: ['type', 'text'] }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('toolCall'), id, name: fc.constantFrom('read', 'write file'), arguments: value, thoughtSignature: fc.oneof(signed, fc.constantFrom(encrypted, 'null', '0', '"x"')), namespace: fc.constant('files') }, { requiredKeys: ['type', 'id', 'name', 'arguments'] }) },
    { weight: 1, arbitrary: fc.constantFrom({ type: 'toolCall', id: 'call_1', name: 'read' }, { type: 'toolCall', id: 'call_2', name: 'read', arguments: null }) },
  );
}

const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
const apis = Object.keys(PI_APIS) as GeneratedApi[];
const userPart = fc.oneof({ weight: 5, arbitrary: textBlock }, { weight: 3, arbitrary: image });
/** What no client should write and some do. */
const oddMessage = fc.constantFrom<unknown>(
  { role: 'user', content: null }, { role: 'toolResult', toolCallId: 'call_1', toolName: 'read', content: null, isError: false }, { role: 'toolResult', toolCallId: 'call_1', toolName: 'read', content: 'plain', isError: false },
  { role: 'user', content: [{ type: 'document', data: 'eA==', mimeType: 'text/plain' }] }, { role: 'user', content: [{ type: 'foo' }, { type: 'text', text: 'x' }] }, { role: 'toolResult', toolCallId: 'call_1', toolName: 'read', content: [{ type: 'text', text: 'x' }] },
);

function assistant(self: { readonly api: GeneratedApi; readonly provider: string; readonly model: string }): fc.Arbitrary<unknown> {
  const identity = fc.oneof(
    { weight: 4, arbitrary: fc.constant(self) }, { weight: 1, arbitrary: fc.constant({ ...self, model: 'another-model' }) }, { weight: 1, arbitrary: fc.constant({ ...self, provider: 'another' }) },
    { weight: 2, arbitrary: fc.constantFrom(...apis).map((api) => ({ api, provider: PI_APIS[api] as string, model: 'foreign-1' })) },
  );
  return identity.chain((by) => fc.record({
    role: fc.constant('assistant'), content: fc.oneof({ weight: 20, arbitrary: fc.array(assistantBlock(by.api), { maxLength: 4 }) }, { weight: 1, arbitrary: fc.constantFrom<unknown>([{ type: 'image', data: png, mimeType: 'image/png' }], [{ type: 'foo' }, { type: 'text', text: 'A' }], null) }),
    api: fc.constant(by.api), provider: fc.constant(by.provider), model: fc.constant(by.model), usage: fc.constant(NO_USAGE),
    stopReason: fc.constantFrom('stop', 'stop', 'toolUse', 'toolUse', 'length', 'error', 'aborted'),
  }));
}

function models(api: GeneratedApi): fc.Arbitrary<Record<string, unknown>> {
  const ids: Readonly<Record<GeneratedApi, readonly string[]>> = {
    'anthropic-messages': ['claude-mock-1', 'claude-opus-4-6'], 'openai-completions': ['chat-mock-1', 'anthropic/claude-x'], 'openai-responses': ['gpt-mock-1'], 'openai-codex-responses': ['codex-mock-1'],
    'google-generative-ai': ['gemini-3-mock', 'gemini-2.5-pro-mock', 'gemini-3-pro-x', 'gemma-4-x', 'claude-on-google', 'gpt-oss-x'], 'mistral-conversations': ['mistral-mock-1', 'mistral-small-latest'],
    'bedrock-converse-stream': ['anthropic.claude-mock-1', 'anthropic.claude-sonnet-4-5-v1:0', 'anthropic.claude-opus-4-6', 'amazon.nova-x', 'us-gov.anthropic.claude-3-7-sonnet'],
  };
  const providers: Readonly<Partial<Record<GeneratedApi, readonly string[]>>> = { 'openai-completions': ['openai', 'mockchat', 'openrouter', 'deepseek', 'zai', 'moonshotai', 'xai'], 'openai-responses': ['openai', 'mockresp', 'github-copilot'] };
  const compat = api !== 'openai-completions' ? fc.constantFrom({}, { supportsLongCacheRetention: false, supportsEagerToolInputStreaming: false }) : fc.constantFrom<Record<string, unknown>>(
    {}, { requiresThinkingAsText: true, requiresAssistantAfterToolResult: true, requiresToolResultName: true }, { requiresReasoningContentOnAssistantMessages: true, thinkingFormat: 'deepseek' },
    { thinkingFormat: 'qwen' }, { thinkingFormat: 'qwen-chat-template', supportsStore: false }, { maxTokensField: 'max_tokens', supportsStrictMode: false, supportsUsageInStreaming: false }, { cacheControlFormat: 'anthropic' }, { zaiToolStream: true },
  );
  return fc.record({
    id: fc.constantFrom(...ids[api]), name: fc.constantFrom('Mock', 'Claude of mine'), api: fc.constant(api), provider: fc.constantFrom(...providers[api] ?? [PI_APIS[api]]), baseUrl: fc.constantFrom('http://mock/v1', 'https://api.openai.com/v1'),
    reasoning: fc.constantFrom(true, true, false), input: fc.constantFrom(['text', 'image'], ['text', 'image'], ['text']), cost: fc.constant({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }),
    contextWindow: fc.constant(200000), maxTokens: fc.constantFrom(8192, 2000, 64000), compat, thinkingLevelMap: fc.constantFrom({}, { off: null, xhigh: 'max' }, { low: null, off: 'none', high: 'very' }),
  }).map((model) => ({ ...model, baseUrl: api === 'openai-completions' ? model.baseUrl : 'http://mock/v1' }));
}

const tool = (name: string): object => ({ name, description: `Tool ${name}.`, parameters: { type: 'object', properties: {} } });
/** System messages as 1.x has them: prompt, sections and tools, and changes of each. */
const systemMessage = fc.record({
  role: fc.constant('system'), content: fc.oneof(text, fc.array(textBlock, { maxLength: 2 })),
  sections: fc.dictionary(fc.constantFrom('one', 'two', 'a/b'), fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.constant(null) }), { maxKeys: 2 }),
  toolsAdded: fc.subarray(['read', 'write', 'list']).map((names) => names.map(tool)), toolsRemoved: fc.subarray(['read', 'write']).map((names) => names.map((name) => ({ name }))),
}, { requiredKeys: ['role', 'content'] });
const SWITCHES: Readonly<Record<GeneratedApi, readonly Record<string, unknown>[]>> = {
  'anthropic-messages': [{}, { supportsMidConvoSystemMessages: true }, { supportsMidConvoSystemMessages: true, supportsMidConvoToolChanges: true }, { forceAdaptiveThinking: true, supportsMidConvoSystemMessages: true }, { supportsMidConvoEffort: true }, { allowEmptySignature: true }],
  'openai-completions': [{}, { supportsMidConvoSystemMessages: true }, { supportsMidConvoSystemMessages: true, supportsMidConvoToolAdditions: true }, { thinkingFormat: 'together', requiresNonNullAssistantContent: true }, { thinkingFormat: 'openrouter' }, { thinkingFormat: 'ant-ling', promptCacheKeyMode: 'enabled' }, { thinkingFormat: 'string-thinking', requiresToolsWithToolHistory: true }, { thinkingFormat: 'chat-template', chatTemplateKwargs: { a: { $var: 'thinking.enabled' }, b: { $var: 'thinking.level', omitWhenOff: true }, c: 1, d: { $var: 'thinking.budget' } }, supportsThinkingTokenBudget: true }],
  'openai-responses': [{}, { supportsMidConvoSystemMessages: true }, { supportsMidConvoSystemMessages: true, supportsAdditionalTools: true }, { supportsMidConvoSystemMessages: true, supportsToolSearch: true }, { supportsToolSearch: true }, { supportsMidConvoEffort: true, supportsDeveloperRole: false }, { supportsExplicitPromptCacheMode: true, supportsStrictMode: true, supportsMaxOutputTokens: false }],
  'openai-codex-responses': [{}, { supportsMidConvoSystemMessages: true }, { supportsMidConvoSystemMessages: true, supportsAdditionalTools: true }, { supportsToolSearch: true, supportsMidConvoSystemMessages: true }, { supportsMidConvoEffort: true }, { supportsStrictMode: false }],
  'google-generative-ai': [{}], 'mistral-conversations': [{}, { supportsMidConvoSystemMessages: true }], 'bedrock-converse-stream': [{}],
};

/** A context for an API in the shape that a line of pi-ai takes, mostly as a client writes it. */
export function piCase(api: GeneratedApi, line: '0.73.1' | '1.x' = '0.73.1'): fc.Arbitrary<PiCase> {
  const chosen = line === '0.73.1' ? models(api) : fc.tuple(models(api), fc.constantFrom(...SWITCHES[api])).map(([model, compat]) => ({ ...model, compat: { ...model.compat as object, ...compat } }));
  return chosen.chain((model: Record<string, unknown>) => {
    const message = fc.oneof(
      { weight: 5, arbitrary: fc.record({ role: fc.constant('user'), content: fc.oneof(text, fc.array(userPart, { maxLength: 4 })) }) },
      { weight: 7, arbitrary: assistant({ api, provider: model.provider as string, model: model.id as string }) },
      { weight: 7, arbitrary: fc.record({ role: fc.constant('toolResult'), toolCallId: id, toolName: fc.constantFrom('read', 'write file'), content: fc.array(userPart, { maxLength: 4 }), isError: fc.boolean() }) },
      { weight: 1, arbitrary: oddMessage },
      ...(line === '1.x' ? [{ weight: 3, arbitrary: systemMessage }] : []),
    );
    return fc.record({
      context: fc.record({
        systemPrompt: text, messages: fc.array(message, { maxLength: 8 }),
        tools: fc.constantFrom([], [{ name: 'read', description: 'Read.', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false } }], [{ name: 'a', description: '', parameters: { type: 'object' } }, { name: 'b', description: 'B', parameters: { type: 'object', properties: { k: { const: 'x' } } } }]),
      }, { requiredKeys: ['messages'] }).map((context) => ({ ...context, messages: context.messages.map((m, k) => ({ ...m as object, timestamp: 1_700_000_000_000 + k })) })),
      model: fc.constant(model),
      call: fc.record({ reasoning: fc.constantFrom('minimal', 'low', 'medium', 'high', 'xhigh'), maxTokens: fc.constantFrom(4096, 100), sessionId: fc.constantFrom('sess-1', 's'.repeat(80)), temperature: fc.constant(0.5), cacheRetention: fc.constantFrom('none', 'short', 'long') }, { requiredKeys: [] }),
    });
  }) as fc.Arbitrary<PiCase>;
}
