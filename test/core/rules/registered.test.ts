import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { RULES } from '../../../src/core/rules/index.ts';
import { TARGETS } from '../../../src/core/targets/index.ts';
import { fixtures } from '../../support/fixtures.ts';
import { anyFile } from '../../support/generated.ts';
import { readBytes } from '../../support/sessions.ts';

// What a decision names as its rule must have a documentation: hovers and the view link to it.

const REGISTERED: ReadonlySet<string> = new Set(RULES.map((rule) => rule.id));
const OPTIONS: readonly ReplayOptions[] = [DEFAULT_OPTIONS, { ...DEFAULT_OPTIONS, mode: 'repair', thinking: 'strip', tools: 'stubs', prompt: 'Go on.' }, { ...DEFAULT_OPTIONS, mode: 'repair' }];
const RUNS = Number(process.env.FUZZ_RUNS ?? 100);

/** Every rule id that any target names for a file, with where. */
async function named(bytes: Uint8Array, name: string, found: Map<string, string>): Promise<void> {
  const conversation = (await readBytes(bytes, name)).conversation();
  for (const { id } of TARGETS) for (const options of OPTIONS) {
    const replay = judge(conversation, id, options);
    for (const { rule } of [...replay.decisions.values(), ...replay.inserted]) if (rule !== undefined && !found.has(rule)) found.set(rule, `${name} through ${id}`);
  }
}

const unknown = (found: ReadonlyMap<string, string>): readonly string[] => [...found].filter(([rule]) => !REGISTERED.has(rule)).map(([rule, where]) => `${rule}: ${where}`);

test('every rule that a decision or an inserted text names, over all fixtures and targets, is registered', async () => {
  const found = new Map<string, string>();
  for (const path of fixtures()) await named(readFileSync(path), basename(path), found);
  assert.deepEqual(unknown(found), []);
});

test('every rule of the reference serializers is named by one, or looks for itself', async () => {
  const found = new Map<string, string>();
  for (const path of fixtures()) await named(readFileSync(path), basename(path), found);
  const OWN_CHECK = ['reference/agent-message-moved', 'reference/agent-message-placeholder', 'reference/reasoning-foreign-kept', 'reference/thinking-unknown-kind', 'reference/tools-not-recorded'];
  assert.deepEqual(RULES.map((rule) => rule.id).filter((id) => /^(?:reference|session)\//.test(id) && !found.has(id)), OWN_CHECK);
});

test(`the same holds for ${RUNS} generated sessions`, async () => {
  await fc.assert(fc.asyncProperty(anyFile, async ({ name, bytes }) => {
    const found = new Map<string, string>();
    await named(bytes, name, found);
    assert.deepEqual(unknown(found), []);
  }), { numRuns: RUNS, ...(process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) }) });
});

test('findings of the reference serializers stay few: what a request loses throughout is told once', async () => {
  const items = Array.from({ length: 400 }, (_, n) => [
    { type: 'reasoning', id: `rs_${n}`, summary: [{ type: 'summary_text', text: 'Thought.' }], encrypted_content: 'bWFkZS11cC1jaXBoZXItdGV4dC0=AAAA' },
    { type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'exec', arguments: '{}' }, { type: 'function_call_output', call_id: `call_${n}`, output: 'done' },
  ]).flat();
  const body = JSON.stringify({ model: 'gpt-5.2', store: false, input: [{ type: 'message', role: 'user', content: 'Start.' }, ...items, { type: 'message', role: 'user', content: 'End.' }] });
  const conversation = (await readBytes(body, 'body.json')).conversation();
  for (const target of ['anthropic-messages', 'openai-chat', 'openai-responses']) {
    const told = judge(conversation, target).findings.map((finding) => finding.rule).sort();
    assert.deepEqual(told, {
      'anthropic-messages': ['reference/thinking-foreign', 'reference/tools-not-recorded'], 'openai-chat': ['openai-chat/reasoning-lost', 'reference/tools-not-recorded'], 'openai-responses': ['reference/tools-not-recorded'],
    }[target]);
  }
});
