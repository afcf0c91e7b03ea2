import { closeSync, openSync, writeSync } from 'node:fs';
import { random } from './codex-like.ts';

const WORDS = 'the file test value parser stream error return const index build check path line token reads writes call result branch commit module config server request response ändern größe naïve 数据 "quoted" back\\slash tab\t'.split(' ');
const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Writes a transcript like Claude Code 2.1.332's of about `bytes` bytes: a block per line, parallel calls, results with their
 * structured twins, reminders, the client's own log, progress lines, one rewind in forty turns. Returns the number of records.
 */
export function writeClaudeLike(path: string, bytes: number, seed = 7): number {
  const rnd = random(seed);
  const file = openSync(path, 'w');
  let written = 0;
  let records = 0;
  const pool = Array.from({ length: 64 }, () => Array.from({ length: 400 }, () => WORDS[Math.floor(rnd() * WORDS.length)]).join(' ') + '\n');
  const text = (length: number): string => { let out = ''; while (out.length < length) out += pool[Math.floor(rnd() * pool.length)]!; return out.slice(0, length); };
  const of = (alphabet: string, length: number): string => Array.from({ length }, () => alphabet[Math.floor(rnd() * alphabet.length)]).join('');
  const uuid = (): string => [8, 4, 4, 4, 12].map((length) => of(HEX, length)).join('-');
  const session = uuid();
  let parent: string | null = null;
  const write = (record: object): void => { written += writeSync(file, `${JSON.stringify(record)}\n`); records++; };
  const row = (type: string, more: object, above: string | null = parent): string => {
    const id = uuid();
    write({ parentUuid: above, isSidechain: false, type, ...more, uuid: id, timestamp: '2026-11-30T12:00:00.000Z', userType: 'external', entrypoint: 'cli', cwd: '/home/user/project', sessionId: session, version: '2.1.332', gitBranch: 'main' });
    return parent = id;
  };
  const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 9000, output_tokens: 20, server_tool_use: { web_search_requests: 0 }, service_tier: 'standard', cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 } };
  const block = (message: string, content: object, at: number): string => row('assistant', { message: { id: message, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [content], stop_reason: 'tool_use', stop_sequence: null, usage }, requestId: `req_${message}`, apiBlockIndex: at, requestRef: uuid(), requestedModel: 'claude-sonnet-4-5' });
  const prompts: string[] = [];
  for (let turn = 0; written < bytes; turn++) {
    write({ type: 'queue-operation', operation: 'enqueue', timestamp: '2026-11-30T12:00:00.000Z', sessionId: session, content: 'x' });
    if (turn % 40 === 39) parent = prompts[prompts.length - 2] ?? parent;
    prompts.push(row('user', { message: { role: 'user', content: text(60 + rnd() * 400) }, promptId: uuid() }));
    row('attachment', { attachment: { type: 'total_tokens_reminder' }, rendered: [{ content: '<system-reminder>\n15000000 tokens left\n</system-reminder>' }], renderedRole: 'system' });
    const steps = 1 + Math.floor(rnd() * 6);
    for (let step = 0; step < steps && written < bytes; step++) {
      const message = `msg_${of(BASE64, 20)}`;
      let at = 0;
      block(message, { type: 'thinking', thinking: text(80 + rnd() * 600), signature: of(BASE64, 400) + of(BASE64, 8).repeat(50) }, at++);
      block(message, { type: 'text', text: text(60 + rnd() * 300) }, at++);
      const calls = Array.from({ length: 1 + Math.floor(rnd() * 3) }, () => `toolu_${of(BASE64, 20)}`);
      const edits = calls.map(() => rnd() < 0.25);
      const rows = calls.map((id, index) => block(message, edits[index]! ? { type: 'tool_use', id, name: 'Edit', input: { replace_all: false, file_path: '/home/user/project/a.ts', old_string: text(200), new_string: text(300) } }
        : { type: 'tool_use', id, name: 'Bash', input: { command: text(30 + rnd() * 100), description: 'run it' } }, at++));
      row('progress', { data: { type: 'bash_progress', output: text(50) }, toolUseID: calls[0] });
      calls.forEach((id, index) => {
        const output = edits[index]! ? text(400) : text(outputLength(rnd));
        // The structured twin never goes on the wire; that of an edit holds the whole file before it.
        const twin = edits[index]! ? { filePath: '/home/user/project/a.ts', oldString: text(200), newString: text(300), originalFile: text(5e3 + rnd() * 5e4), structuredPatch: [{ oldStart: 1, oldLines: 5, newStart: 1, newLines: 6, lines: [text(300)] }] } : { stdout: output, stderr: '', interrupted: false, isImage: false };
        row('user', { message: { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content: output, is_error: false }] }, toolUseResult: twin, sourceToolAssistantUUID: rows[index]! }, rows[index]!);
      });
    }
    block(`msg_${of(BASE64, 20)}`, { type: 'text', text: text(100 + rnd() * 1500) }, 0);
    write({ type: 'last-prompt', lastPrompt: 'x', leafUuid: parent, sessionId: session });
  }
  closeSync(file);
  return records;
}

/** Log-uniform: 60 % 80 B to 3 KB, 34 % 3 to 30 KB, 6 % 30 to 100 KB (25,000 tokens are the most that a tool may return). */
function outputLength(rnd: () => number): number {
  const pick = rnd();
  const [low, high] = pick < 0.6 ? [80, 3e3] : pick < 0.94 ? [3e3, 3e4] : [3e4, 1e5];
  return low * (high / low) ** rnd();
}
