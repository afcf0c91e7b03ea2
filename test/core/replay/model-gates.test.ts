import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claudeName, gate, GATES, gatedSeverity, type Answer } from '../../../src/core/replay/model-gates.ts';

const expected: readonly (readonly [keyof typeof GATES, Answer, readonly string[]])[] = [
  ['manualThinking', 'yes', ['claude-3-7-sonnet-20250219', 'claude-opus-4-20250514', 'claude-opus-4-5', 'claude-haiku-4-5-20251001', 'claude-sonnet-4-6', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic/claude-opus-4.6']],
  ['manualThinking', 'no', ['claude-3-5-sonnet-20241022', 'claude-opus-4-7', 'claude-sonnet-5', 'claude-fable-5-1']],
  ['adaptiveThinking', 'yes', ['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-opus-4-8', 'claude-fable-5']],
  ['adaptiveThinking', 'no', ['claude-haiku-4-5', 'claude-sonnet-4-5']],
  ['blockBinding', 'yes', ['claude-opus-4-7', 'claude-haiku-5', 'claude-fable-5']],
  ['blockBinding', 'no', ['claude-opus-4-6', 'claude-sonnet-4-6']],
  ['disabledRejected', 'yes', ['claude-fable-5', 'claude-mythos-5-1', 'claude-opus-5-5']],
  ['disabledRejected', 'no', ['claude-opus-4-6', 'claude-sonnet-5-5']],
  ['prefillRejected', 'yes', ['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-haiku-5', 'claude-fable-5']],
  ['prefillRejected', 'no', ['claude-opus-4-5', 'claude-sonnet-4-5@20250929', 'claude-haiku-4-5']],
  ['earlierThinkingStripped', 'yes', ['claude-opus-4-1-20250805', 'claude-sonnet-4-5', 'claude-3-7-sonnet-latest']],
  ['earlierThinkingStripped', 'no', ['claude-opus-4-5', 'claude-sonnet-4-6', 'claude-fable-5']],
  ['thinkingTextOmitted', 'yes', ['claude-opus-4-7', 'claude-opus-4-8', 'claude-sonnet-5', 'claude-fable-5']],
  ['thinkingTextOmitted', 'no', ['claude-opus-4-6', 'claude-sonnet-4-6']],
  ['readabilityCheck', 'yes', ['claude-fable-5', 'claude-mythos-5']],
  ['readabilityCheck', 'no', ['claude-opus-4-8']],
  ['prefixCheck', 'yes', ['claude-fable-5-1', 'claude-mythos-5-2', 'claude-opus-5-5', 'claude-sonnet-5.5', 'claude-haiku-5-5']],
  ['prefixCheck', 'no', ['claude-fable-5', 'claude-opus-5', 'claude-opus-4-8']],
  ['systemInMessages', 'yes', ['claude-opus-4-8', 'claude-sonnet-5', 'claude-fable-5']],
  ['systemInMessages', 'no', ['claude-opus-4-7', 'claude-sonnet-4-6', 'claude-haiku-4-5']],
  ['thoughtSignatureEnforced', 'yes', ['gemini-3-pro-preview', 'models/gemini-3.5-flash']],
  ['thoughtSignatureEnforced', 'no', ['gemini-2.5-flash', 'gemini-3-pro-image-preview']],
  ['modelEndingRejected', 'yes', ['gemini-3.6-flash', 'gemini-3.5-flash-lite', 'gemini-3.7-pro']],
  ['modelEndingRejected', 'no', ['gemini-3.5-flash', 'gemini-2.5-flash']],
  ['deepseekReasoningReturns', 'yes', ['deepseek-v3.2', 'deepseek-v4']],
  ['kimiReasoningReturns', 'yes', ['kimi-k2-thinking', 'kimi-k2.5', 'kimi-k2.6']],
  ['mimoReasoningReturns', 'yes', ['mimo-v2.5']],
  ['phaseOnAssistant', 'yes', ['gpt-5.3-codex', 'gpt-5.4']],
  ['phaseOnAssistant', 'no', ['gpt-5.2', 'gpt-5.3']],
];

test('gates answer for every spelling of a model name', () => {
  for (const [name, answer, models] of expected) for (const model of models) assert.equal(gate(name, model), answer, `${name} of ${model}`);
});

test('a placeholder, another maker and a name without a version are unknown, and unknown is a warning', () => {
  for (const name of Object.keys(GATES) as (keyof typeof GATES)[]) for (const model of [undefined, 'MODEL', 'claude', 'claude-opus', 'llama-4', '']) assert.equal(gate(name, model), 'unknown', `${name} of ${model}`);
  assert.deepEqual((['yes', 'unknown', 'no'] as const).map((answer) => gatedSeverity(answer)), ['error', 'warning', undefined]);
  assert.equal(gatedSeverity('unknown', 'info'), 'info');
});

test('every gate names its source and the day it was read', () => {
  for (const { id, what, source, date } of Object.values(GATES)) {
    assert.match(date, /^\d{4}-\d\d-\d\d$/, id);
    assert.ok(what.length > 0 && source.length > 0, id);
  }
});

test('spellings of one Claude model are one name', () => {
  for (const model of ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 'anthropic/claude-sonnet-4.5', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0']) assert.equal(claudeName(model), 'sonnet 4.5', model);
  assert.equal(claudeName('gpt-5.2'), undefined);
});
