import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { replayJson } from '../../src/core/export/replay-json.ts';
import { judge } from '../../src/core/judge/judge.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { DEFAULT_OPTIONS } from '../../src/core/replay/serializer.ts';
import { caseFolders, inputOf } from '../support/case-folders.ts';
import { bodiesOf } from '../support/golden.ts';
import { readBytes } from '../support/sessions.ts';
import { normalised } from '../support/normalised-body.ts';

/**
 * A body read by its format and written by its reference serializer in `strict` is the same body, up to the listed
 * normalisations (test/support/normalised-body.ts): every recorded request, and every hand-written body.
 */
interface Body { readonly name: string; readonly body: JsonObject }

/** The service behind each client's Chat Completions: what it takes of a message is told by its dialect. */
const DIALECTS: readonly (readonly [RegExp, string])[] = [[/qwen\//, 'vllm'], [/copilot-cli\//, 'openai'], [/opencode\//, 'deepseek'], [/openai-completions(?:\.openai)?(?:\.0\.73\.1)?\.json$|thinkingAsText/, 'litellm'], [/pi\//, 'deepseek']];
const FORMATS = new Set(['anthropic-messages', 'bedrock-converse', 'gemini', 'openai-chat', 'openai-responses']);

function recordedRequests(): readonly Body[] {
  const found: Body[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/^req-\d+\.json$/.test(entry.name)) found.push({ name: path, body: whole(folder, JSON.parse(readFileSync(path, 'utf8')) as JsonObject) });
      else if (/^body\..*\.json$/.test(entry.name)) found.push({ name: path, body: JSON.parse(readFileSync(path, 'utf8'), (_key, value: Json) => bytes(value)) as JsonObject });
      else if (entry.name === 'requests.jsonl') for (const key of ['input', 'messages'] as const) if (path.includes('codex/') === (key === 'input')) bodiesOf(folder, key).forEach((body, n) => { found.push({ name: `${path}#${n}`, body }); });
    }
  };
  for (const client of ['claude-code', 'codex', 'copilot-cli', 'gemini-cli', 'opencode', 'pi', 'qwen']) if (existsSync(join('test/golden', client))) walk(join('test/golden', client));
  return found;
}

/** Tool definitions that another request of the scenario has are named, not repeated. */
function whole(folder: string, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => {
    const same = (value as JsonObject | null)?.$sameAs;
    if (typeof same !== 'string') return [key, value];
    const [file, member] = same.split('#');
    return [key, (JSON.parse(readFileSync(join(folder, file!), 'utf8')) as JsonObject)[member!]];
  }));
}

/** Bytes that the SDK was given stand in these files as `{"$bytes": base64}`; a request written down has the base64. */
function bytes(value: Json): Json {
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject).$bytes : undefined;
  return inner ?? value;
}

function handWritten(): readonly Body[] {
  return [...FORMATS].flatMap((format) => caseFolders(join('test/formats', format)).map((folder): Body => {
    try { return { name: folder, body: JSON.parse(readFileSync(inputOf(folder), 'utf8').replace(/^\ufeff/, '')) as JsonObject }; } catch { return { name: folder, body: {} }; }
  }));
}

for (const [kind, bodies] of [['recorded', recordedRequests()], ['hand-written', handWritten()]] as const) {
  test(`${kind} requests come out as they went in`, async () => {
    const tally = new Map<string, { exact: number; normalised: number; total: number }>();
    const used = new Map<string, number>();
    const wrong: string[] = [];
    for (const { name, body } of bodies) {
      const session = await readBytes(JSON.stringify(body), 'body.json');
      const conversation = session.conversation();
      const { body: recorded } = conversation.recorded;
      if (recorded?.kind !== 'request' || !FORMATS.has(session.format.id) || '$error' in body) continue;
      // Mistral's bodies are read as Chat Completions, which they are but for a few members.
      const target = name.includes('mistral') ? 'mistral-chat' : session.format.id;
      const row = tally.get(target) ?? { exact: 0, normalised: 0, total: 0 };
      tally.set(target, row);
      row.total++;
      const dialect = DIALECTS.find(([path]) => path.test(name))?.[1];
      const answer = await replayJson(session, judge(conversation, target, { ...DEFAULT_OPTIONS, ...(dialect === undefined ? {} : { dialect }) }));
      if (answer.outcome === 'rejected' && kind === 'hand-written') { used.set('refused: a block of no known type', (used.get('refused: a block of no known type') ?? 0) + 1); continue; }
      assert.equal(answer.outcome, 'ok', `${name}: ${JSON.stringify(answer.rejection)}`);
      const request = answer.request as JsonObject;
      if (same(request, body)) { row.exact++; continue; }
      const before = normalised(body, target, dialect);
      const after = normalised(request, target, dialect);
      if (!same(after.body, before.body)) { wrong.push(`${name}: ${firstDifference(after.body, before.body)}`); continue; }
      row.normalised++;
      for (const rule of new Set([...before.used, ...after.used])) used.set(rule, (used.get(rule) ?? 0) + 1);
    }
    for (const [format, { exact, normalised: up, total }] of tally) console.log(`${kind} ${format}: ${exact} the same + ${up} up to normalisation / ${total}`);
    for (const [rule, count] of used) console.log(`  ${count} × ${rule}`);
    assert.deepEqual(wrong, []);
    if (kind === 'recorded') assert.deepEqual([...tally.keys()].sort(), [...FORMATS, 'mistral-chat'].sort(), 'every API has recorded requests');
  });
}

function same(one: Json, other: Json): boolean {
  return firstDifference(one, other) === undefined;
}

/** Where two values differ first, the order of members aside. */
function firstDifference(one: Json | undefined, other: Json | undefined, path = ''): string | undefined {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || Array.isArray(one) !== Array.isArray(other)) {
    return one === other ? undefined : `${path}: ${short(one)} instead of ${short(other)}`;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference((one as JsonObject)[key], (other as JsonObject)[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function short(value: Json | undefined): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 160);
}
