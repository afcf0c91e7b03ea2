import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { explain, type ExplainMatch } from '../../../src/core/explain/explain.ts';
import { explainJson, explainPlaces } from '../../../src/core/explain/explain-json.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import type { Finding } from '../../../src/core/model/finding.ts';
import { DEFAULT_OPTIONS } from '../../../src/core/replay/serializer.ts';
import { RULES } from '../../../src/core/rules/index.ts';
import { jsonl, readBytes } from '../../support/sessions.ts';

interface Case { readonly input: string; readonly target: string; readonly model?: string; readonly variant?: string; readonly findings: readonly Finding[] }

/** A path or an id in the text: without one it can only be told which rule is meant. */
const SAYS_WHERE = /(?:messages|input|contents|system)[.[]\d|(?:toolu|call|fc|rs|msg)_/;

/** The text as gateways and logs hand it on. */
const WRAPPED: Readonly<Record<string, (text: string) => string>> = {
  bare: (text) => text,
  json: (text) => JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: text }, request_id: 'req_011CTest' }),
  'escaped twice': (text) => `upstream failed: ${JSON.stringify(JSON.stringify({ error: { message: text } }))}`,
  prose: (text) => `400 Bad Request from the provider (attempt 2):\n  ${text}\nGiving up.`,
  'broken over lines': (text) => text.replace(/ (?=[a-z])/g, '\n    '),
};

for (const rule of RULES) {
  const folder = join('test/rules', rule.id);
  if (!existsSync(join(folder, 'expected.findings.json'))) continue;
  const cases = (JSON.parse(readFileSync(join(folder, 'expected.findings.json'), 'utf8')) as readonly Case[]).filter((c) => c.findings.some((f) => SAYS_WHERE.test(f.providerError ?? '')));
  if (cases.length === 0) continue;
  describe(rule.id, () => {
    for (const { input, target, model, variant, findings } of cases) {
      const options = { ...DEFAULT_OPTIONS, ...(model === undefined ? {} : { model }), ...(variant === undefined ? {} : { variant }) };
      for (const finding of findings) {
        const text = finding.providerError;
        if (text === undefined || !SAYS_WHERE.test(text)) continue;
        test(`${input}, ${target}: ${text.slice(0, 70)} leads to ${finding.blocks[0]}`, async () => {
          const session = await readBytes(readFileSync(join(folder, input)), input);
          for (const [how, wrap] of Object.entries(WRAPPED)) {
            const [named] = explain(session.conversation(), wrap(text), { target, replay: options });
            assert.deepEqual([named?.block, named?.target], [finding.blocks[0], target], `${how}: ${JSON.stringify(named)}`);
            assert.ok(named!.confidence >= 0.7, `${how}: ${named!.confidence}`);
            assert.ok(RULES.find((r) => r.id === named!.rule)?.errorText?.test(text), `${how}: ${named!.rule}`);
          }
          if (variant === undefined) {
            const unnamed = explain(session.conversation(), text, { replay: options });
            assert.ok(unnamed.some((match) => match.target === target && match.block === finding.blocks[0] && match.confidence >= 0.7), `without a target: ${JSON.stringify(unnamed[0])}`);
          }
        });
      }
    }
  });
}

describe('every finding\'s own text leads back to it, through every target that takes the session', () => {
  for (const rule of RULES) {
    const folder = join('test/rules', rule.id);
    for (const input of existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('invalid')) : []) {
      test(`${rule.id} ${input}`, async () => {
        const session = await readBytes(readFileSync(join(folder, input)), input);
        const conversation = session.conversation();
        for (const target of ['as-recorded', 'anthropic-messages', 'openai-chat', 'openai-responses', 'opencodex/anthropic']) {
          const { findings } = judge(conversation, target);
          for (const finding of findings) {
            if (!SAYS_WHERE.test(finding.providerError ?? '') || finding.blocks.length === 0) continue;
            // Rules may share a text; then the answer is one of their blocks.
            const same = findings.filter((f) => f.providerError === finding.providerError).map((f) => f.blocks[0]);
            const [match] = await explainPlaces(session, `API error 400: ${finding.providerError}`, { target });
            assert.ok(same.includes(match?.block), `${target}: ${finding.providerError} led to ${match?.block}, not to ${same.join(' or ')}`);
            assert.ok(match?.line !== undefined && match.column !== undefined);
          }
        }
      });
    }
  }
});

const thinking = (n: number, signature = 'bW9jay1zaWduYXR1cmUtYWFhYQ=='): object => ({ type: 'thinking', thinking: `Thought ${n}.`, signature });
const BODY = `{"model":"claude-sonnet-4-5","max_tokens":100,"messages":[
{"role":"user","content":"Start."},
{"role":"assistant","content":[${JSON.stringify(thinking(1))},{"type":"tool_use","id":"toolu_01AbC","name":"exec","input":{}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01AbC","content":[{"type":"text","text":"ok"}]}]},
{"role":"assistant","content":[${JSON.stringify(thinking(2))},{"type":"text","text":"Done."}]},
{"role":"user","content":"End."}
]}`;

async function best(text: string, target?: string): Promise<ExplainMatch | undefined> {
  const session = await readBytes(BODY, 'body.json');
  return explain(session.conversation(), text, target === undefined ? {} : { target })[0];
}

