import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { writeReplay } from '../../src/core/replay/replay.ts';
import { DEFAULT_OPTIONS } from '../../src/core/replay/serializer.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { targetById } from '../../src/core/targets/index.ts';
import { readBytes } from '../support/sessions.ts';

/**
 * What generated contexts brought to light in 1.6.0, and what only that release can be asked for (changes inside the history, managed levels, the context
 * window): each with the body that pi-ai 1.6.0 itself made of it, or the words in which it failed. 1.6.0 needs a newer Node than these tests, so its answers are kept.
 */
const FOUND = JSON.parse(readFileSync('test/golden/pi/found.1.6.0.json', 'utf8')) as readonly { readonly name: string; readonly context: Json; readonly model: JsonObject; readonly call: { readonly [key: string]: Json }; readonly body?: Json; readonly error?: string }[];

for (const { name, context, model, call, body, error } of FOUND) {
  test(`pi-ai 1.6.0: ${name}`, async () => {
    const session = await readBytes(JSON.stringify(context), 'context.json', { inputFormat: 'pi-ai-context' });
    const extra = { model, reasoning: 'off', maxTokens: null, sessionId: null, ...call };
    const replay = writeReplay(session.conversation(), targetById(`pi-ai/${model.api as string}`)!, { ...DEFAULT_OPTIONS, extra });
    if (error !== undefined) assert.equal(replay.rejection?.message, error);
    else assert.deepEqual(JSON.parse(await requestString(replay.template!, session.loader)) as Json, body);
  });
}
