import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS } from '../../../src/core/replay/serializer.ts';
import { readBytes } from '../../support/sessions.ts';

const user = { type: 'message', role: 'user', content: 'u' };
const call = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' });
const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: 'o' });
const numbers = (n: number): readonly number[] => [...Array(n).keys()];

const SHAPES: Readonly<Record<string, (n: number) => readonly object[]>> = {
  'one id for every pair': (n) => numbers(n).flatMap(() => [call('a'), output('a')]),
  'very many calls at once, answered later': (n) => [...numbers(n).map((k) => call(`a${k}`)), ...numbers(n).map((k) => output(`a${n - 1 - k}`))],
};

for (const [title, shape] of Object.entries(SHAPES)) for (const target of ['anthropic-messages', 'opencodex/anthropic']) {
  test(`repair and emulation stay linear: ${title}, for ${target}`, async () => {
    // The best of a few runs: the machine may be busy, a quadratic pass is slower than this in every run (64 times the work, not 8).
    const cost = async (n: number): Promise<number> => {
      const conversation = (await readBytes(JSON.stringify({ model: 'gpt-5.2', input: [user, ...shape(n)] }))).conversation();
      return Math.min(...numbers(3).map(() => {
        const start = performance.now();
        const replay = judge(conversation, target, { ...DEFAULT_OPTIONS, mode: 'repair' });
        assert.equal(replay.outcome, 'ok');
        return performance.now() - start;
      }));
    };
    const small = await cost(1500);
    assert.ok(await cost(12_000) < 28 * small + 200);
  });
}

test('repaired ids are counted on where a file repeats one, and never taken twice', async () => {
  const input = [user, ...[1, 2, 3].flatMap(() => [call('a'), output('a')]), call('a_2'), output('a_2')];
  const conversation = (await readBytes(JSON.stringify({ model: 'gpt-5.2', input }))).conversation();
  const replay = judge(conversation, 'anthropic-messages', { ...DEFAULT_OPTIONS, mode: 'repair' });
  assert.deepEqual(replay.findings.filter((f) => f.severity === 'error').map((f) => f.rule), []);
});
