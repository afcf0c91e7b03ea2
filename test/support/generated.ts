import fc from 'fast-check';

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

const whole = fc.oneof(codexFile, responsesFile, messagesFile, dshFile);

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
