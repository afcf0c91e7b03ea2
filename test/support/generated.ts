import fc from 'fast-check';
import { PI_APIS, piCase, type GeneratedApi } from './generated-pi.ts';

/** A generated file: its name decides nothing, its bytes are what a reader gets. */
export interface GeneratedFile { readonly name: string; readonly bytes: Uint8Array }

const encoder = new TextEncoder();
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', ' ', '\n', 'Start.', 'Run the tests.', 'ok\n', 'größe 数据 😀', '\ud800 lone', '</script><b>', '\u202eback') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 3000 }).map((n) => 'long text '.repeat(Math.ceil(n / 10))) },
);
const odd: fc.Arbitrary<unknown> = fc.oneof(fc.constant(null), fc.constant(undefined), fc.integer(), fc.boolean(), text, fc.constant([]), fc.constant({}), fc.jsonValue({ maxDepth: 3 }));
/** Mostly the right thing, sometimes anything. */
const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> => fc.oneof({ weight: 12, arbitrary: good as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const callId = fc.constantFrom('call_1', 'call_2', 'call_3', 'call with spaces', '');
const envelope = fc.constantFrom({ sig: 'bW9jay1zaWduYXR1cmU6cnNfQQ==' }, { sig: 'bW9jay1zaWduYXR1cmU6cnNfQg==', red: ['cmVkYWN0ZWQtcGF5bG9hZA=='] }, { red: ['cmVkYWN0ZWQ='] }, { sig: 'EqQBCkY=', txt: 'overridden' }, {}, { sig: 3 })
  .map((value) => `ocxr1:${Buffer.from(JSON.stringify(value)).toString('base64')}`);
const encrypted = fc.oneof(envelope, fc.constantFrom('gAAAAABm', 'bmF0aXZl', '', 'ocxr1:%%%', 'ocx1:UGxhaW4gc3VtbWFyeS4='));
const part = fc.oneof(
  fc.record({ type: fc.constantFrom('input_text', 'output_text', 'text'), text: mostly(text) }),
  fc.record({ type: fc.constant('input_image'), image_url: mostly(fc.constantFrom('data:image/png;base64,iVBORw0KGgo=', 'file-id')) }),
  fc.record({ type: fc.constantFrom('refusal'), refusal: mostly(text) }),
  fc.record({ type: fc.constant('encrypted_content'), encrypted_content: encrypted }),
  fc.record({ type: fc.constantFrom('mystery', 'input_audio', 'input_file') }),
  odd,
);
const content = mostly(fc.oneof(text, fc.array(part, { maxLength: 4 })));

const item: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ type: fc.constant('message'), role: mostly(fc.constantFrom('user', 'assistant', 'developer', 'system')), content, phase: mostly(fc.constantFrom('commentary', 'final_answer')) }, { requiredKeys: ['type', 'role'] }),
  fc.record({ role: fc.constantFrom('user', 'assistant'), content }),
  fc.record({ type: fc.constant('reasoning'), id: mostly(fc.constantFrom('rs_1', 'rs_2')), summary: mostly(fc.array(fc.record({ type: fc.constant('summary_text'), text: mostly(text) }), { maxLength: 2 })), content: fc.constantFrom(null, undefined), encrypted_content: mostly(encrypted) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constantFrom('function_call', 'custom_tool_call', 'tool_search_call'), id: mostly(fc.constant('fc_1')), call_id: mostly(callId), name: mostly(fc.constantFrom('exec', 'read file')), arguments: mostly(fc.constantFrom('{"a":1}', '{', '[]', 'null', '""', '')), input: mostly(text) }, { requiredKeys: ['type', 'call_id'] }),
  fc.record({ type: fc.constantFrom('function_call_output', 'custom_tool_call_output', 'tool_search_output'), call_id: mostly(callId), output: content }, { requiredKeys: ['type', 'call_id'] }),
  fc.record({ type: fc.constant('agent_message'), id: mostly(fc.constant('amsg_1')), author: mostly(fc.constant('/root/helper')), recipient: mostly(fc.constant('/root')), content }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constantFrom('web_search_call', 'image_generation_call', 'compaction', 'context_compaction', 'item_reference', 'additional_tools', 'brand_new', 'brand_new_output'), id: fc.constant('x_1'), encrypted_content: encrypted }, { requiredKeys: ['type'] }),
  odd,
);

