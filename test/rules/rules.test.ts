import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { judge } from '../../src/core/judge/judge.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../src/core/replay/serializer.ts';
import { familyOf, RULES } from '../../src/core/rules/index.ts';
import { readBytes } from '../support/sessions.ts';

const ROOT = 'test/rules';

/** One line of `expected.findings.json`: what the rule of the folder says of a file, sent to a target. */
interface Case {
  readonly input: string;
  /** Where the format is not recognised by itself. */
  readonly format?: string;
  readonly target: string;
  readonly model?: string;
  readonly variant?: string;
  readonly mode?: 'strict' | 'repair';
  /** What the case asks for beside the mode. */
  readonly options?: Pick<Partial<ReplayOptions>, 'dialect' | 'thinking' | 'tools' | 'extra'>;
  readonly findings: readonly Partial<Finding>[];
}

const folderOf = (id: string): string => join(ROOT, id);
const casesOf = (id: string): readonly Case[] => JSON.parse(readFileSync(join(folderOf(id), 'expected.findings.json'), 'utf8')) as readonly Case[];

/** What is compared: the keys that an expected finding spells, in the order findings are given. */
function spelled(finding: Finding): Partial<Finding> {
  const { severity, wirePath, providerPath, blocks, providerError } = finding;
  return JSON.parse(JSON.stringify({ severity, wirePath, providerPath, blocks, providerError })) as Partial<Finding>;
}

for (const rule of RULES) {
  describe(rule.id, () => {
    if (!existsSync(join(folderOf(rule.id), 'expected.findings.json'))) return;
    for (const expected of casesOf(rule.id)) {
      test(`${expected.input} through ${expected.target}${expected.model === undefined ? '' : ` for ${expected.model}`}${expected.options === undefined ? '' : ` with ${JSON.stringify(expected.options)}`}`, async () => {
        const session = await readBytes(readFileSync(join(folderOf(rule.id), expected.input)), expected.input, expected.format === undefined ? {} : { inputFormat: expected.format });
        const { model, variant, mode = 'strict' } = expected;
        const replay = judge(session.conversation(), expected.target, { ...DEFAULT_OPTIONS, ...expected.options, mode, ...(model === undefined ? {} : { model }), ...(variant === undefined ? {} : { variant }) });
        assert.equal(replay.outcome, 'ok', JSON.stringify(replay.rejection ?? replay.notApplicable));
        const found = replay.findings.filter((finding) => finding.rule === rule.id);
        assert.deepEqual(found.map(spelled), expected.findings);
        for (const finding of found) {
          assert.equal(finding.sources.length, finding.blocks.length, 'every block of a finding has its line');
          if (finding.providerError !== undefined) assert.match(finding.providerError, rule.errorText ?? /$^/, 'the rule recognises its own text');
        }
      });
    }
  });
}

test('every rule has a documentation text, dated sources, and cases that it finds and that it leaves alone', () => {
  const missing: string[] = [];
  for (const rule of RULES) {
    if (rule.summary.trim() === '' || rule.fix.trim() === '') missing.push(`${rule.id}: no text`);
    if (rule.sources.length === 0 || rule.sources.some((s) => s.text.trim() === '' || !/^\d{4}-\d\d-\d\d$/.test(s.date))) missing.push(`${rule.id}: a source without text or date`);
    if (!existsSync(join(folderOf(rule.id), 'expected.findings.json'))) { missing.push(`${rule.id}: no cases`); continue; }
    const cases = casesOf(rule.id);
    if (!cases.some((c) => c.input.startsWith('invalid') && c.findings.length > 0)) missing.push(`${rule.id}: nothing invalid`);
    if (!cases.some((c) => c.input.startsWith('valid') && c.findings.length === 0)) missing.push(`${rule.id}: nothing valid`);
    const inputs = readdirSync(folderOf(rule.id)).filter((name) => /^(?:in)?valid/.test(name));
    for (const name of inputs) if (!cases.some((c) => c.input === name)) missing.push(`${rule.id}: ${name} is in no case`);
  }
  assert.deepEqual(missing, []);
});

test('rules are sorted by family, each family by id; every case folder is that of a rule', () => {
  assert.deepEqual(RULES.map((rule) => rule.id), RULES.map((rule) => rule.id).sort());
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((e) => e.isDirectory()).flatMap((family) => readdirSync(join(ROOT, family.name)).map((name) => `${family.name}/${name}`));
  assert.deepEqual(folders.filter((id) => !RULES.some((rule) => rule.id === id)), []);
  assert.ok(RULES.every((rule) => familyOf(rule) !== ''));
});
