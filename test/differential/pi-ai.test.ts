import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writeReplay } from '../../src/core/replay/replay.ts';
import { DEFAULT_OPTIONS } from '../../src/core/replay/serializer.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import type { Json } from '../../src/core/model/json.ts';
import { targetById } from '../../src/core/targets/index.ts';
import { PI_APIS, piCase, type GeneratedApi, type PiCase } from '../support/generated-pi.ts';
import { readBytes } from '../support/sessions.ts';
import { FOUND } from './cases.ts';
import { realPi, sentBy, type Sent } from './real-pi.ts';

/**
 * The real pi-ai 0.73.1 and our emulation of it on generated contexts: the same body, or a rejection where the client fails. FUZZ_RUNS raises the number
 * (npm run test:fuzz); what was found on the way stands in ./cases.ts.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 100);

async function ours({ context, model, call }: PiCase): Promise<Sent> {
  const session = await readBytes(JSON.stringify(context), 'context.json', { inputFormat: 'pi-ai-context' });
  const extra = { model: model as Json, reasoning: call.reasoning ?? 'off', maxTokens: call.maxTokens ?? null, sessionId: call.sessionId ?? null, ...(call.temperature === undefined ? {} : { temperature: call.temperature }), ...(call.cacheRetention === undefined ? {} : { cacheRetention: call.cacheRetention }) };
  const replay = writeReplay(session.conversation(), targetById(`pi-ai/${model.api as string}`)!, { ...DEFAULT_OPTIONS, variant: '0.73.1', extra });
  return replay.template === null ? { error: replay.rejection?.message ?? replay.outcome } : { body: JSON.parse(await requestString(replay.template, session.loader)) as Json };
}

async function compare(pi: Awaited<ReturnType<typeof realPi>>, given: PiCase): Promise<void> {
  const real = await sentBy(pi, given);
  const own = await ours(given);
  assert.deepEqual(own, real);
}

const pi = await realPi();
for (const api of Object.keys(PI_APIS) as GeneratedApi[]) {
  test(`${RUNS} generated contexts: our ${api} request is that of pi-ai 0.73.1`, async () => {
    await fc.assert(fc.asyncProperty(piCase(api), (given) => compare(pi, given)), { numRuns: RUNS, includeErrorInReport: true, ...(process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) }) });
  });
}

for (const [name, given] of Object.entries(FOUND)) test(`pi-ai 0.73.1: ${name}`, () => compare(pi, given));
