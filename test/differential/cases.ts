import type { PiCase } from '../support/generated-pi.ts';

const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };

function model(api: string, provider: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'mock-1', name: 'Mock', api, provider, baseUrl: 'http://mock/v1', reasoning: true, input: ['text', 'image'], cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 200_000, maxTokens: 8192, compat: {}, thinkingLevelMap: {}, ...more,
  };
}

const plainResult = { role: 'toolResult', toolCallId: 'call_1', toolName: 'read', content: 'plain', isError: false, timestamp: 1 };
const chat = (compat: Record<string, unknown>): Record<string, unknown> => model('openai-completions', 'mockchat', { compat });
const thought = (thinkingSignature: string): Record<string, unknown> => ({ role: 'assistant', content: [{ type: 'thinking', thinking: 'ok\n', thinkingSignature }, { type: 'text', text: ' ' }], api: 'openai-completions', provider: 'mockchat', model: 'mock-1', usage: NO_USAGE, stopReason: 'stop', timestamp: 1 });

/** Each difference that generated contexts brought to light once, by the behaviour it showed. */
export const FOUND: Readonly<Record<string, PiCase>> = {
  'a prompt of lone surrogates gets no cache mark': { context: { systemPrompt: '\ud800', messages: [] }, model: chat({ cacheControlFormat: 'anthropic' }), call: {} },
  'text where a result\'s list belongs fails': { context: { messages: [plainResult] }, model: chat({}), call: {} },
  'text where a result\'s list belongs is walked by characters for a model without images': { context: { messages: [plainResult] }, model: model('openai-responses', 'openai', { input: ['text'] }), call: {} },
  'and each character is a text of its own on Messages': { context: { messages: [plainResult] }, model: model('anthropic-messages', 'anthropic', { input: ['text'] }), call: {} },
  'an empty text where a result\'s list belongs': { context: { messages: [{ ...plainResult, content: '' }] }, model: model('mistral-conversations', 'mistral', { input: ['text'] }), call: {} },
  'Bedrock fails on it in its own words': { context: { messages: [plainResult] }, model: model('bedrock-converse-stream', 'amazon-bedrock'), call: {} },
  'and in others on a second result': { context: { messages: [{ ...plainResult, content: [] }, plainResult] }, model: model('bedrock-converse-stream', 'amazon-bedrock'), call: {} },
  'a reasoning field that is called tool_calls makes the answer worth sending': { context: { messages: [thought('tool_calls')] }, model: chat({}), call: {} },
  'a reasoning field that is called content takes the place of the text': { context: { messages: [thought('content')] }, model: chat({}), call: {} },
  'a message that is not sent leaves the bridge to be built again': {
    context: { messages: [{ ...plainResult, content: [] }, { role: 'user', content: [], timestamp: 2 }, { role: 'user', content: '', timestamp: 3 }] },
    model: chat({ requiresAssistantAfterToolResult: true }), call: {},
  },
  'ids in Gemini requests of 0.73.1 are for Claude and gpt-oss only': {
    context: { messages: [{ role: 'user', content: 'Hi', timestamp: 1 }, { ...plainResult, content: [] }] }, model: model('google-generative-ai', 'google', { id: 'gemini-3-mock' }), call: {},
  },
};