test('a path to a block is found however it is spelled, with field names behind it', async () => {
  for (const text of [
    'messages.1.content.1: something new is wrong here',
    'messages.1.content.1.tool_use.name: String should match pattern',
    'messages[1].content[1].id: nope',
    "Invalid 'messages[1].content[1]'.",
    'messages.[1].content.[1] is invalid',
    '$.messages[1]["content"][1]',
    '{"error":{"message":"bad","param":"messages.1.content.1"}}',
    '{\\"error\\":{\\"message\\":\\"messages.1.content.1: bad\\"}}',
  ]) {
    const match = await best(text, 'as-recorded');
    assert.deepEqual([match?.wirePath, match?.block], ['messages.1.content.1', '2:/content/1'], text);
    assert.ok(match!.confidence >= 0.7, text);
  }
});

test('a path to a message leads to its blocks; string content counts as its block 0', async () => {
  assert.equal((await best('messages.3: something', 'as-recorded'))?.block, '4:/content/0');
  assert.equal((await best('messages.4.content.0: something', 'as-recorded'))?.block, '5:/content');
  assert.equal((await best('messages.2.content.0.tool_result.content.0.text: something', 'as-recorded'))?.block, '3:/content/0/content/0');
});

test('an id alone leads to the half that the text is about', async () => {
  assert.equal((await best('unexpected `tool_use_id` found in `tool_result` blocks: toolu_01AbC. Each', 'as-recorded'))?.block !== undefined, true);
  const orphan = await best('messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01AbC. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.', 'as-recorded');
  assert.equal(orphan?.block, '3:/content/0/content/0');
  const missing = await best('messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01AbC. Each `tool_use` block must have a corresponding `tool_result` block in the next message.', 'as-recorded');
  assert.deepEqual([missing?.block, missing?.rule], ['2:/content/1', 'anthropic/tool-result-missing']);
});

test('a block of another type than the text is about is a poor answer', async () => {
  const match = await best('messages.1.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.', 'as-recorded');
  assert.equal(match?.block, '2:/content/1');
  assert.ok(match!.confidence < 0.5);
  assert.match(match!.reason, /tool_use/);
});

test('a path beyond the end gets a low answer that says how long the array is', async () => {
  for (const [text, pattern] of [['messages.99.content.3: bad', /messages .* has 5 elements/], ['messages.3.content.7: bad', /messages\.3\.content .* has 2 elements/]] as const) {
    const match = await best(text, 'as-recorded');
    assert.ok(match !== undefined && match.confidence <= 0.1 && match.wirePath === undefined, text);
    assert.match(match.reason, pattern);
  }
});

test('an id of no block gets a low answer; a text that says nothing gets none', async () => {
  const match = await best('No tool output found for function call call_nowhere.');
  assert.ok(match !== undefined && match.block === undefined && match.confidence <= 0.1);
  assert.match(match.reason, /call_nowhere/);
  assert.equal(await best('Overloaded'), undefined);
});

test('a block that the target does not send is named with the reason', async () => {
  const rollout = jsonl(
    { timestamp: '2026-11-30T19:00:00.000Z', type: 'session_meta', payload: { id: '01a22de9-22cf-7c21-ad89-5383ad346a90', timestamp: '2026-11-30T19:00:00.000Z', cwd: '/home/user/project', originator: 'codex_exec', cli_version: '0.171.0', source: 'exec' } },
    { timestamp: '2026-11-30T19:00:01.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Start.' }] } },
    { timestamp: '2026-11-30T19:00:01.000Z', type: 'response_item', payload: { type: 'reasoning', id: 'rs_0a1b', summary: [{ type: 'summary_text', text: 'Unsigned.' }] } },
    { timestamp: '2026-11-30T19:00:01.000Z', type: 'response_item', payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] } },
  );
  const session = await readBytes(rollout, 'rollout.jsonl');
  const [match] = explain(session.conversation(), "Item 'rs_0a1b' of type 'reasoning' was provided without its required following item.", { target: 'anthropic-messages' });
  assert.deepEqual([match?.block, match?.wirePath], ['2:/payload', undefined]);
  assert.ok(match!.confidence < 0.5);
  assert.match(match!.reason, /not sent/);
});

test('answers have the exact line and column of their block', async () => {
  const session = await readBytes(BODY, 'body.json');
  const [place] = await explainPlaces(session, 'messages.3.content.0: Invalid `signature` in `thinking` block');
  assert.deepEqual([place?.target, place?.line, place?.column, place?.rule], ['as-recorded', 5, 32, 'anthropic/thinking-signature-invalid']);
  const json = await explainJson(session, 'messages.3.content.0: Invalid `signature` in `thinking` block') as { schema: number; matches: { source: { line: number; column: number; file: string } }[] };
  assert.equal(json.schema, 1);
  assert.deepEqual([json.matches[0]?.source.line, json.matches[0]?.source.column, json.matches[0]?.source.file], [5, 32, 'body.json']);
});

test('a hostile text ends soon', async () => {
  const started = process.cpuUsage();
  for (const text of ['messages.1.'.repeat(100_000), '\\"'.repeat(200_000), `ids were found without \`tool_result\` blocks immediately after: ${'a, '.repeat(100_000)}`, '['.repeat(300_000), `messages${'[0]'.repeat(100_000)}`, 'messages.'.repeat(10_000)]) await best(text, 'as-recorded');
  const { user } = process.cpuUsage(started);
  assert.ok(user < 3_000_000, `${user} µs`);
});
