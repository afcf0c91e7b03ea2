import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { turnlens } from '../support/command-line.ts';

const CODEX = 'media/samples/codex-subagent-boundary.jsonl';
const folder = mkdtempSync(join(tmpdir(), 'turnlens-code-'));
after(() => { rmSync(folder, { recursive: true }); });

for (const [as, name] of [['typescript', 'send.ts'], ['python', 'send.py']] as const) {
  test(`export --as ${as} writes the code, and the request in a file beside it`, async () => {
    const out = join(folder, as === 'python' ? 'p' : 't', name);
    const run = await turnlens(['export', CODEX, '--target', 'anthropic-messages', '--as', as, '--out', out]);
    assert.equal(run.code, 2, 'a folder that is not there is no place for it');
    const path = join(folder, name);
    const made = await turnlens(['export', CODEX, '--target', 'anthropic-messages', '--model', 'claude-sonnet-4-5', '--as', as, '--out', path]);
    assert.equal(made.code, 0, made.err);
    assert.match(made.err, new RegExp(`written to .*${name} and .*send\\.request\\.json`));
    assert.ok(readFileSync(path, 'utf8').includes('send.request.json'));
    const request = JSON.parse(readFileSync(join(folder, 'send.request.json'), 'utf8')) as { readonly model: string };
    assert.equal(request.model, 'claude-sonnet-4-5');
    rmSync(path);
    const again = await turnlens(['export', CODEX, '--target', 'anthropic-messages', '--as', as, '--out', path]);
    assert.equal(again.code, 2, 'the request never takes another file\'s place');
    assert.match(again.err, /send\.request\.json exists/);
    assert.ok(!existsSync(path), 'no code without its request');
    rmSync(join(folder, 'send.request.json'));
    assert.deepEqual(readdirSync(folder), []);
  });
}

test('code on standard output names the file that the request is read from', async () => {
  const run = await turnlens(['export', CODEX, '--target', 'openai-responses', '--as', 'typescript']);
  assert.equal(run.code, 0);
  assert.match(run.out, /readFileSync\(new URL\('\.\/request\.json', import\.meta\.url\), 'utf8'\)/);
  assert.match(run.err, /reads the request from request\.json beside it/);
});

test('a context of a client library is no request of a vendor', async () => {
  const session = join(folder, 'dsh.jsonl');
  writeFileSync(session, readFileSync('media/samples/dsh-settlement-notice.jsonl'));
  const run = await turnlens(['export', session, '--target', 'dsh/pi-ai', '--as', 'python']);
  assert.equal(run.code, 1, run.err);
  assert.match(run.err, /no vendor's SDK can send it/);
});
