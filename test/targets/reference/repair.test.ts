import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import { codexFile, dshFile, messagesFile, responsesFile } from '../../support/generated.ts';
import { readBytes } from '../../support/sessions.ts';

// Repair applies the fix of every rule: what it writes has no error left, whatever the session was. Half a surrogate pair in
// content that has no form but its recorded one (an unknown item, an agent's name) is the exception: it is sent as it is.
const RUNS = Number(process.env.FUZZ_RUNS ?? 80);
const REQUESTS: readonly { readonly target: string; readonly options: Partial<ReplayOptions> }[] = [
  { target: 'anthropic-messages', options: {} }, { target: 'anthropic-messages', options: { model: 'claude-opus-4-5' } }, { target: 'anthropic-messages', options: { model: 'claude-opus-5-5' } },
  { target: 'anthropic-messages', options: { thinking: 'strip' } }, { target: 'openai-chat', options: {} }, { target: 'openai-responses', options: {} },
];

for (const [name, files] of [['Messages bodies', messagesFile], ['Responses bodies', responsesFile], ['Codex rollouts', codexFile], ['dsh sessions', dshFile]] as const) {
  test(`repair leaves no error in requests from ${name}`, async () => {
    await fc.assert(fc.asyncProperty(files, async (file) => {
      const conversation = (await readBytes(file.bytes, file.name)).conversation();
      for (const { target, options } of REQUESTS) for (const asked of [{}, { prompt: 'Go on.' }]) {
        const replay = judge(conversation, target, { ...DEFAULT_OPTIONS, ...options, ...asked, mode: 'repair' });
        const left = replay.findings.filter((f) => f.severity === 'error' && f.rule !== 'json/lone-surrogate');
        assert.deepEqual(left.map((f) => `${target} ${f.rule} ${f.wirePath ?? ''}: ${f.message}`), []);
      }
    }), { numRuns: RUNS });
  });
}