const lines = (records: readonly unknown[]): Uint8Array => encoder.encode(records.map((r) => `${JSON.stringify(r) ?? 'null'}\n`).join(''));

const codexRecord = fc.oneof(
  { weight: 8, arbitrary: fc.record({ timestamp: fc.constant('2026-11-30T12:00:00.000Z'), type: fc.constant('response_item'), payload: item, metadata: mostly(fc.record({ sampled_through_sequence: fc.integer({ min: 0, max: 4 }) })) }, { requiredKeys: ['timestamp', 'type', 'payload'] }) },
  { weight: 1, arbitrary: fc.record({ timestamp: fc.constant('2026-11-30T12:00:00.000Z'), type: fc.constantFrom('event_msg', 'turn_context', 'world_state', 'nothing_known'), payload: fc.oneof(fc.constant({ type: 'thread_rolled_back', num_turns: 1 }), fc.constant({ type: 'task_started' }), odd) }) },
  { weight: 1, arbitrary: fc.record({ timestamp: fc.constant('2026-11-30T12:00:00.000Z'), type: fc.constant('compacted'), payload: fc.record({ message: mostly(text), replacement_history: mostly(fc.array(item, { maxLength: 4 })) }, { requiredKeys: ['message'] }) }) },
  { weight: 1, arbitrary: odd },
);
export const codexFile = fc.array(codexRecord, { maxLength: 14 }).map((records): GeneratedFile => ({
  name: 'rollout.jsonl',
  bytes: lines([{ timestamp: '2026-11-30T12:00:00.000Z', type: 'session_meta', payload: { id: 'thread-1', cli_version: '0.171.0', base_instructions: { text: 'Base.' } } }, ...records]),
}));

export const responsesFile = fc.record({ input: mostly(fc.array(item, { maxLength: 10 })), instructions: mostly(text), tools: mostly(fc.constant([{ type: 'function', name: 'exec', parameters: {} }])) }, { requiredKeys: ['input'] })
  .chain((body) => fc.constantFrom(0, 2).map((indent): GeneratedFile => ({ name: 'body.json', bytes: encoder.encode(JSON.stringify({ model: 'gpt-5.2', instructions: 'x', ...body }, null, indent)) })));

