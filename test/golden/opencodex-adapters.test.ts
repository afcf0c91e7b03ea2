import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Json } from '../../src/core/model/json.ts';
import { judge } from '../../src/core/judge/judge.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../src/core/replay/serializer.ts';
import { HANDOFF } from '../../src/core/targets/opencodex/compaction.ts';
import { readBytes } from '../support/sessions.ts';

const ROOT = join('test', 'golden', 'opencodex', '2.63.0');
/** Case 03 was recorded with the parser's branch for agent_message disabled: the state before pull request 93. */
const VARIANT: Readonly<Record<string, string>> = { '03-A-agentmessage-B-UNFIXED': 'pre-93' };

/** What the proxy was configured to route to in the recordings, by the key of the recorded body. */
const ADAPTERS: Readonly<Record<string, { readonly target: string; readonly options: Partial<ReplayOptions> }>> = {
  'openai-chat': { target: 'opencodex/openai-chat', options: { model: 'some-model' } },
  'openai-chat-preserve-reasoning': { target: 'opencodex/openai-chat', options: { model: 'deepseek-v4', extra: { preserveReasoning: true } } },
  google: { target: 'opencodex/google', options: { model: 'gemini-3-pro' } },
  'responses-passthrough': { target: 'opencodex/openai-responses', options: { model: 'gpt-5.2' } },
};
/** Bodies per adapter in the ten cases; 21 and 24 have none for Chat without preserved reasoning. */
const BODIES: Readonly<Record<string, number>> = { 'openai-chat': 8, 'openai-chat-preserve-reasoning': 10, google: 10, 'responses-passthrough': 10 };

/**
 * The recordings mask texts of the client's own; each is compared by shape:
 * - a leading system text (Chat) and `systemInstruction.parts.0.text` (Google): `[opencodex text, N chars]`. Ours is the placeholder.
 * - `tools`: `[N chars]`, the length of the definitions as JSON. Ours are the definitions, compared by that length.
 * - a compaction summary: `[opencodex text, N chars]` for the handoff text, two line breaks and the summary. Ours must have that length
 *   with the placeholder's own count of the handoff text in place of its words.
 */
function masked(value: Json, key = ''): Json {
  if (key === 'tools') return typeof value === 'string' ? value : `[${JSON.stringify(value).length} chars]`;
  if (typeof value === 'string') return maskedText(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((member) => masked(member));
  if (typeof value !== 'object' || value === null) return value;
  const system = (value as { role?: Json }).role === 'system' || key === 'systemInstruction';
  return Object.fromEntries(Object.entries(value as { readonly [key: string]: Json }).map(([name, member]) => [name, system ? maskedSystem(masked(member, name)) : masked(member, name)]));
}

function maskedSystem(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replace(/^"\[opencodex text(, \d+ chars)?\]"$|(?<="text":)"\[opencodex text(, \d+ chars)?\]"/, '"[opencodex text]"')) as Json;
}

function maskedText(text: string): string {
  const handoff = Number(/\d+/.exec(HANDOFF)?.[0]);
  return text.startsWith(`${HANDOFF}\n\n`) ? `[opencodex text, ${text.length - HANDOFF.length + handoff} chars]` : text;
}

const cases = readdirSync(ROOT).filter((name) => name.endsWith('.json')).sort().map((name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as { readonly case: string; readonly input: Json } & Readonly<Record<string, { readonly body: Json } | undefined>>);

for (const [key, { target, options }] of Object.entries(ADAPTERS)) {
  const recorded = cases.filter((one) => one[key] !== undefined);
  test(`opencodex ${key}: ${BODIES[key]} bodies are recorded`, () => { assert.equal(recorded.length, BODIES[key]); });
  for (const one of recorded) {
    test(`opencodex ${one.case}: our ${key} body is the recorded one`, async () => {
      const session = await readBytes(JSON.stringify(one.input));
      const variant = VARIANT[one.case];
      const replay = judge(session.conversation(), target, { ...DEFAULT_OPTIONS, ...options, ...(variant === undefined ? {} : { variant }) });
      assert.equal(replay.outcome, 'ok', replay.notApplicable);
      assert.deepEqual(masked(JSON.parse(await requestString(replay.template!, session.loader)) as Json), masked(one[key]!.body));
    });
  }
}
