import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { judge } from '../../src/core/judge/judge.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import { DEFAULT_OPTIONS } from '../../src/core/replay/serializer.ts';
import { HANDOFF } from '../../src/core/targets/opencodex/compaction.ts';
import { readBytes } from '../support/sessions.ts';

const ROOT = join('test', 'golden', 'opencodex', '2.63.0');
/** Case 03 was recorded with the parser's branch for agent_message disabled: the state before pull request 93. */
const VARIANT: Readonly<Record<string, string>> = { '03-A-agentmessage-B-UNFIXED': 'pre-93' };
/** What the proxy was configured to route to in the recordings. */
const MODEL = 'claude-sonnet-4-5';

interface Case { readonly case: string; readonly input: unknown; readonly anthropic: { readonly body: unknown } }
type Body = { system?: { text: string }[]; tools?: unknown; messages: { content: string | { text?: string }[] }[] };

/**
 * The recordings mask three texts of the client's own. Each is compared by shape:
 * - `system.0.text`: `[opencodex text, N chars]`, the catalogue text that the client adds. Ours is its placeholder.
 * - `tools`: `[N chars]`, the length of the definitions as JSON. Ours are the definitions, compared by that length.
 * - a compaction summary: `[opencodex text, N chars]` for the handoff text, two line breaks and the summary. Ours must have that length
 *   with the placeholder's own count of the handoff text in place of its words.
 */
function masked(body: Body): Body {
  const system = body.system?.map((block) => /^\[opencodex text(, \d+ chars)?\]$/.test(block.text) ? { ...block, text: '[opencodex text]' } : block);
  const messages = body.messages.map((message) => ({
    ...message, content: Array.isArray(message.content) ? message.content.map((block) => block.text === undefined ? block : { ...block, text: maskedText(block.text) }) : maskedText(message.content),
  }));
  return { ...body, ...(system === undefined ? {} : { system }), messages, ...(body.tools === undefined ? {} : { tools: typeof body.tools === 'string' ? body.tools : `[${JSON.stringify(body.tools).length} chars]` }) };
}

function maskedText(text: string): string {
  const handoff = Number(/\d+/.exec(HANDOFF)?.[0]);
  return text.startsWith(`${HANDOFF}\n\n`) ? `[opencodex text, ${text.length - HANDOFF.length + handoff} chars]` : text;
}

const files = readdirSync(ROOT).filter((name) => name.endsWith('.json')).sort();

test('all ten recorded cases are here', () => { assert.equal(files.length, 10); });

for (const name of files) {
  const recorded = JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Case;
  test(`opencodex ${recorded.case}: our Anthropic body is the recorded one`, async () => {
    const session = await readBytes(JSON.stringify(recorded.input));
    assert.equal(session.format.id, 'openai-responses');
    const conversation = session.conversation();
    const variant = VARIANT[recorded.case];
    const replay = judge(conversation, 'opencodex/anthropic', { ...DEFAULT_OPTIONS, model: MODEL, ...(variant === undefined ? {} : { variant }) });
    assert.equal(replay.outcome, 'ok');
    const body = JSON.parse(await requestString(replay.template!, session.loader)) as Body;
    assert.deepEqual(masked(body), masked(recorded.anthropic.body as Body));
  });
}