const messagesBlock: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ type: fc.constant('text'), text: mostly(text) }),
  fc.record({ type: fc.constant('thinking'), thinking: mostly(text), signature: mostly(fc.constantFrom('bW9jay1zaWduYXR1cmU6QQ==', 'EqQBCkYIBxgCKkA=', '', 'reasoning_content', 'abc')) }, { requiredKeys: ['type', 'thinking'] }),
  fc.record({ type: fc.constant('redacted_thinking'), data: mostly(fc.constant('cmVk')) }),
  fc.record({ type: fc.constant('tool_use'), id: mostly(callId), name: mostly(fc.constant('exec')), input: mostly(fc.constantFrom({ a: 1 }, {}, { n: 12345678901234567890 })) }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: mostly(callId), content: mostly(fc.oneof(text, fc.array(fc.record({ type: fc.constant('text'), text }), { maxLength: 2 }))), is_error: mostly(fc.boolean()) }, { requiredKeys: ['type', 'tool_use_id'] }),
  fc.record({ type: fc.constantFrom('image'), source: mostly(fc.constant({ type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' })) }),
  fc.record({ type: fc.constantFrom('server_tool_use', 'web_search_tool_result', 'compaction', 'brand_new') }),
  odd,
);
export const messagesFile = fc.record({ messages: mostly(fc.array(mostly(fc.record({ role: mostly(fc.constantFrom('user', 'assistant', 'system')), content: mostly(fc.oneof(text, fc.array(messagesBlock, { maxLength: 5 }))) })), { maxLength: 8 })), system: mostly(text), thinking: mostly(fc.constant({ type: 'enabled', budget_tokens: 1024 })) }, { requiredKeys: ['messages'] })
  .chain((body) => fc.constantFrom(0, 1).map((indent): GeneratedFile => ({ name: 'request.json', bytes: encoder.encode(JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 100, system: 's', ...body }, null, indent)) })));

const dshBlock: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ type: fc.constant('text'), text: mostly(text) }), fc.record({ type: fc.constant('reasoning'), text: mostly(text) }),
  fc.record({ type: fc.constant('tool-call'), id: mostly(callId), name: mostly(fc.constant('exec')), arguments: mostly(fc.constantFrom('{}', '{', '[]', '')) }),
  fc.record({ type: fc.constantFrom('plugin:text', 'image', 'tool-addition') }), odd,
);
const dshContent = mostly(fc.array(dshBlock, { maxLength: 4 }));
const dshEvent = fc.oneof(
  fc.record({ type: fc.constant('user/message'), data: mostly(fc.record({ id: fc.constant('m'), role: fc.constant('user'), content: dshContent, source: mostly(fc.constantFrom({ kind: 'user' }, { kind: 'subagent-settled', form: 'notice', summary: 's', senderSessionId: 'c' })) })), surfaceOp: mostly(fc.constant('append')) }),
  fc.record({ type: fc.constant('assistant/message'), data: mostly(fc.record({ turn: fc.constant(0), step: fc.constant(0), message: mostly(fc.record({ id: fc.constant('a'), role: fc.constant('assistant'), content: dshContent, source: mostly(fc.constant({ kind: 'model', provider: 'p', model: 'deepseek-flash', replayState: { response: { kind: 'deepseek-messages', version: 1, model: 'deepseek-flash' }, blocks: [{ type: 'reasoning', signature: 'c2ln' }] } })) })) })), surfaceOp: mostly(fc.constant('append')) }),
  fc.record({ type: fc.constant('tool/result'), data: mostly(fc.record({ turn: fc.constant(0), step: fc.constant(0), message: mostly(fc.record({ id: fc.constant('t'), role: fc.constant('tool'), toolCallId: mostly(callId), content: dshContent, isError: mostly(fc.boolean()) })) })), surfaceOp: mostly(fc.constantFrom('append', { op: 'replace', startSeq: 0, endSeq: 1 })) }),
  fc.record({ type: fc.constant('system/message'), data: mostly(fc.record({ turn: fc.constant(0), step: fc.constant(0), message: mostly(fc.record({ id: fc.constant('s'), role: fc.constant('system'), content: dshContent })) })), surfaceOp: mostly(fc.constant('append')) }),
  fc.record({ type: fc.constantFrom('turn/start', 'request/header', 'text-chunks', 'unknown/event', 'session/end-seed'), data: odd }),
  odd,
);
export const dshFile = fc.tuple(fc.constantFrom(0, 4), fc.array(dshEvent, { maxLength: 10 })).map(([version, events]): GeneratedFile => ({
  name: version === 0 ? 'session.jsonl' : 'session.v4.jsonl',
  bytes: lines([{ type: 'session', version, id: 'sess', createdAt: 1790000000000, delegationDepth: 0, ...(version === 4 ? { isSeeded: false } : {}) },
    ...events.map((event, seq) => typeof event === 'object' && event !== null && !Array.isArray(event) ? { seq, time: 1790000000000 + seq, ...event } : event)]),
}));

const chatPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text: mostly(text) }), fc.record({ type: fc.constant('image_url'), image_url: mostly(fc.constantFrom({ url: 'data:image/png;base64,iVBORw0KGgo=' }, 'https://example.com/a.png')) }),
  fc.record({ type: fc.constantFrom('file', 'input_audio', 'brand_new', 'thinking', 'refusal'), thinking: mostly(fc.constant([{ type: 'text', text: 't' }])), refusal: text }), odd,
);
const chatContent = mostly(fc.oneof(text, fc.constant(null), fc.array(chatPart, { maxLength: 3 })));
const chatCall = fc.record({ id: mostly(callId), type: fc.constantFrom('function', 'custom'), function: mostly(fc.record({ name: mostly(fc.constant('exec')), arguments: mostly(fc.constantFrom('{"a":1}', '{', '', '[]')) })), custom: fc.constantFrom(undefined, { name: 'patch', input: '*** Begin' }), extra_content: fc.constantFrom(undefined, { google: { thought_signature: 'Z2Vtc2lnMQ==' } }) });
const reasoningFields = fc.record({
  reasoning_content: mostly(text), reasoning: mostly(text), reasoning_text: mostly(text), reasoning_opaque: mostly(fc.constant('b3BhcXVl')),
  reasoning_details: mostly(fc.array(fc.record({ type: mostly(fc.constantFrom('reasoning.text', 'reasoning.encrypted', 'reasoning.summary')), text: mostly(text), data: mostly(fc.constant('cmVk')), signature: mostly(fc.constant('c2ln')), format: fc.constantFrom('anthropic-claude-v1', 'openai-responses-v1', 'google-gemini-v1', 'unknown') }), { maxLength: 2 })),
  thinking_blocks: mostly(fc.array(messagesBlock, { maxLength: 2 })),
}, { requiredKeys: [] });
const chatMessage = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'developer', 'user'), content: chatContent, name: fc.constantFrom(undefined, 'ann') }),
  fc.tuple(fc.record({ role: fc.constant('assistant'), content: chatContent, tool_calls: mostly(fc.array(mostly(chatCall), { maxLength: 3 })), refusal: mostly(fc.constant(null)), function_call: fc.constantFrom(undefined, { name: 'old', arguments: '{}' }) }, { requiredKeys: ['role'] }), reasoningFields).map(([message, fields]) => ({ ...message, ...fields })),
  fc.record({ role: fc.constantFrom('tool', 'function'), tool_call_id: mostly(callId), name: fc.constantFrom(undefined, 'exec', 'old'), content: chatContent }), odd,
);
export const chatFile = fc.record({ messages: fc.array(chatMessage, { maxLength: 8 }), tools: mostly(fc.constant([{ type: 'function', function: { name: 'exec' } }])), seed: mostly(fc.constant(1)) }, { requiredKeys: ['messages'] })
  .map((body): GeneratedFile => ({ name: 'chat.json', bytes: encoder.encode(JSON.stringify({ model: 'deepseek-v4-flash', stream_options: {}, ...body })) }));

const sealedPart = fc.constantFrom(undefined, undefined, 'Z2Vtc2lnMQ==', 'skip_thought_signature_validator', '');
const geminiPart = fc.oneof(
  fc.record({ text: mostly(text), thought: fc.constantFrom(undefined, true), thoughtSignature: sealedPart }),
  fc.record({ functionCall: mostly(fc.record({ id: fc.oneof(callId, fc.constant(undefined)), name: mostly(fc.constantFrom('exec', 'list')), args: mostly(fc.constantFrom({ a: 1 }, {}, undefined)) })), thoughtSignature: sealedPart }),
  fc.record({ functionResponse: mostly(fc.record({ id: fc.oneof(callId, fc.constant(undefined)), name: mostly(fc.constantFrom('exec', 'list')), response: mostly(fc.oneof(fc.record({ output: mostly(text) }), fc.record({ error: text }), fc.constantFrom({}, { a: 1, b: [2] }))), parts: fc.constantFrom(undefined, [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }]) })) }),
  fc.record({ inlineData: mostly(fc.constantFrom({ mimeType: 'image/png', data: 'iVBORw0KGgo=' }, { mimeType: 'audio/wav', data: 'AAAA' })) }),
  fc.record({ file_data: mostly(fc.constant({ mime_type: 'application/pdf', file_uri: 'gs://b/a.pdf' })) }), fc.constantFrom({ executableCode: { code: '1' } }, { brandNew: 1 }, {}), odd,
);
export const geminiFile = fc.record({ contents: fc.array(mostly(fc.record({ role: mostly(fc.constantFrom('user', 'model', 'function', 'system', undefined)), parts: mostly(fc.array(geminiPart, { maxLength: 5 })) })), { maxLength: 7 }), systemInstruction: mostly(fc.constantFrom({ parts: [{ text: 'S.' }] }, 'S.')), config: fc.constantFrom(undefined, undefined, { systemInstruction: 'S.', temperature: 0 }), generationConfig: mostly(fc.constant({ temperature: 1 })) }, { requiredKeys: ['contents'] })
  .chain((body) => fc.constantFrom(false, false, true).map((wrapped): GeneratedFile => {
    const whole = { ...body, contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }, { role: 'user', parts: [{ text: 'Hi.' }] }, ...body.contents] };
    return { name: 'gemini.json', bytes: encoder.encode(JSON.stringify(wrapped ? { model: 'gemini-3.1-pro-preview', request: whole } : whole)) };
  }));

