import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FORMATS } from '../../src/core/formats/index.ts';
import { RULES } from '../../src/core/rules/index.ts';
import { TARGETS } from '../../src/core/targets/index.ts';
import { type Run, turnlens } from '../support/command-line.ts';
import { SECRETS } from '../support/secrets.ts';
import { jsonl } from '../support/sessions.ts';

const CODEX = 'media/samples/codex-subagent-boundary.jsonl';
const DSH = 'media/samples/dsh-settlement-notice.jsonl';
const BROKEN = 'media/samples/anthropic-request-broken.json';
const TORN = 'media/samples/torn-lines.jsonl';
const WELD = ['--target', 'opencodex/anthropic', '--variant', 'pre-93'];

const folder = mkdtempSync(join(tmpdir(), 'turnlens-cli-'));
after(() => { rmSync(folder, { recursive: true }); });
const file = (name: string, content: string | Uint8Array): string => { const path = join(folder, name); writeFileSync(path, content); return path; };
const json = (run: Run): Record<string, never> => { assert.equal(run.err, ''); assert.ok(run.out.endsWith('\n')); return JSON.parse(run.out) as Record<string, never>; };
/** A failure: its code, nothing on standard output, one line on standard error. */
function fails(run: Run, code: number, message: RegExp): void {
  assert.equal(run.code, code, run.err);
  assert.equal(run.out, '');
  assert.match(run.err, /^turnlens: [^\n]+\n$/);
  assert.match(run.err, message);
}

test('inspect --json gives turns, hidden records, responses, boundaries, branches and problems', async () => {
  const run = await turnlens(['inspect', TORN, '--json']);
  assert.equal(run.code, 0);
  const answer = json(run) as unknown as { readonly schema: number; readonly format: { readonly id: string }; readonly turns: readonly { readonly role: string; readonly blocks: readonly { readonly kind: string }[] }[]; readonly problems: readonly { readonly code: string; readonly source: { readonly line: number } }[] };
  assert.equal(answer.schema, 1);
  assert.equal(answer.format.id, 'codex-rollout');
  assert.deepEqual(Object.keys(answer).filter((k) => ['turns', 'hidden', 'responses', 'boundaries', 'branches', 'problems'].includes(k)).length, 6);
  assert.deepEqual(answer.turns.slice(0, 3).map((t) => [t.role, t.blocks.map((b) => b.kind)]), [['user', ['text']], ['assistant', ['thinking', 'tool-call']], ['toolResult', ['text']]]);
  assert.deepEqual(answer.problems.map((p) => [p.code, p.source.line]).slice(0, 3), [['records/torn-line', 6], ['records/joined-lines', 7], ['records/nul-bytes', 9]]);
});

test('inspect for people has line numbers and no control sequences', async () => {
  const { out, code } = await turnlens(['inspect', CODEX]);
  assert.equal(code, 0);
  assert.match(out, /^ {4}11 {2}user \(agent-message\) .*Message Type: FINAL_ANSWER/m);
  assert.match(out, /^boundary 8:\/payload \| 11:\/payload: agent-message between, both sides signed$/m);
  assert.ok(!out.includes('\x1b'));
});

