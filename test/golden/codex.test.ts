import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { activeEntries } from '../../src/core/turns/conversation.ts';
import type { Session } from '../../src/core/turns/session.ts';
import { readBytes } from '../support/sessions.ts';

// Sessions that Codex 0.171.0 wrote against a scripted server, and the requests it sent next. cuts.json says how many lines stood on disk at each.
const ROOT = 'test/golden/codex/0.171.0';
const CUTS = JSON.parse(readFileSync('test/golden/cuts.json', 'utf8')) as Record<string, readonly Cut[]>;
interface Cut { readonly n: number; readonly file?: string; readonly lines?: number }
interface Line { readonly type: string; readonly payload: JsonObject; readonly metadata?: JsonObject }

const scenarios = readdirSync(ROOT);
const filesOf = (scenario: string): readonly string[] => readdirSync(join(ROOT, scenario, 'session'));

/** Reads a session file, cut to its first lines where asked, with the scenario's other files beside it. */
async function open(scenario: string, file: string, lines?: number): Promise<Session> {
  const folder = join(ROOT, scenario, 'session');
  const text = readFileSync(join(folder, file), 'utf8');
  const cut = lines === undefined ? text : text.split('\n').slice(0, lines).map((line) => `${line}\n`).join('');
  const siblings = Object.fromEntries(filesOf(scenario).filter((name) => name !== file).map((name) => [name, readFileSync(join(folder, name))]));
  return await readBytes(cut, file, {}, siblings);
}

function linesOf(scenario: string, file: string): readonly Line[] {
  return readFileSync(join(ROOT, scenario, 'session', file), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Line);
}

for (const scenario of scenarios) for (const file of filesOf(scenario)) {
  const name = `${scenario}/${file.slice(-17, -6)}`;

  test(`codex ${name}: opens without an error and names client and model`, async () => {
    const session = await open(scenario, file);
    assert.equal(session.format.id, 'codex-rollout');
    assert.equal(session.version, '0.171.0');
    assert.deepEqual(session.problems, []);
    assert.match(session.conversation().recorded.model ?? '', /^gpt-/);
  });

  test(`codex ${name}: every response item is a turn, part of one, or hidden with a reason`, async () => {
    const session = await open(scenario, file);
    const turned = new Set(session.conversation().entries.filter((entry) => entry.source.file === 0).map((entry) => entry.source.record));
    const hidden = new Map(session.hidden.filter((h) => h.source.file === 0).map((h) => [h.source.record, h.reason]));
    linesOf(scenario, file).forEach((line, record) => {
      const items = line.type === 'response_item' && line.metadata?.compaction_output !== true || line.type === 'compacted';
      assert.equal(turned.has(record), items, `record ${record}`);
      assert.equal(hidden.has(record), !items, `record ${record}`);
    });
  });

  test(`codex ${name}: the responses are those that sampled_through_sequence marks`, async () => {
    const session = await open(scenario, file);
    const conversation = session.conversation();
    const wanted = new Map<number, number[]>();
    linesOf(scenario, file).forEach(({ type, payload, metadata }, record) => {
      const made = payload.role === 'assistant' || ['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call'].includes(String(payload.type));
      if (type !== 'response_item' || !made || metadata?.compaction_output === true) return;
      const sequence = Number(metadata?.sampled_through_sequence);
      wanted.set(sequence, [...wanted.get(sequence) ?? [], record]);
    });
    const found = new Map<string, number[]>();
    for (const { source, response } of conversation.entries) {
      if (response === undefined || source.file !== 0) continue;
      assert.equal(response.confidence, 'exact');
      found.set(response.key, [...found.get(response.key) ?? [], source.record]);
    }
    assert.deepEqual([...found.values()], [...wanted.values()]);
    for (const turn of conversation.turns) if (turn.role === 'assistant') assert.notEqual(turn.response, undefined);
  });
}

for (const scenario of scenarios) {
  const requests = expanded(join(ROOT, scenario, 'requests.jsonl'));
  for (const cut of CUTS[`codex/0.171.0/${scenario}`] ?? []) {
    const request = requests.get(cut.n);
    if (request === undefined || cut.file === undefined || cut.lines === undefined) continue;
    const { file, lines } = cut;
    test(`codex ${scenario}: the active entries are the input of request ${cut.n}`, async () => {
      const session = await open(scenario, file, lines);
      const items: Json[] = [];
      for (const entry of activeEntries(session.conversation())) {
        const value = await session.loader.value(entry.native!.at) as JsonObject;
        items.push(Object.fromEntries(Object.entries(value).filter(([key]) => entry.native!.omit?.includes(key) !== true)) as Json);
      }
      assert.deepEqual(withoutInserted(request, items), items);
    });
  }
}

/** What Codex adds on the wire: the base instructions in front, "aborted" for calls without a result, the prompt of a compaction. */
function withoutInserted(input: readonly JsonObject[], items: readonly Json[]): readonly JsonObject[] {
  const ids = new Set(items.map((item) => (item as JsonObject).id));
  return input.filter((item, index) => ids.has(item.id) || !(
    index === 0 && item.role === 'developer' || item.output === 'aborted' || index === input.length - 1 && item.role === 'user' && item.id === undefined));
}

/** The inputs of the recorded requests, which are kept as the difference to an earlier one. */
function expanded(path: string): ReadonlyMap<number, readonly JsonObject[]> {
  const inputs = new Map<number, readonly JsonObject[]>();
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const { n, base, keep, body } = JSON.parse(line) as { n: number; base?: number; keep?: number; body: { input?: readonly JsonObject[] } };
    inputs.set(n, base === undefined ? body.input ?? [] : [...inputs.get(base)!.slice(0, keep), ...body.input ?? []]);
  }
  return inputs;
}