const converseBlock = fc.oneof(
  fc.record({ text: mostly(text) }), fc.record({ toolUse: mostly(fc.record({ toolUseId: mostly(callId), name: mostly(fc.constant('exec')), input: mostly(fc.constantFrom({ a: 1 }, {}, undefined)) })) }),
  fc.record({ toolResult: mostly(fc.record({ toolUseId: mostly(callId), content: mostly(fc.array(fc.oneof(fc.record({ text: mostly(text) }), fc.constantFrom({ json: { a: 1 } }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }), odd), { maxLength: 2 })), status: mostly(fc.constantFrom('success', 'error', undefined)) })) }),
  fc.record({ reasoningContent: mostly(fc.oneof(fc.record({ reasoningText: mostly(fc.record({ text: mostly(text), signature: mostly(fc.constantFrom('c2lnbmF0dXJl', '', undefined)) })) }), fc.constant({ redactedContent: 'cmVk' }))) }),
  fc.constantFrom({ cachePoint: { type: 'default' } }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }, { document: { format: 'pdf', name: 'a', source: { bytes: 'JVBERi0=' } } }, { brandNew: 1 }, {}), odd,
);
export const converseFile = fc.record({ messages: fc.array(mostly(fc.record({ role: mostly(fc.constantFrom('user', 'assistant')), content: mostly(fc.array(converseBlock, { maxLength: 5 })) })), { maxLength: 7 }), system: mostly(fc.constant([{ text: 'S.' }, { cachePoint: { type: 'default' } }])), toolConfig: mostly(fc.constant({ tools: [{ toolSpec: { name: 'exec' } }] })), inferenceConfig: fc.constant({ maxTokens: 5 }) }, { requiredKeys: ['messages', 'inferenceConfig'] })
  .map((body): GeneratedFile => ({ name: 'converse.json', bytes: encoder.encode(JSON.stringify({ modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0', ...body, messages: [{ role: 'user', content: [{ text: 'Hi.' }] }, ...body.messages] })) }));

const claudeId = fc.constantFrom('u1', 'u2', 'a1', 'a2', 'a3', 'r1', 't1', 'b1', 'gone');
const claudeLink = { uuid: mostly(claudeId), parentUuid: mostly(fc.oneof(claudeId, fc.constant(null))), isSidechain: mostly(fc.constant(false)) };
const claudeMessageId = mostly(fc.constantFrom('msg_1', 'msg_2', 'msg_3'));
const claudeRow = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('user'), ...claudeLink, message: mostly(fc.record({ role: fc.constant('user'), content: mostly(fc.oneof(text, fc.array(messagesBlock, { maxLength: 3 }))) })), isMeta: mostly(fc.boolean()), ownNote: mostly(fc.boolean()), isCompactSummary: fc.constantFrom(undefined, true), sourceToolAssistantUUID: mostly(claudeId), toolUseResult: odd }, { requiredKeys: ['type', 'uuid', 'parentUuid', 'message'] }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('assistant'), ...claudeLink, message: mostly(fc.record({ id: claudeMessageId, role: fc.constant('assistant'), model: mostly(fc.constantFrom('claude-sonnet-4-5', 'claude-opus-4-6', '<synthetic>')), content: mostly(fc.array(messagesBlock, { maxLength: 2 })) })), isApiErrorMessage: fc.constantFrom(undefined, true, false), apiBlockIndex: fc.constantFrom(undefined, 0, 1) }, { requiredKeys: ['type', 'uuid', 'parentUuid', 'message'] }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('attachment'), ...claudeLink, attachment: mostly(fc.record({ type: mostly(fc.constantFrom('environment', 'thinking_stripped', 'queued_command', 'prompt_snapshot', 'file')), prompt: text, systemPrompt: mostly(fc.array(text, { maxLength: 2 })) })), rendered: mostly(fc.array(fc.record({ content: mostly(text) }), { maxLength: 2 })), renderedBesideToolResult: fc.constantFrom(undefined, true) }, { requiredKeys: ['type', 'attachment'] }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('system'), ...claudeLink, subtype: mostly(fc.constantFrom('compact_boundary', 'microcompact_boundary', 'api_error')), logicalParentUuid: mostly(claudeId), compactMetadata: mostly(fc.record({ preservedMessages: mostly(fc.record({ anchorUuid: mostly(claudeId), uuids: mostly(fc.array(claudeId, { maxLength: 3 })) })), preservedSegment: mostly(fc.record({ headUuid: claudeId, anchorUuid: claudeId, tailUuid: claudeId })) })), microcompactMetadata: mostly(fc.record({ compactedToolIds: mostly(fc.array(callId, { maxLength: 2 })) })) }, { requiredKeys: ['type', 'subtype'] }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('api-request-shape', 'api-request-blob', 'api-request', 'last-prompt', 'progress', 'queue-operation', 'brand-new'), uuid: mostly(claudeId), leafUuid: mostly(claudeId), hash: mostly(fc.constant('h')), shapeHash: mostly(fc.constant('s')), shape: mostly(fc.constant({ system: [{ type: 'text', text: 'Rules.' }], tools: [{ name: 'exec' }] })), message: mostly(fc.record({ role: fc.constant('user'), content: mostly(text) })), tail: mostly(fc.constant(['h'])), params: mostly(fc.constant({ model: 'claude-sonnet-4-5', max_tokens: 10 })) }, { requiredKeys: ['type'] }) },
  { weight: 1, arbitrary: odd },
);
export const claudeFile = fc.array(claudeRow, { maxLength: 16 }).map((rows): GeneratedFile => ({
  name: 'transcript.jsonl',
  bytes: lines([{ type: 'user', uuid: 'u0', parentUuid: null, sessionId: 's-1', version: '2.1.332', message: { role: 'user', content: 'Start.' } },
    ...rows.map((row) => typeof row === 'object' && row !== null && !Array.isArray(row) ? { sessionId: 's-1', version: '2.1.332', ...row } : row)]),
}));

