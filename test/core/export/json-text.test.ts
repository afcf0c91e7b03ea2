import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inspectJson, inspectText } from '../../../src/core/export/inspect-json.ts';
import { jsonText, objectText } from '../../../src/core/export/json-text.ts';
import { replayJson, replayText } from '../../../src/core/export/replay-json.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import type { Json } from '../../../src/core/model/json.ts';
import { readSession } from '../../support/sessions.ts';

const whole = async (text: AsyncIterable<string>): Promise<string> => { let out = ''; for await (const piece of text) out += piece; return out; };

test('any JSON value is written as JSON.stringify writes it', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => { assert.equal([...jsonText(value as Json)].join(''), JSON.stringify(value)); }), { numRuns: 500 });
  assert.equal([...jsonText({ a: undefined, b: null, c: [] })].join(''), '{"b":null,"c":[]}');
  assert.equal([...jsonText('\ud800')].join(''), JSON.stringify('\ud800'));
});

test('a value deeper than the stack is written', () => {
  let value: Json = 1;
  for (let k = 0; k < 200_000; k++) value = k % 2 === 0 ? [value] : { a: value };
  const text = [...jsonText(value)].join('');
  assert.equal(text.length, 100_000 * 2 + 100_000 * 6 + 1);
});

test('members that are streams stand where they belong', async () => {
  const some = (async function* (): AsyncGenerator<Json> { yield 1; yield { b: [] }; })();
  const none = (async function* (): AsyncGenerator<Json> { /* nothing */ })();
  const raw = (async function* (): AsyncGenerator<string> { yield '{"x":'; yield '1.0}'; })();
  assert.equal(await whole(objectText([['a', { value: 1 }], ['gone', { value: undefined }], ['some', { elements: some }], ['none', { elements: none }], ['raw', { text: raw }], ['z', { value: null }]])), '{"a":1,"some":[1,{"b":[]}],"none":[],"raw":{"x":1.0},"z":null}');
  assert.equal(await whole(objectText([])), '{}');
});

for (const [sample, target] of [['codex-subagent-boundary.jsonl', 'opencodex/anthropic'], ['dsh-settlement-notice.jsonl', 'dsh/messages'], ['torn-lines.jsonl', 'opencodex/anthropic'], ['dsh-settlement-notice.jsonl', 'opencodex/anthropic']] as const) {
  test(`the streamed answers are the answers: ${sample} for ${target}`, async () => {
    const session = await readSession(`media/samples/${sample}`);
    assert.deepEqual(JSON.parse(await whole(inspectText(session))), JSON.parse(JSON.stringify(await inspectJson(session))));
    const replay = judge(session.conversation(), target);
    assert.deepEqual(JSON.parse(await whole(replayText(session, replay))), JSON.parse(JSON.stringify(await replayJson(session, replay))));
  });
}