test('text of a session cannot drive the terminal', async () => {
  const { out } = await turnlens(['inspect', file('hostile.json', JSON.stringify({ model: 'm\x1b]0;x\x07', max_tokens: 1, system: 's', messages: [{ role: 'user', content: 'a\x1b[2J\u202eb\u0007\r\nc' }] }))]);
  assert.ok(!/[\x00-\x09\x0b-\x1f\u202e]/.test(out));
  assert.match(out, /a\\u\{1b\}\[2J\\u\{202e\}b\\u\{7\} c/);
});

test('replay --json gives the request, decisions, boundaries and findings of one target', async () => {
  const run = await turnlens(['replay', CODEX, ...WELD, '--json']);
  assert.equal(run.code, 0);
  const answer = json(run) as unknown as { readonly schema: number; readonly target: string; readonly outcome: string; readonly request: { readonly messages: readonly unknown[] }; readonly decisions: readonly { readonly block: string; readonly op: string }[]; readonly boundaries: readonly { readonly mergedOnWire: boolean; readonly severity: string; readonly before: string; readonly after: string }[]; readonly findings: readonly { readonly rule: string; readonly sources: readonly { readonly line: number; readonly file: string }[] }[] };
  assert.deepEqual([answer.schema, answer.target, answer.outcome], [1, 'opencodex/anthropic', 'ok']);
  assert.ok(answer.request.messages.length > 3);
  assert.equal(answer.decisions.find((d) => d.block === '10:/payload/content/0')?.op, 'omitted');
  assert.deepEqual(answer.boundaries.filter((b) => b.mergedOnWire).map((b) => [b.before, b.after, b.severity]), [['8:/payload', '11:/payload', 'error']]);
  assert.deepEqual(answer.findings.find((f) => f.rule === 'anthropic/thinking-modified-latest')?.sources.map((s) => [s.file, s.line]), [['codex-subagent-boundary.jsonl', 12], ['codex-subagent-boundary.jsonl', 9]]);
});

test('a rejected replay and one that does not apply are answers, not failures', async () => {
  const session = file('rejected.jsonl', jsonl({ type: 'session', version: 0, id: 'a', createdAt: 1 }, { type: 'user/message', seq: 0, time: 1, surfaceOp: 'append', data: { id: 'm', role: 'user', content: [{ type: 'video' }], source: { kind: 'user' } } }));
  const rejected = await turnlens(['replay', session, '--target', 'dsh/messages', '--json']);
  assert.equal(rejected.code, 0);
  const answer = json(rejected) as unknown as { readonly outcome: string; readonly request: null; readonly rejection: { readonly code: string; readonly block: string } };
  assert.deepEqual([answer.outcome, answer.request, answer.rejection.code, answer.rejection.block], ['rejected', null, 'UNSUPPORTED_CONTENT', '1:/data/content/0']);
  const people = await turnlens(['replay', session, '--target', 'dsh/messages']);
  assert.match(people.out, /^line 2: rejected UNSUPPORTED_CONTENT: /m);
  const other = await turnlens(['replay', DSH, '--target', 'opencodex/anthropic', '--json']);
  assert.deepEqual([other.code, (json(other) as unknown as { readonly outcome: string }).outcome], [0, 'not-applicable']);
  fails(await turnlens(['export', session, '--target', 'dsh/messages']), 1, /rejects the session: UNSUPPORTED_CONTENT/);
});

test('replay for people names lines, decisions, boundaries and findings', async () => {
  const { out } = await turnlens(['replay', CODEX, ...WELD]);
  assert.match(out, /^opencodex\/anthropic {2}ok {2}.*omitted/);
  assert.match(out, /^lines 9 and 12: error boundary merged: /m);
  assert.match(out, /^line 12, column \d+: error anthropic\/thinking-modified-latest /m);
});

test('an export is the request of the replay, whatever its form, and a prompt is in it', async () => {
  for (const [session, ...options] of [[CODEX, ...WELD], [DSH, '--target', 'dsh/messages', '--prompt', 'And now?'], [BROKEN, '--target', 'anthropic-messages', '--mode', 'repair']]) {
    const { request } = json(await turnlens(['replay', session!, ...options, '--tools', 'none', '--json']));
    const exported = await turnlens(['export', session!, ...options, '--tools', 'none']);
    assert.equal(exported.code, 0);
    assert.deepEqual(JSON.parse(exported.out), request);
    const curl = await turnlens(['export', session!, ...options, '--tools', 'none', '--as', 'curl']);
    assert.deepEqual(JSON.parse(/<<'TURNLENS_REQUEST'\n(.*)\nTURNLENS_REQUEST\n$/s.exec(curl.out)![1]!), request);
    if (options.includes('--prompt')) assert.ok(exported.out.includes('And now?'));
  }
});

test('an export redacts, tells what and where, and leaves it with --no-redact', async () => {
  const session = file('secret.json', JSON.stringify({ model: 'claude-opus-4-6', max_tokens: 1, messages: [{ role: 'user', content: `npm config set //registry/:_authToken ${SECRETS.npm}` }] }));
  const run = await turnlens(['export', session, '--target', 'anthropic-messages']);
  assert.equal(run.code, 0);
  assert.ok(!run.out.includes(SECRETS.npm) && !run.err.includes(SECRETS.npm));
  assert.match(run.err, /^turnlens: redacted: npm at messages\.0\.content\S* \(block 1:\/content\)\n$/);
  const off = await turnlens(['export', session, '--target', 'anthropic-messages', '--no-redact']);
  assert.ok(off.out.includes(SECRETS.npm) && off.err === '');
});

test('export --out writes a new file and never takes another one\'s place', async () => {
  const out = join(folder, 'request.json');
  const run = await turnlens(['export', DSH, '--target', 'dsh/messages', '--out', out]);
  assert.deepEqual([run.code, run.out, run.err], [0, '', `turnlens: written to ${out}\n`]);
  JSON.parse(readFileSync(out, 'utf8'));
  fails(await turnlens(['export', DSH, '--target', 'dsh/messages', '--out', out]), 2, /exists/);
  fails(await turnlens(['export', DSH, '--target', 'dsh/messages', '--out', DSH]), 2, /exists/);
  fails(await turnlens(['export', DSH, '--target', 'dsh/messages', '--out', join(folder, 'no', 'such')]), 2, /cannot be written/);
});

test('lint prints file:line:column severity rule message, and error findings make it fail', async () => {
  const run = await turnlens(['lint', CODEX, ...WELD]);
  assert.equal(run.code, 1);
  for (const line of run.out.trimEnd().split('\n')) assert.match(line, /^media\/samples\/codex-subagent-boundary\.jsonl:\d+:\d+ (error|warning|info) [a-z0-9-]+\/[a-z0-9-]+ \S.*$/);
  assert.match(run.out, /^media\/samples\/codex-subagent-boundary\.jsonl:12:\d+ error anthropic\/thinking-modified-latest /m);
  assert.equal((await turnlens(['lint', CODEX, '--target', 'opencodex/anthropic'])).code, 0);
});

test('problems of the file are told by lint and do not fail it', async () => {
  const run = await turnlens(['lint', TORN, '--target', 'opencodex/anthropic']);
  assert.match(run.out, /^media\/samples\/torn-lines\.jsonl:6:1 error records\/torn-line /m);
  assert.ok([0, 1].includes(run.code!));
  assert.equal(run.code, /^\S+ error (?!records\/)/m.test(run.out) ? 1 : 0);
});

test('lint tells which blocks of a recorded request are wrong', async () => {
  const run = await turnlens(['lint', BROKEN, '--target', 'auto']);
  assert.equal(run.code, 1);
  const rules = new Set(run.out.split('\n').map((l) => l.split(' ')[2]));
  for (const rule of ['anthropic/tool-result-missing', 'anthropic/tool-result-orphan', 'anthropic/tool-result-not-first', 'anthropic/text-empty', 'anthropic/prefill-unsupported']) assert.ok(rules.has(rule), rule);
});

test('lint of several files reports unreadable ones after the others were done', async () => {
  const run = await turnlens(['lint', join(folder, 'gone.jsonl'), CODEX, folder, DSH, '--target', 'opencodex/anthropic', '--variant', 'pre-93', '--format', 'json']);
  assert.equal(run.code, 3);
  const { files } = JSON.parse(run.out) as { readonly files: readonly { readonly file: string; readonly format: { readonly id: string }; readonly findings: readonly unknown[]; readonly problems: readonly unknown[] }[] };
  assert.deepEqual(files.map((f) => [f.file, f.format.id]), [[CODEX, 'codex-rollout'], [DSH, 'dsh-session']]);
  assert.ok(files[0]!.findings.length > 0 && Array.isArray(files[0]!.problems));
  assert.match(run.err, /^turnlens: \S*gone\.jsonl does not exist\nturnlens: \S+ is a directory, not a session file\n$/);
});

test('lint --format sarif names files relative to where it runs', async () => {
  const run = await turnlens(['lint', 'codex-subagent-boundary.jsonl', ...WELD, '--format', 'sarif'], { cwd: 'media/samples' });
  assert.equal(run.code, 1);
  const log = JSON.parse(run.out) as { readonly version: string; readonly runs: readonly { readonly tool: { readonly driver: { readonly version: string } }; readonly results: readonly { readonly locations: readonly { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }[] }[] }[] };
  assert.equal(log.version, '2.1.0');
  assert.equal(log.runs[0]!.tool.driver.version, (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
  assert.deepEqual(new Set(log.runs[0]!.results.map((r) => r.locations[0]!.physicalLocation.artifactLocation.uri)), new Set(['codex-subagent-boundary.jsonl']));
});

test('explain leads from a provider\'s message to the line', async () => {
  const text = 'messages.6.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.';
  const lint = JSON.parse((await turnlens(['lint', CODEX, ...WELD, '--format', 'json'])).out) as { readonly files: readonly { readonly findings: readonly { readonly rule: string; readonly providerPath?: string }[] }[] };
  const path = lint.files[0]!.findings.find((f) => f.rule === 'anthropic/thinking-modified-latest')!.providerPath!;
  const run = await turnlens(['explain', CODEX, '--error', text.replace('messages.6.content.1', path), ...WELD, '--json']);
  assert.equal(run.code, 0);
  const answer = json(run) as unknown as { readonly schema: number; readonly matches: readonly { readonly source: { readonly line: number }; readonly rule: string; readonly block: string }[] };
  assert.deepEqual([answer.schema, answer.matches[0]!.source.line, answer.matches[0]!.rule, answer.matches[0]!.block], [1, 12, 'anthropic/thinking-modified-latest', '11:/payload']);
  assert.match((await turnlens(['explain', CODEX, '--error', text.replace('messages.6.content.1', path), ...WELD])).out, /^line 12, column \d+ {2}opencodex\/anthropic /);
  assert.match((await turnlens(['explain', CODEX, '--error', 'It is broken.'])).out, /names no place/);
  fails(await turnlens(['explain', CODEX]), 2, /--error is needed/);
});

test('formats, targets and rules list the registries', async () => {
  for (const [name, ids] of [['formats', FORMATS.map((f) => f.id)], ['targets', [...TARGETS.map((t) => t.id), 'auto']], ['rules', RULES.map((r) => r.id)]] as const) {
    const run = await turnlens([name, '--json']);
    assert.equal(run.code, 0);
    const answer = json(run) as unknown as Record<string, readonly { readonly id: string }[]>;
    assert.deepEqual(answer[name]!.map((e) => e.id).sort(), [...ids].sort());
    assert.deepEqual((await turnlens([name])).out.trimEnd().split('\n').map((l) => l.split(' ')[0]).sort(), [...ids].sort());
  }
});

test('- reads standard input, from a pipe and from a file', async () => {
  const direct = json(await turnlens(['inspect', CODEX, '--json']));
  assert.deepEqual(json(await turnlens(['inspect', '-', '--json'], { input: readFileSync(CODEX) })), direct);
  assert.deepEqual(json(await turnlens(['inspect', '-', '--json'], { stdin: openSync(CODEX, 'r') })), direct);
  const piped = await turnlens(['lint', '-', ...WELD], { input: readFileSync(CODEX) });
  assert.equal(piped.code, 1);
  assert.match(piped.out, /^-:12:\d+ error /m);
});

test('help and version', async () => {
  for (const args of [['--help'], ['-h'], ['help'], ['replay', '--help'], ['lint', '-h']]) {
    const run = await turnlens(args);
    assert.deepEqual([run.code, run.err], [0, '']);
    assert.match(run.out, /^usage: turnlens /);
  }
  assert.match((await turnlens(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
});

test('a command line that cannot be understood is code 2 and one line that says why', async () => {
  fails(await turnlens([]), 2, /no command/);
  fails(await turnlens(['frobnicate']), 2, /"frobnicate" is no command/);
  fails(await turnlens(['inspect']), 2, /needs a FILE/);
  fails(await turnlens(['inspect', 'a', 'b']), 2, /not "b"/);
  fails(await turnlens(['formats', 'a']), 2, /takes no operand/);
  fails(await turnlens(['inspect', CODEX, '--nope']), 2, /Unknown option '--nope'/);
  fails(await turnlens(['inspect', CODEX, '--branch']), 2, /--branch/);
  fails(await turnlens(['inspect', CODEX, '--branch', 'nowhere']), 2, /--branch "nowhere" is no leaf/);
  fails(await turnlens(['inspect', CODEX, '--input-format', 'yaml']), 2, /--input-format "yaml" is no format; there are .*codex-rollout/);
  fails(await turnlens(['replay', CODEX]), 2, /--target is needed/);
  fails(await turnlens(['replay', CODEX, '--target', 'nobody']), 2, /--target "nobody" is no target/);
  fails(await turnlens(['replay', CODEX, ...WELD.slice(0, 2), '--variant', '9']), 2, /--variant of opencodex\/anthropic must be one of .*pre-93/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--mode', 'sloppy']), 2, /--mode must be strict or repair/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--thinking', 'more']), 2, /--thinking must be as-is or strip/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--options', 'x']), 2, /--options is not JSON/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--options', '[1]']), 2, /--options must be a JSON object/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--options', '{"nope":1}']), 2, /has no option "nope"/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--tools', file('tools.txt', 'x')]), 2, /is not JSON/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--tools', file('tools.json', '{"a":1}')]), 2, /JSON array/);
  fails(await turnlens(['replay', CODEX, ...WELD, '--tools', join(folder, 'none.json')]), 3, /cannot be read: ENOENT/);
  fails(await turnlens(['export', CODEX, ...WELD, '--as', 'pdf']), 2, /--as must be json, curl, typescript or python/);
  fails(await turnlens(['lint', CODEX, ...WELD, '--format', 'xml']), 2, /--format must be text, json or sarif/);
});

test('given tools, given format and target options reach the replay', async () => {
  const tools = file('given.json', JSON.stringify({ tools: [{ name: 'mine', description: 'd', input_schema: { type: 'object' } }] }));
  const answer = json(await turnlens(['replay', BROKEN, '--target', 'anthropic-messages', '--tools', tools, '--json'])) as unknown as { readonly request: { readonly tools: readonly { readonly name: string }[] } };
  assert.deepEqual(answer.request.tools.map((t) => t.name), ['mine']);
  assert.equal((json(await turnlens(['inspect', CODEX, '--input-format', 'openai-responses', '--json'])) as unknown as { readonly format: { readonly id: string } }).format.id, 'openai-responses');
  const session = ['replay', DSH, '--target', 'dsh/messages', '--json'];
  assert.equal((await turnlens([...session, '--options', '{"pairing":"strict"}'])).code, 0);
  fails(await turnlens([...session, '--options', '{"pairing":"lax"}']), 2, /"pairing" of dsh\/messages must be one of/);
});

test('a reader that closes its end early is no error', async () => {
  const big = file('big.json', JSON.stringify({ model: 'claude-opus-4-6', max_tokens: 1, system: 's', messages: Array.from({ length: 20_000 }, (_, k) => ({ role: k % 2 === 0 ? 'user' : 'assistant', content: `message ${k} ${'x'.repeat(200)}` })) }));
  const { spawnSync } = await import('node:child_process');
  for (const command of [`inspect ${big}`, `inspect ${big} --json`, `export ${big} --target anthropic-messages`]) {
    const { stderr, stdout } = spawnSync('sh', ['-c', `${process.execPath} dist/cli.js ${command} | head -c 100`], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(stdout.length, 100);
  }
});

test('no command changes the file it reads', async () => {
  const hash = (): string[] => [CODEX, DSH, BROKEN, TORN].map((f) => createHash('sha256').update(readFileSync(f)).digest('hex'));
  const before = hash();
  for (const f of [CODEX, DSH, BROKEN, TORN]) for (const args of [['inspect', f], ['replay', f, '--target', 'auto'], ['export', f, '--target', 'auto'], ['lint', f, '--target', 'auto'], ['explain', f, '--error', 'messages.1.content.0: bad']]) await turnlens(args);
  assert.deepEqual(hash(), before);
});