/** Contexts of pi-ai, of each of its APIs. */
export const piFile = fc.constantFrom(...Object.keys(PI_APIS) as GeneratedApi[]).chain((api) => piCase(api, '1.x')).map(({ context }): GeneratedFile => ({ name: 'context.json', bytes: encoder.encode(JSON.stringify(context)) }));

const whole = fc.oneof(codexFile, responsesFile, messagesFile, dshFile, chatFile, geminiFile, converseFile, claudeFile, piFile);

/** Cut, punched, padded and glued variants of a file's bytes. */
const mutated = fc.tuple(whole, whole, fc.array(fc.record({ how: fc.constantFrom('cut', 'drop', 'nul', 'noise', 'crlf', 'bom', 'join', 'glue'), at: fc.double({ min: 0, max: 1, noNaN: true }), size: fc.integer({ min: 1, max: 60 }) }), { minLength: 1, maxLength: 3 }))
  .map(([file, other, edits]): GeneratedFile => ({ name: file.name, bytes: edits.reduce((bytes, edit) => apply(bytes, other.bytes, edit), file.bytes) }));

function apply(bytes: Uint8Array, other: Uint8Array, edit: { how: string; at: number; size: number }): Uint8Array {
  const at = Math.floor(edit.at * bytes.length);
  const splice = (insert: Uint8Array, drop: number): Uint8Array => Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(Math.min(bytes.length, at + drop))]);
  switch (edit.how) {
    case 'cut': return bytes.slice(0, at);
    case 'drop': return splice(new Uint8Array(0), edit.size);
    case 'nul': return splice(new Uint8Array(edit.size), 0);
    case 'noise': return splice(Uint8Array.from({ length: edit.size }, (_, k) => (k * 73 + edit.size * 31) & 255), edit.size);
    case 'crlf': return encoder.encode(Buffer.from(bytes).toString('utf8').replaceAll('\n', '\r\n'));
    case 'bom': return Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), bytes]);
    case 'join': { const newline = bytes.indexOf(10, at); return newline < 0 ? bytes : Buffer.concat([bytes.subarray(0, newline), bytes.subarray(newline + 1)]); }
    default: return splice(other, 0);
  }
}

/** Whole and damaged session files of every format. */
export const anyFile = fc.oneof({ weight: 3, arbitrary: whole }, { weight: 2, arbitrary: mutated });
