import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { replayJson } from '../../src/core/export/replay-json.ts';
import { judge } from '../../src/core/judge/judge.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../src/core/replay/serializer.ts';
import { targetById } from '../../src/core/targets/index.ts';
import { caseFolders, expectJson, inputOf } from '../support/case-folders.ts';
import { readSession } from '../support/sessions.ts';

/**
 * Every case folder below test/targets: `<target id>/<case>/` with an `input.*`, an optional `options.json` (fields of ReplayOptions) and what is
 * expected: `expected.request.json` or `expected.rejection.json`, `expected.decisions.json`, and where given `expected.inserted.json`,
 * `expected.findings.json` and `expected.boundaries.json`. Reasons are words for people and stand in no expectation.
 */
const ROOT = 'test/targets';
const CASES = caseFolders(ROOT);

for (const folder of CASES) {
  const target = relative(ROOT, dirname(folder)).split('\\').join('/');
  test(`target case ${relative(ROOT, folder)}`, async () => {
    assert.ok(targetById(target), `${target} is no target`);
    const session = await readSession(inputOf(folder));
    const answer = await replayJson(session, judge(session.conversation(), target, optionsOf(folder)));
    if (existsSync(join(folder, 'expected.rejection.json'))) {
      assert.equal(answer.outcome, 'rejected');
      assert.equal(answer.request, null);
      expectJson(join(folder, 'expected.rejection.json'), answer.rejection);
    } else {
      assert.equal(answer.outcome, 'ok', JSON.stringify(answer.rejection ?? answer.reason));
      expectJson(join(folder, 'expected.request.json'), answer.request);
    }
    expectJson(join(folder, 'expected.decisions.json'), list(answer.decisions).map(shortDecision));
    expectWhereGiven(folder, 'inserted', list(answer.inserted).map((i) => pick(i, ['wirePath', 'rule'])));
    expectWhereGiven(folder, 'findings', list(answer.findings).map((f) => pick(f, ['rule', 'severity', 'wirePath', 'blocks', 'confidence'])));
    expectWhereGiven(folder, 'boundaries', list(answer.boundaries).map((b) => pick(b, ['before', 'after', 'kind', 'signedBefore', 'signedAfter', 'mergedOnWire', 'severity'])));
  });
}

test('every case folder of a target expects a request or a rejection', () => {
  for (const folder of CASES) {
    const names = readdirSync(folder);
    assert.notEqual(names.includes('expected.request.json'), names.includes('expected.rejection.json'), `${folder} must expect one of the two`);
    assert.ok(names.includes('expected.decisions.json'), `${folder} expects no decisions`);
  }
});

function optionsOf(folder: string): ReplayOptions {
  const path = join(folder, 'options.json');
  return existsSync(path) ? { ...DEFAULT_OPTIONS, ...JSON.parse(readFileSync(path, 'utf8')) as Partial<ReplayOptions> } : DEFAULT_OPTIONS;
}

/** A decision without its reason; empty lists are left out. */
function shortDecision(decision: JsonObject): JsonObject {
  const short = pick(decision, ['block', 'op', 'rule', 'wouldBe']);
  const also = list(decision.also);
  const paths = list(decision.wirePaths);
  return { ...short, ...(also.length > 0 ? { also: decision.also } : {}), ...(paths.length > 0 ? { wirePaths: decision.wirePaths } : {}) };
}

function expectWhereGiven(folder: string, name: string, actual: Json): void {
  const path = join(folder, `expected.${name}.json`);
  if (existsSync(path)) expectJson(path, actual);
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value as readonly JsonObject[] : [];
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => object[key] !== undefined).map((key) => [key, object[key]]));
}
