import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { classify, signatureOf, UNSIGNED } from '../../../src/core/signatures/classify.ts';
import { base64, bytes, bytesField, claudeSignature, numberField, ocxr1, openaiToken } from '../../support/signatures.ts';

const source = { file: 0, line: 1, record: 0, start: 0, end: 9, pointer: '/signature' };
const classic = claudeSignature();
const named = claudeSignature({ model: 'claude-example-5' });

// The table of acceptance case 53, one row per value: what it looks like, whether its form is whole, what can be read from it.
const TABLE: readonly (readonly [string, string, string, boolean | null, Record<string, unknown>])[] = [
  ['Claude, classic envelope', classic, 'anthropic-thinking', true, { envelope: 'classic', channel: 12, version: 2, payloadBytes: 200 }],
  ['Claude, classic envelope with a model', named, 'anthropic-thinking', true, { envelope: 'classic', channel: 12, version: 2, model: 'claude-example-5', block: 'thinking', contextId: '00000000-0000-4000-8000-000000000000', payloadBytes: 200 }],
  ['Claude, CAIS envelope', claudeSignature({ cais: true, model: 'claude-example-5' }), 'anthropic-thinking', true, { envelope: 'cais', channel: 12, version: 2, model: 'claude-example-5', block: 'thinking', contextId: '00000000-0000-4000-8000-000000000000', payloadBytes: 200 }],
  ['Claude, double layer', base64(classic), 'anthropic-thinking', true, { envelope: 'double', channel: 12, version: 2, payloadBytes: 200 }],
  ['Claude, double layer behind a group', `group#${base64(classic)}`, 'anthropic-thinking', true, { envelope: 'double', channel: 12, version: 2, payloadBytes: 200, grouped: true }],
  ['Claude, cut off', classic.slice(0, 300), 'anthropic-thinking', false, { envelope: 'classic', channel: 12, version: 2, payloadBytes: 200, truncated: true }],
  ['redacted thinking', claudeSignature({ signed: false, payload: 64 }), 'anthropic-redacted', true, { envelope: 'classic', version: 1, payloadBytes: 64 }],
  ['OpenAI token', openaiToken(1_790_000_000), 'openai-encrypted', true, { token: 'fernet', issuedAt: '2026-09-21T14:13:20.000Z', cipherBytes: 64 }],
  ['OpenAI token, cut off', openaiToken(1_790_000_000).slice(0, 100), 'openai-encrypted', false, { token: 'fernet', issuedAt: '2026-09-21T14:13:20.000Z' }],
  ['Gemini 3, which starts with E like Claude', base64(bytesField(2, bytesField(1, bytes(40)))), 'gemini-thought', true, { envelope: 'gemini-3', bytes: 44 }],
  ['Gemini 2.5', base64([...bytesField(1, bytes(20)), ...bytesField(1, bytes(30, 2))]), 'gemini-thought', true, { envelope: 'gemini-2.5', bytes: 54 }],
  ['Gemini bypass', 'skip_thought_signature_validator', 'gemini-thought', true, { bypass: true }],
  ['ocxr1 envelope', ocxr1({ sig: classic, red: ['x'], krc: 'k' }), 'envelope', true, { envelope: 'ocxr1', holds: ['sig', 'red', 'krc'] }],
  ['ocxr1 envelope, broken', 'ocxr1:!!!!', 'envelope', false, { envelope: 'ocxr1' }],
  ['ocx1 summary', `ocx1:${base64('A summary.')}`, 'envelope', true, { envelope: 'ocx1', length: 10 }],
  ['item JSON', '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}', 'item-json', null, { type: 'reasoning', encrypted: true }],
  ['item JSON, list', '[{"type":"reasoning.encrypted","data":"x"}]', 'item-json', null, { type: 'reasoning.encrypted', encrypted: false }],
  ['field name', 'reasoning_content', 'field-name', null, { field: 'reasoning_content' }],
  ['id', 'rs_0123456789abcdef0123456789abcdef', 'none', null, { looks: 'id' }],
  ['call id', 'toolu_0123456789abcdef', 'none', null, { looks: 'id' }],
  ['nothing', '', 'none', null, { looks: 'empty' }],
  ['too short', 'abc', 'none', null, { looks: 'short' }],
  ['documentation sample: no envelope', `WaUjzkyp${base64(bytes(120))}`, 'unknown', null, {}],
  ['mock value', base64('mock-signature:rs_A'), 'unknown', null, {}],
  ['unpadded base64 without structure', base64(bytes(120, 7)).replace(/=+$/, ''), 'unknown', null, {}],
  ['plain text', 'A sub-agent wrote this where cipher text would stand.', 'unknown', null, {}],
];

