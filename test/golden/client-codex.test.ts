import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../src/core/judge/judge.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../src/core/replay/serializer.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import type { Session } from '../../src/core/turns/session.ts';
import { bodiesOf, linesOf, openCut, scenariosOf, Tally } from '../support/golden.ts';

// Codex 0.171.0 against a scripted server: what it sent, and what the target `client` makes of the file as it was then.

const CLIENT = 'codex/0.171.0';
const tally = new Tally(CLIENT);
const resumed = new Tally(`${CLIENT}, from the end of the run before, with --prompt`);

const BASE = 'the base instructions item in front: Codex cuts the recorded text to its tools (compared by shape)';
const ABORTED = 'the id of an "aborted" output: a UUID in a name space that is not public (compared by shape)';
const V5 = /^(msg|fco|ctco|tso)_[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function inputOf(session: Session, options: ReplayOptions): Promise<readonly JsonObject[]> {
  const replay = judge(session.conversation(), 'client', options);
  assert.equal(replay.outcome, 'ok', JSON.stringify(replay.rejection ?? replay.notApplicable));
  return (JSON.parse(await requestString(replay.template!, session.loader)) as { input: readonly JsonObject[] }).input;
}

/** The item without what the file cannot give; each such place is an exception with a reason. */
function comparable(item: JsonObject, at: number, ours: boolean, fileIds: ReadonlySet<unknown>, say: Tally): JsonObject {
  const synthesised = typeof item.id === 'string' && V5.test(item.id) && !fileIds.has(item.id);
  if (at === 0 && item.role === 'developer' && synthesised) {
    if (!ours) say.exception(BASE);
    const parts = item.content as readonly JsonObject[];
    assert.ok(parts.length === 1 && parts[0]?.type === 'input_text');
    return { type: item.type!, role: 'developer' };
  }
  if (item.output !== 'aborted' || !synthesised) return item;
  if (!ours) say.exception(ABORTED);
  return { ...item, id: 'fco by shape' };
}

/** Ids of the items that stand in the session files. */
function idsIn(folder: string, file: string): ReadonlySet<unknown> {
  const ids = new Set<unknown>();
  for (const line of linesOf(folder, file)) {
    const { payload } = JSON.parse(line) as { payload: JsonObject };
    ids.add(payload.id);
    for (const item of payload.replacement_history as readonly JsonObject[] | undefined ?? []) ids.add(item.id);
  }
  return ids;
}

for (const { name, folder, cuts } of scenariosOf(CLIENT)) {
  const bodies = bodiesOf(folder, 'input');
  for (const { n, file, lines, excluded } of cuts) {
    tally.recorded();
    if (file === undefined || lines === undefined) { tally.exception(`not comparable: ${excluded ?? 'the file is not known'} (${name} ${n})`); continue; }
    tally.compared();
    test(`client codex ${name}: request ${n} is what we would send`, async () => {
      const ids = idsIn(folder, file);
      const ours = (await inputOf(await openCut(folder, file, lines), DEFAULT_OPTIONS)).map((item, at) => comparable(item, at, true, ids, tally));
      const theirs = (bodies.get(n)!.input as readonly JsonObject[]).map((item, at) => comparable(item, at, false, ids, tally));
      assert.deepEqual(ours, theirs);
      tally.equal();
    });
  }

  // The first request of a later run: the file as the run before left it, and the prompt.
  const firsts = cuts.filter((cut, at) => cut.file !== undefined && at > 0 && cuts[at - 1]!.run !== cut.run && cuts.slice(0, at).some((earlier) => earlier.file === cut.file));
  for (const { n, file, lines } of firsts) {
    const all = linesOf(folder, file!).map((line) => JSON.parse(line) as { type: string; payload: JsonObject });
    const start = all.slice(0, lines).findLastIndex((line) => line.payload.type === 'task_started');
    const added = all.slice(start, lines).filter((line) => line.type === 'response_item').map((line) => line.payload);
    const prompt = added[added.length - 1];
    resumed.recorded();
    if (start < 0 || prompt?.role !== 'user') { resumed.exception(`not comparable: the run begins with something else than a prompt (${name} ${n})`); continue; }
    if (added.length > 1) { resumed.exception(`not comparable: Codex adds context of the new run beside the prompt (${name} ${n})`); continue; }
    resumed.compared();
    test(`client codex ${name}: request ${n} from the end of the run before`, async () => {
      const ids = idsIn(folder, file!);
      const text = String((prompt.content as readonly JsonObject[])[0]!.text);
      const ours = (await inputOf(await openCut(folder, file!, start), { ...DEFAULT_OPTIONS, prompt: text })).map((item, at) => comparable(item, at, true, ids, resumed));
      const theirs = (bodies.get(n)!.input as readonly JsonObject[]).map((item, at) => comparable(item, at, false, ids, resumed));
      resumed.exception('the id of the prompt, which is minted when it is sent');
      assert.deepEqual(ours, theirs.map((item, at) => at === theirs.length - 1 ? Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'id')) : item));
      resumed.equal();
    });
  }
}

test('client codex: every request that can be compared is equal', () => {
  tally.say();
  resumed.say();
  for (const { verdict } of [tally, resumed]) assert.equal(verdict.exact, verdict.able);
  assert.ok(tally.verdict.able >= 68 && resumed.verdict.able >= 8, JSON.stringify([tally.verdict, resumed.verdict]));
});
