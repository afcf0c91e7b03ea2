import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { FORMATS } from '../../src/core/formats/index.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { inspectJson } from '../../src/core/export/inspect-json.ts';
import { caseFolders, expectJson, inputOf } from '../support/case-folders.ts';
import { readSession } from '../support/sessions.ts';

const ROOT = 'test/formats';
const CASES = caseFolders(ROOT);
/** A format is not complete without an ordinary session, signed thinking and a damaged file. */
const LEAST_CASES = 3;

/** A case folder is `<format>/<case>`; `other-*` folders hold files that the format must not claim. */
const formatOf = (folder: string): string => relative(ROOT, folder).split('/')[0]!;

for (const folder of CASES) {
  test(`format case ${relative(ROOT, folder)}`, async () => {
    const session = await readSession(inputOf(folder));
    const answer = await inspectJson(session);
    const claimed = (answer.format as JsonObject).id;
    const other = basename(folder).startsWith('other-');
    if (other) assert.notEqual(claimed, formatOf(folder));
    else assert.equal(claimed, formatOf(folder));
    expectJson(join(folder, 'expected.turns.json'), other ? { format: pick(answer.format as JsonObject, ['id']) } : projected(answer));
  });

  test(`format case ${relative(ROOT, folder)}: every record is a turn, part of one, or hidden with a reason`, async () => {
    const session = await readSession(inputOf(folder));
    const seen = new Set(session.hidden.map((h) => `${h.source.file}/${h.source.record}`));
    const conversation = session.conversation();
    for (const entry of conversation.entries) { seen.add(`${entry.source.file}/${entry.source.record}`); for (const block of entry.blocks) seen.add(`${block.source.file}/${block.source.record}`); }
    for (const problem of session.problems) seen.add(`${problem.source.file}/${problem.source.record}`);
    const last = Math.max(-1, ...[...seen].filter((key) => key.startsWith('0/')).map((key) => Number(key.slice(2))));
    for (let record = 0; record <= last; record++) assert.ok(seen.has(`0/${record}`), `record ${record} is nowhere`);
    for (const hidden of session.hidden) assert.notEqual(hidden.reason, '');
  });

  test(`format case ${relative(ROOT, folder)}: sources lead back to what was read`, async () => {
    const path = inputOf(folder);
    const session = await readSession(path);
    for (const entry of session.conversation().entries) for (const block of entry.blocks) {
      assert.notEqual(await session.loader.value(block.source), undefined, `${block.id} leads nowhere`);
      if (block.text.inline !== undefined && block.text.at.length > 0) assert.equal(await session.loader.text({ ...block.text, inline: undefined } as never), block.text.inline);
    }
  });
}

test('every format has cases, and every folder of cases a format', () => {
  for (const { id } of FORMATS) {
    const own = CASES.filter((folder) => formatOf(folder) === id);
    assert.ok(own.length >= LEAST_CASES, `${id} has ${own.length} cases; ${LEAST_CASES} are the least`);
  }
  const ids = new Set(FORMATS.map(({ id }) => id));
  for (const entry of readdirSync(ROOT, { withFileTypes: true })) if (entry.isDirectory()) assert.ok(ids.has(entry.name), `${entry.name} is no format`);
  for (const folder of CASES) assert.ok(readdirSync(folder).includes('expected.turns.json'), `${folder} expects nothing`);
});

test('formats are sorted by id, and the file or folder of each has its name', () => {
  const ids = FORMATS.map(({ id }) => id);
  assert.deepEqual(ids, [...ids].sort());
  const names = readdirSync('src/core/formats').map((name) => basename(name, '.ts'));
  for (const id of ids) assert.ok(names.includes(id), `src/core/formats/${id} is missing`);
});

test('case inputs are small enough to review', () => {
  for (const folder of CASES) assert.ok(readFileSync(inputOf(folder)).length <= 20_000, `${dirname(folder)} is over 20 KB`);
});

/** What a case expects: everything a person would check, without what other tests protect (spans of each block, lengths). */
function projected(answer: JsonObject): Json {
  const format = answer.format as JsonObject;
  const recorded = answer.recorded as JsonObject;
  return {
    format: pick(format, ['id', 'version']),
    turns: (answer.turns as readonly JsonObject[]).map((turn) => ({
      ...pick(turn, ['id', 'role', 'kind', 'author', 'recipient', 'callId', 'toolName', 'isError', 'response']),
      ...(turn.visibility === 'active' ? {} : { visibility: turn.visibility, shadowedBy: (turn.shadowedBy as JsonObject | undefined)?.line }),
      blocks: (turn.blocks as readonly JsonObject[]).map(block),
    })),
    responses: (answer.responses as readonly JsonObject[]).map((r) => pick(r, ['key', 'confidence', 'model', 'provider', 'evidence'])),
    boundaries: answer.boundaries,
    hidden: (answer.hidden as readonly JsonObject[]).map((h) => `${place(h.source as JsonObject)} ${String(h.reason)}`),
    problems: (answer.problems as readonly JsonObject[]).map((p) => `${place(p.source as JsonObject)} ${String(p.severity)} ${String(p.code)}: ${String(p.message)}`),
    branches: (answer.branches as readonly JsonObject[]).map((b) => pick(b, ['leaf', 'active', 'turns'])),
    recorded: { ...pick(recorded, ['api', 'model', 'provider', 'tools', 'missing']), system: (recorded.system as readonly JsonObject[]).map(block) },
  };
}

function block(value: JsonObject): JsonObject {
  const signature = value.signature as JsonObject | undefined;
  return {
    ...pick(value, ['id', 'kind', 'type', 'meaning', 'itemId', 'callId', 'name', 'namespace', 'synthetic', 'text', 'arguments', 'media', 'raw', 'response']),
    ...(signature === undefined ? {} : { signature: `${String(signature.kind)} ${String(signature.state)} (${String(signature.carrier)}, looks like ${String(signature.shape)}${signature.wellFormed === null ? '' : signature.wellFormed === true ? ', well formed' : ', malformed'})` }),
  };
}

function place(source: JsonObject): string {
  return `${source.file === undefined ? '' : `file ${String(source.file)} `}line ${String(source.line)}${source.pointer === '' ? '' : String(source.pointer)} [${String(source.start)}, ${String(source.end)})`;
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => object[key] !== undefined).map((key) => [key, object[key]]));
}
