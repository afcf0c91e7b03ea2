import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findingJson } from '../../../src/core/export/finding-json.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import { readBytes } from '../../support/sessions.ts';

const CODEX = 'test/golden/codex/0.171.0';
const G3 = join(CODEX, 'g3-agent-message-boundary/session');

/** The only things wrong with what real clients recorded: read off the files by hand. */
const TRUE_ERRORS: Readonly<Record<string, readonly string[]>> = {
  // Line 15 holds arguments that are no JSON (`{"cmd": broken`), line 27 a local shell call whose output Codex never wrote.
  'c-parallel': ['anthropic/tool-use-input-not-object line 15', 'anthropic/tool-result-missing line 27'],
};

function rollouts(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).filter((e) => e.isFile() && /^rollout.*\.jsonl$/.test(e.name)).map((e) => join(e.parentPath, e.name)).sort();
}

describe('sessions that Codex recorded and replayed, as Messages requests', () => {
  for (const scenario of readdirSync(CODEX).sort()) {
    test(`${scenario}: no error that is not true`, async () => {
      const found: string[] = [];
      for (const file of rollouts(join(CODEX, scenario))) {
        const session = await readBytes(readFileSync(file), file);
        for (const target of ['anthropic-messages', 'opencodex/anthropic']) {
          const errors = judge(session.conversation(), target).findings.filter((f) => f.severity === 'error').map((f) => `${f.rule} line ${f.sources[0]?.line}`);
          if (target === 'anthropic-messages') found.push(...errors);
          else assert.deepEqual(errors, [], `${file} through ${target}`);
        }
      }
      assert.deepEqual(found.sort(), [...TRUE_ERRORS[scenario] ?? []].sort());
    });
  }
});

describe('seed 2: two signed responses around a sub-agent\'s message (recorded g3, with Anthropic signatures in their envelopes)', () => {
  const file = rollouts(G3).find((name) => readFileSync(name, 'utf8').includes('rs_q3'))!;
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as { type: string; payload: { type?: string; id?: string; encrypted_content?: string } });
  for (const row of rows) {
    if (row.payload.type === 'reasoning') row.payload.encrypted_content = `ocxr1:${Buffer.from(JSON.stringify({ sig: Buffer.from(`mock-signature:${row.payload.id}`).toString('base64') })).toString('base64')}`;
  }
  const written = (keep: boolean): string => rows.map((row) => JSON.stringify(!keep && row.payload.type === 'agent_message' ? { ...row, type: 'event_msg', payload: { type: 'removed_for_the_test' } } : row)).join('\n').concat('\n');

  test('with the message in place nothing is refused', async () => {
    const session = await readBytes(written(true), 'r.jsonl');
    assert.deepEqual(judge(session.conversation(), 'anthropic-messages').findings.filter((f) => f.severity === 'error'), []);
  });

  test('without it the rollout\'s exact identity makes an error that names both blocks and their lines', async () => {
    const session = await readBytes(written(false), 'r.jsonl');
    const replay = judge(session.conversation(), 'anthropic-messages');
    const finding = replay.findings.find((f) => f.rule === 'anthropic/thinking-modified-latest' && f.blocks.includes('17:/payload'));
    assert.deepEqual([finding?.severity, finding?.blocks, finding?.confidence], ['error', ['22:/payload', '17:/payload'], 'exact']);
    assert.match(finding!.message, /line 23 and line 18/);
    const { sources } = await findingJson(session, finding!) as unknown as { sources: { file: string; line: number; column: number; pointer: string }[] };
    assert.deepEqual(sources.map(({ line, pointer }) => [line, pointer]), [[23, '/payload'], [18, '/payload']]);
    assert.ok(sources.every(({ column }) => column > 1));
    const boundary = replay.boundaries.find((b) => b.before === '17:/payload' && b.after === '22:/payload');
    assert.deepEqual([boundary?.mergedOnWire, boundary?.severity, boundary?.kind], [true, 'error', 'nothing']);
  });

  test('as a bare request body the same is a warning that says identity is inferred', async () => {
    const input = rows.filter((row) => row.type === 'response_item' && row.payload.type !== 'agent_message').map((row) => row.payload);
    const session = await readBytes(JSON.stringify({ model: 'gpt-5.2', input, store: false, include: ['reasoning.encrypted_content'] }), 'body.json');
    const findings = judge(session.conversation(), 'anthropic-messages').findings.filter((f) => f.rule === 'anthropic/thinking-modified-latest');
    assert.ok(findings.length > 0);
    for (const finding of findings) {
      assert.deepEqual([finding.severity, finding.confidence], ['warning', 'inferred']);
      assert.match(finding.message, /inferred/);
      assert.match(finding.message, /may reject/);
    }
  });
});
