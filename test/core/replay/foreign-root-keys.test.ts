import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../src/core/judge/judge.ts';
import { requestString } from '../../../src/core/replay/write-request.ts';
import { TARGETS } from '../../../src/core/targets/index.ts';
import { readBytes } from '../../support/sessions.ts';

const FOREIGN = { system: 's', instructions: 'i', contents: [{ parts: ['x'] }], systemInstruction: { text: 'x' }, systemPrompt: ['p'] };
const BODIES = {
  'anthropic-messages': { ...FOREIGN, input: [1], model: 'claude-opus-4-5', max_tokens: 5, messages: [{ role: 'user', content: [{ type: 'text', text: 'u' }] }] },
  'openai-responses': { ...FOREIGN, messages: [{ role: 'user', content: 'u' }], model: 'gpt-5.2', input: [{ type: 'message', role: 'user', content: 'u' }] },
  'openai-chat': { ...FOREIGN, input: ['x'], model: 'gpt-4o', messages: [{ role: 'user', content: 'u' }] },
};

test('a body with root keys of other APIs is one like any other: they are parameters', async () => {
  for (const [inputFormat, body] of Object.entries(BODIES)) {
    const text = JSON.stringify(body);
    const session = await readBytes(text, 'body.json', { inputFormat });
    for (const { id } of TARGETS) {
      const replay = judge(session.conversation(), id);
      if (id === 'as-recorded') assert.equal(await requestString(replay.template!, session.loader), text);
      else assert.notEqual(replay.outcome, 'rejected', `${inputFormat} for ${id}`);
    }
  }
});