for (const [name, value, kind, wellFormed, facts] of TABLE) {
  test(`classify: ${name}`, () => { assert.deepEqual(classify(value), { kind, wellFormed, facts }); });
}

test('the carrier decides what a signature is; its form is judged as that kind', () => {
  const mock = signatureOf({ value: base64('mock-signature:rs_A'), carrier: 'anthropic-block', kind: 'anthropic-thinking', source });
  assert.deepEqual([mock.kind, mock.shape, mock.state, mock.wellFormed, mock.value.at], ['anthropic-thinking', 'unknown', 'signed', true, [source]]);
  const broken = signatureOf({ value: 'not base64 at all, but long', carrier: 'anthropic-block', kind: 'anthropic-thinking', source });
  assert.equal(broken.wellFormed, false);
  const unpadded = signatureOf({ value: classic.slice(0, classic.length - 3), carrier: 'anthropic-block', kind: 'anthropic-thinking', source });
  assert.equal(unpadded.wellFormed, false);
  const redacted = signatureOf({ value: classic, carrier: 'anthropic-block', kind: 'anthropic-redacted', source });
  assert.deepEqual([redacted.kind, redacted.shape, redacted.state], ['anthropic-redacted', 'anthropic-thinking', 'redacted']);
});

test('an encrypted reasoning item of another vendor has no form that could be broken', () => {
  const other = signatureOf({ value: base64(bytes(90)), carrier: 'openai-item', kind: 'openai-encrypted', source });
  assert.deepEqual([other.state, other.shape, other.wellFormed], ['encrypted', 'unknown', null]);
});

test('an empty signature is unsigned, yet shows where it stood', () => {
  const empty = signatureOf({ value: '', carrier: 'dsh-replay-state', kind: 'anthropic-thinking', source, boundModel: 'm' });
  assert.deepEqual([empty.state, empty.carrier, empty.wellFormed, empty.boundModel], ['unsigned', 'dsh-replay-state', false, 'm']);
  assert.equal(UNSIGNED.state, 'unsigned');
});

test('what is shown of a value never holds the value', () => {
  for (const [, value] of TABLE) if (value.length > 40) assert.ok(!JSON.stringify(classify(value).facts).includes(value.slice(0, 40)));
});

test('classify throws on no string', () => {
  const total = (value: string): void => {
    const shape = classify(value);
    assert.equal(typeof shape.kind, 'string');
    for (const kind of ['anthropic-thinking', 'anthropic-redacted', 'openai-encrypted', 'gemini-thought', 'envelope', 'unknown'] as const) signatureOf({ value, kind, carrier: 'pi-block', source });
  };
  const head = fc.constantFrom('', 'E', 'C', 'R', 'gAAAA', 'ocxr1:', 'ocx1:', '{', '[', 'a#R');
  fc.assert(fc.property(head, fc.uint8Array({ maxLength: 400 }), (start, data) => { total(start + base64(data)); total(base64(data)); }), { numRuns: 300 });
  fc.assert(fc.property(head, fc.string({ unit: 'binary', maxLength: 200 }), (start, text) => { total(start + text); }), { numRuns: 300 });
});

test('classify throws on no damaged signature', () => {
  const real = [classic, named, base64(classic), openaiToken(1_790_000_000), ocxr1({ sig: classic })];
  fc.assert(fc.property(fc.constantFrom(...real), fc.nat(600), fc.string({ minLength: 1, maxLength: 3 }), (value, place, junk) => {
    classify(value.slice(0, place) + junk + value.slice(place + junk.length));
    classify(value.slice(0, place));
  }), { numRuns: 300 });
});

test('classify is linear: megabytes of padding, nesting and digits end at once', () => {
  const started = performance.now();
  for (const value of ['='.repeat(4e6), `E${'='.repeat(4e6)}x`, 'E'.repeat(4e6), `R${'A'.repeat(4e6)}`, '['.repeat(1e6), '{"a":'.repeat(1e5), base64(numberField(1, 1)).repeat(1e6), `ocx1:${'='.repeat(4e6)}x`]) classify(value);
  assert.ok(performance.now() - started < 3000);
});
