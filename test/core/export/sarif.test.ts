import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { fileReport } from '../../../src/core/export/lint-report.ts';
import { sarifLog } from '../../../src/core/export/sarif.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { DEFAULT_OPTIONS } from '../../../src/core/replay/serializer.ts';
import { RULES } from '../../../src/core/rules/index.ts';
import { readBytes, readSession } from '../../support/sessions.ts';

// The schema as OASIS publishes it (2.1.0-rtm.5), white space removed. It is a draft-04 schema without the parts that later drafts changed but its `id`;
// one of its patterns has a stray bracket that only a regular expression without the unicode flag takes.
const published = JSON.parse(readFileSync('test/core/export/sarif-2.1.0-rtm.5.schema.json', 'utf8')) as Record<string, unknown>;
const schema = Object.fromEntries(Object.entries(published).filter(([key]) => key !== 'id' && key !== '$schema'));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const valid = ajv.compile(schema);

function assertValid(log: JsonObject): void {
  const plain = JSON.parse(JSON.stringify(log)) as unknown;
  assert.ok(valid(plain), JSON.stringify(valid.errors?.slice(0, 5), null, 1));
}

test('the schema refuses what is no SARIF', () => {
  assert.equal(valid({ version: '2.1.0' }), false);
  assert.equal(valid({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: {} }] }] }), false);
});

test('findings of a weld are results with places, partners and rules', async () => {
  const session = await readSession('media/samples/codex-subagent-boundary.jsonl');
  const replay = judge(session.conversation(), 'opencodex/anthropic', { ...DEFAULT_OPTIONS, variant: 'pre-93' });
  const report = await fileReport(session, 'logs/my session.jsonl', replay);
  const log = sarifLog([report], [], RULES, '1.2.3', (file) => file.split('/').map(encodeURIComponent).join('/'));
  assertValid(log);
  const [run] = (log as unknown as { runs: readonly Run[] }).runs;
  assert.ok(run);
  assert.equal(run.results.length, replay.findings.length);
  const weld = run.results.find((r) => r.ruleId === 'anthropic/thinking-modified-latest')!;
  assert.equal(weld.level, 'error');
  assert.deepEqual(weld.locations[0]!.physicalLocation.artifactLocation, { uri: 'logs/my%20session.jsonl' });
  assert.equal(weld.locations[0]!.physicalLocation.region.startLine, 12);
  assert.deepEqual(weld.relatedLocations!.map((l) => l.physicalLocation.region.startLine), [9]);
  const rule = run.tool.driver.rules[weld.ruleIndex]!;
  assert.equal(rule.id, 'anthropic/thinking-modified-latest');
  assert.ok(rule.help.text.length > 40 && rule.fullDescription.text.length > 20);
  const line = readFileSync('media/samples/codex-subagent-boundary.jsonl', 'utf8').split('\n')[11]!;
  const { startColumn, endColumn } = weld.locations[0]!.physicalLocation.region;
  assert.equal((JSON.parse(line.slice(startColumn - 1, endColumn - 1)) as { id: string }).id, 'rs_found');
});

test('problems, refused sessions and unreadable files are notifications, not results', async () => {
  const torn = await readSession('media/samples/torn-lines.jsonl');
  const empty = await readBytes('');
  const reports = [
    await fileReport(torn, 'torn.jsonl', judge(torn.conversation(), 'opencodex/anthropic')),
    await fileReport(empty, 'empty.jsonl', judge(empty.conversation(), 'opencodex/anthropic')),
  ];
  const log = sarifLog(reports, [{ file: 'gone.jsonl', message: 'gone.jsonl does not exist' }], RULES, '1.2.3', encodeURIComponent);
  assertValid(log);
  const [run] = (log as unknown as { runs: readonly Run[] }).runs;
  const [invocation] = run!.invocations;
  assert.equal(invocation!.executionSuccessful, false);
  const notes = invocation!.toolExecutionNotifications.map((n) => `${n.level} ${n.descriptor?.id ?? n.message.text}`);
  assert.ok(notes.includes('error records/torn-line') && notes.includes('error gone.jsonl does not exist'));
  assert.ok(notes.some((n) => n.startsWith('warning opencodex/anthropic: ')));
});

test('a run without findings is valid and empty', () => {
  assertValid(sarifLog([], [], RULES, '0.0.1', encodeURIComponent));
});

interface Location { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: { readonly startLine: number; readonly startColumn: number; readonly endColumn: number } } }
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly help: { readonly text: string }; readonly fullDescription: { readonly text: string } }[] } };
  readonly invocations: readonly { readonly executionSuccessful: boolean; readonly toolExecutionNotifications: readonly { readonly level: string; readonly message: { readonly text: string }; readonly descriptor?: { readonly id: string } }[] }[];
  readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number; readonly level: string; readonly locations: readonly Location[]; readonly relatedLocations?: readonly Location[] }[];
}
