import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PiCase } from '../support/generated-pi.ts';

const FOLDER = join('test', 'differential');
const ENTRY = join(FOLDER, 'node_modules', '@mariozechner', 'pi-ai', 'dist', 'index.js');

/** What the real client did: the body that would have left the machine, or the words in which it failed before. */
export type Sent = { readonly body: unknown } | { readonly error: string };

interface PiAi { streamSimple(model: unknown, context: unknown, options: Record<string, unknown>): AsyncIterable<{ readonly type: string; readonly error?: { readonly errorMessage?: string } }> }

/** The real pi-ai 0.73.1, installed into this folder the first time. */
export async function realPi(): Promise<PiAi> {
  if (!existsSync(ENTRY)) {
    const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, encoding: 'utf8', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`the clients to compare with cannot be installed (npm ci in ${FOLDER}): ${stderr}`);
  }
  return await import(pathToFileURL(resolve(ENTRY)).href) as PiAi;
}

/** A token that names an account, as the Codex backend wants one; it is of nobody. */
const TOKEN = `x.${Buffer.from(JSON.stringify({ 'https://api.openai.com/auth': { chatgpt_account_id: 'acc' } })).toString('base64')}.x`;

/** Runs the client on a case and takes what it would send. Nothing leaves the process: `fetch` is ours, and Bedrock is stopped at its payload. */
export async function sentBy(pi: PiAi, { context, model, call }: PiCase): Promise<Sent> {
  const bedrock = model.api === 'bedrock-converse-stream';
  let http: unknown;
  let payload: unknown;
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const body = init?.body ?? (input instanceof Request ? await input.clone().text() : '');
    http = JSON.parse(typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString('utf8'));
    // The Codex client tries again after any other refusal.
    return new Response('{"error":{"message":"usage limit: not sent"}}', { status: 400, headers: { 'content-type': 'application/json' } });
  };
  try {
    let failed = 'the client ended without a word';
    const onPayload = (given: unknown): undefined => {
      payload = JSON.parse(JSON.stringify(given, (_key, value: unknown) => value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString('base64') } : value));
      if (bedrock) throw new Error('stopped');
    };
    for await (const event of pi.streamSimple(structuredClone(model), structuredClone(context), { ...call, apiKey: model.api === 'openai-codex-responses' ? TOKEN : 'sk-none', transport: 'sse', maxRetries: 0, onPayload })) {
      if (event.type === 'error') failed = event.error?.errorMessage ?? failed;
    }
    // What a library refuses after the client was done is what the client gave it.
    const body = http ?? (model.api === 'google-generative-ai' ? undefined : payload);
    return body === undefined ? { error: failed } : { body };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    globalThis.fetch = before;
  }
}
