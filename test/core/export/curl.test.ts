import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { curlText } from '../../../src/core/export/curl.ts';
import { endpointOf } from '../../../src/core/export/endpoints.ts';
import type { Api } from '../../../src/core/model/block.ts';
import type { Json } from '../../../src/core/model/json.ts';
import type { Recorded } from '../../../src/core/model/turn.ts';

const recorded = (params: Readonly<Record<string, Json>> = {}): Recorded => ({ system: [], missing: [], params });

async function script(id: string, api: Api, body: string, more: { params?: Readonly<Record<string, Json>>; model?: string; notes?: readonly string[] } = {}): Promise<string> {
  const endpoint = endpointOf({ id, api }, recorded(more.params), more.model);
  assert.ok(endpoint);
  let text = '';
  for await (const piece of curlText(endpoint, (async function* (): AsyncGenerator<string> { yield body; })(), more.notes ?? [])) text += piece;
  return text;
}

/** Runs a script in a real shell with a `curl` that writes down its arguments and its input. */
function run(text: string, env: Readonly<Record<string, string>>): { readonly status: number | null; readonly args: readonly string[]; readonly input: string; readonly stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'turnlens-curl-'));
  try {
    writeFileSync(join(folder, 'curl'), `#!/bin/sh\nfor a in "$@"; do printf '%s\\0' "$a"; done > "${folder}/args"\ncat > "${folder}/input"\n`);
    chmodSync(join(folder, 'curl'), 0o755);
    writeFileSync(join(folder, 'args'), ''); writeFileSync(join(folder, 'input'), '');
    const { status, stderr } = spawnSync('sh', ['-c', text], { encoding: 'utf8', env: { PATH: `${folder}:${process.env.PATH ?? ''}`, ...env } });
    return { status, stderr, args: readFileSync(join(folder, 'args'), 'utf8').split('\0').slice(0, -1), input: readFileSync(join(folder, 'input'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('what the shell hands to curl is the body byte for byte, the right URL and headers, and the key of the environment', { skip: process.platform === 'win32' }, async () => {
  const body = JSON.stringify({ text: 'it\'s "quoted" $HOME `id` $(id) \\ \n TURNLENS_REQUEST \u2028 é \ud83d\ude00 !! %s', nested: { a: [1, null] } });
  const text = await script('anthropic-messages', 'anthropic-messages', body, { params: { betas: ['context-management-2025-06-27', 'x; rm -rf /', 'fine-beta'] } });
  assert.ok(!text.includes('the-key'));
  const { status, args, input } = run(text, { ANTHROPIC_API_KEY: 'the-key' });
  assert.equal(status, 0);
  assert.equal(input, `${body}\n`);
  assert.deepEqual(args, ['-sS', 'https://api.anthropic.com/v1/messages', '-H', 'content-type: application/json', '-H', 'x-api-key: the-key', '-H', 'anthropic-version: 2023-06-01', '-H', 'anthropic-beta: context-management-2025-06-27,fine-beta', '--data-binary', '@-']);
});

test('without a key in the environment nothing is sent', { skip: process.platform === 'win32' }, async () => {
  const { status, args, stderr } = run(await script('openai-chat', 'openai-chat', '{}'), {});
  assert.notEqual(status, 0);
  assert.deepEqual(args, []);
  assert.match(stderr, /OPENAI_API_KEY/);
});

test('a note of hostile text stays a comment', { skip: process.platform === 'win32' }, async () => {
  const { args } = run(await script('openai-responses', 'openai-responses', '{}', { notes: ['redacted at a\nrm -rf /tmp/nothing\r\u2028x'] }), { OPENAI_API_KEY: 'k' });
  assert.equal(args[1], 'https://api.openai.com/v1/responses');
});

test('every API has its own address and key; what is no HTTP body has none', async () => {
  const url = async (id: string, api: Api, model?: string): Promise<readonly string[]> => run(await script(id, api, '{}', model === undefined ? {} : { model }), { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', GEMINI_API_KEY: 'g', MISTRAL_API_KEY: 'm', DEEPSEEK_API_KEY: 'd' }).args;
  assert.deepEqual((await url('gemini', 'gemini', 'gem/ini\'$(id)')).slice(1, 2), ['https://generativelanguage.googleapis.com/v1beta/models/gem%2Fini\'%24(id):generateContent']);
  assert.ok((await url('gemini', 'gemini')).includes('x-goog-api-key: g'));
  assert.ok((await url('openai-chat', 'openai-chat')).includes('authorization: Bearer o'));
  assert.ok((await url('mistral-chat', 'mistral-chat')).includes('https://api.mistral.ai/v1/chat/completions'));
  assert.ok((await url('dsh/messages', 'anthropic-messages')).includes('https://api.deepseek.com/anthropic/v1/messages'));
  assert.ok((await url('dsh/messages', 'anthropic-messages')).includes('x-api-key: d'));
  for (const api of ['pi-ai', 'bedrock-converse', 'dsh'] as const) assert.equal(endpointOf({ id: 'x', api }, recorded(), undefined), undefined);
});
