import { closeSync, openSync, writeSync } from 'node:fs';

/** A small seeded generator (mulberry32): same seed, same file. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = state + 0x6d2b79f5 >>> 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}

export type Shape = 'mixed' | 'text';

const WORDS = 'the file test value parser stream error return const index build check path line token reads writes call result branch commit module config server request response ändern größe naïve 数据 "quoted" back\\slash tab\t'.split(' ');
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Writes a Codex-like rollout of about `bytes` bytes; mixed ones hold images of 1 to 5 MB (about 38 % of the bytes). Returns the number of records. */
export function writeCodexLike(path: string, bytes: number, shape: Shape, seed = 7): number {
  const rnd = random(seed);
  const file = openSync(path, 'w');
  let written = 0;
  let records = 0;
  let sequence = 1;
  let imageBytes = 0;
  const pool = Array.from({ length: 64 }, () => Array.from({ length: 400 }, () => WORDS[Math.floor(rnd() * WORDS.length)]).join(' ') + '\n');
  const text = (length: number): string => {
    let out = '';
    while (out.length < length) out += pool[Math.floor(rnd() * pool.length)]!;
    return out.slice(0, length);
  };
  const base64 = (length: number): string => {
    const chunk = Array.from({ length: 1024 }, () => BASE64[Math.floor(rnd() * 64)]).join('');
    return chunk.repeat(Math.ceil(length / 1024)).slice(0, length);
  };
  const put = (type: string, payload: unknown, metadata?: unknown): void => {
    const line = `${JSON.stringify({ timestamp: '2026-11-30T12:00:00.000Z', ordinal: records, type, payload, ...(metadata === undefined ? {} : { metadata }) })}\n`;
    written += writeSync(file, line);
    records++;
  };
  const item = (payload: unknown, sampled: number): void => { put('response_item', payload, { history_sequence: sequence++, sampled_through_sequence: sampled, client_authored: false }); };
  put('session_meta', { id: '01a22de7-0000-7000-8000-000000000001', timestamp: '2026-11-30T12:00:00.000Z', cwd: '/home/user/project', originator: 'codex_exec', cli_version: '0.171.0', model_provider: 'openai', base_instructions: { text: text(4000) }, history_mode: 'paginated' });
  for (let turn = 0; written < bytes; turn++) {
    put('turn_context', { turn_id: `turn-${turn}`, cwd: '/home/user/project', model: 'gpt-5.2', approval_policy: 'never' });
    item({ type: 'message', id: `msg_u${turn}`, role: 'user', content: [{ type: 'input_text', text: text(60 + rnd() * 400) }] }, sequence - 1);
    const steps = 1 + Math.floor(rnd() * 8);
    for (let step = 0; step < steps && written < bytes; step++) {
      const sampled = sequence - 1;
      item({ type: 'reasoning', id: `rs_${turn}_${step}`, summary: [{ type: 'summary_text', text: text(80 + rnd() * 300) }], content: null, encrypted_content: `gAAAAA${base64(700 + Math.floor(rnd() * 2500))}` }, sampled);
      const call = `call_${turn}_${step}`;
      item({ type: 'function_call', id: `fc_${turn}_${step}`, name: 'exec_command', arguments: JSON.stringify({ cmd: text(40 + rnd() * 120) }), call_id: call }, sampled);
      if (shape === 'mixed' && imageBytes < written * 0.38) {
        const size = 1e6 + Math.floor(rnd() * 4e6);
        imageBytes += size;
        item({ type: 'function_call_output', call_id: call, output: [{ type: 'input_text', text: 'screenshot' }, { type: 'input_image', image_url: `data:image/png;base64,${base64(size)}` }] }, sampled);
      } else item({ type: 'function_call_output', call_id: call, output: text(outputLength(rnd)) }, sampled);
      put('event_msg', { type: 'token_count', info: { total_token_usage: { input_tokens: 1000 + turn, output_tokens: 50 } } });
    }
    const sampled = sequence - 1;
    item({ type: 'message', id: `msg_a${turn}`, role: 'assistant', content: [{ type: 'output_text', text: text(100 + rnd() * 1500), annotations: [] }], phase: 'final_answer' }, sampled);
    put('event_msg', { type: 'task_complete', turn_id: `turn-${turn}`, duration_ms: 5 });
  }
  closeSync(file);
  return records;
}

/** Log-uniform: 60 % 80 B to 3 KB, 34 % 3 to 40 KB, 6 % 50 to 500 KB. */
function outputLength(rnd: () => number): number {
  const pick = rnd();
  const [low, high] = pick < 0.6 ? [80, 3e3] : pick < 0.94 ? [3e3, 4e4] : [5e4, 5e5];
  return low * (high / low) ** rnd();
}
