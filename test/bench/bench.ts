import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, openSync, readSync, closeSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS } from '../../src/core/replay/serializer.ts';
import { Session } from '../../src/core/turns/session.ts';
import { nodeHost, openFile } from '../../src/worker/file-source.ts';
import { measureClaude } from './claude.ts';
import { writeCodexLike, type Shape } from './codex-like.ts';
import { measureView, type Verdict } from './view.ts';

// One run, everything side by side: node dist/bench.js [--mb 100] [--rounds 5]. Ratios count; milliseconds are for the curious.
// `--child analyse|parse FILE` is one of its own children, for memory.

const TARGET = 'anthropic-messages';

/** The baseline: decode each line and JSON.parse it, nothing else. Returns the number of records. */
export function bareParse(path: string): number {
  const file = openSync(path, 'r');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const chunk = new Uint8Array(1 << 20);
  let pieces: Uint8Array[] = [];
  let records = 0;
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    let from = 0;
    for (let newline = chunk.indexOf(10); newline >= 0 && newline < read; newline = chunk.indexOf(10, from)) {
      const line = pieces.length > 0 ? Buffer.concat([...pieces, chunk.subarray(from, newline)]) : chunk.subarray(from, newline);
      pieces = [];
      if (line.length > 0) { JSON.parse(decoder.decode(line)); records++; }
      from = newline + 1;
    }
    if (from < read) pieces.push(chunk.slice(from, read));
  }
  closeSync(file);
  return records;
}

/** What the product does: open, read to the end, build turns, replay for one target with its findings. */
export async function analyse(path: string): Promise<{ readonly records: number; readonly decisions: number }> {
  const source = await openFile(path);
  const host = nodeHost(path);
  const session = await Session.open(source, host);
  await session.read();
  const conversation = session.conversation();
  const replay = judge(conversation, TARGET, DEFAULT_OPTIONS);
  const records = new Set<number>(session.hidden.map((h) => h.source.record));
  for (const entry of conversation.entries) records.add(entry.source.record);
  for (const block of conversation.recorded.system) records.add(block.source.record);
  await source.close();
  await host.close();
  return { records: records.size, decisions: replay.decisions.size };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const timed = async (work: () => unknown): Promise<number> => { const start = performance.now(); await work(); return performance.now() - start; };
const say = (line: string): void => { console.log(line); };

async function whole(path: string, shape: Shape, records: number, rounds: number): Promise<Verdict> {
  const parsed = bareParse(path);
  const analysed = await analyse(path);
  if (parsed !== records || analysed.records !== records) throw new Error(`outputs differ: ${records} written, ${parsed} parsed, ${analysed.records} accounted for`);
  const ratios: number[] = [];
  const mine: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const a = await timed(() => bareParse(path));
    const b = await timed(() => analyse(path));
    bare.push(a); mine.push(b); ratios.push(b / a);
  }
  return { name: `analysis + replay, ${shape}`, value: median(ratios), limit: 2.0, detail: `${median(mine).toFixed(0)} ms against ${median(bare).toFixed(0)} ms bare decode + JSON.parse, ${records} records, ${analysed.decisions} decisions` };
}

function memory(path: string, shape: Shape): Verdict {
  const child = (what: string): number => {
    const run = spawnSync(process.execPath, [process.argv[1]!, '--child', what, path], { encoding: 'utf8' });
    if (run.status !== 0 || !/^\d+$/m.test(run.stdout)) throw new Error(`child failed: ${run.stderr}`);
    return Number(run.stdout.trim());
  };
  const mine = child('analyse');
  const bare = child('parse');
  return { name: `memory of a child, ${shape} (MB RSS)`, value: mine / 2 ** 20, limit: 300, detail: `bare decode + JSON.parse alone: ${(bare / 2 ** 20).toFixed(0)} MB` };
}

async function firstTurns(small: string, large: string): Promise<Verdict> {
  const bytes = async (path: string): Promise<number> => {
    const source = await openFile(path);
    const session = await Session.open(source, nodeHost(path));
    if (session.conversation().turns.length === 0) throw new Error('no turns in the head');
    await source.close();
    return session.bytesRead;
  };
  const [a, b] = [await bytes(small), await bytes(large)];
  return { name: 'bytes to first turns, 100 MB against 10 MB', value: b / a, limit: 2, detail: `${b} against ${a} bytes` };
}

async function append(small: string, large: string, folder: string): Promise<Verdict> {
  const line = `${JSON.stringify({ timestamp: '2026-11-30T12:00:00.000Z', type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x'.repeat(1900) }] } })}\n`;
  const cost = async (path: string): Promise<number> => {
    const copy = join(folder, 'growing.jsonl');
    copyFileSync(path, copy);
    const source = await openFile(copy);
    const session = await Session.open(source, nodeHost(copy));
    await session.read();
    const before = session.conversation().turns.length;
    const times: number[] = [];
    for (let k = 0; k < 41; k++) {
      appendFileSync(copy, line);
      times.push(await timed(async () => { await session.read(); session.conversation(); }));
    }
    if (session.conversation().turns.length !== before + 41) throw new Error('appended turns are missing');
    await source.close();
    rmSync(copy);
    return median(times);
  };
  const [a, b] = [await cost(small), await cost(large)];
  return { name: 'append of 2 KB, 100 MB against 1 MB', value: b / a, limit: 3, detail: `${b.toFixed(3)} ms against ${a.toFixed(3)} ms` };
}

async function main(): Promise<void> {
  const option = (name: string, fallback: number): number => { const at = process.argv.indexOf(`--${name}`); return at < 0 ? fallback : Number(process.argv[at + 1]); };
  const child = process.argv.indexOf('--child');
  if (child >= 0) {
    const [, what, path] = process.argv.slice(child) as [string, string, string];
    if (what === 'analyse') await analyse(path); else bareParse(path);
    console.log(process.resourceUsage().maxRSS * 1024);
    return;
  }
  const mb = option('mb', 100);
  const folder = mkdtempSync(join(tmpdir(), 'turnlens-bench-'));
  const verdicts: Verdict[] = [];
  try {
    const file = (name: string): string => join(folder, `${name}.jsonl`);
    const records = { mixed: writeCodexLike(file('mixed'), mb << 20, 'mixed'), text: writeCodexLike(file('text'), mb << 20, 'text') };
    writeCodexLike(file('one'), 1 << 20, 'text');
    writeCodexLike(file('ten'), 10 << 20, 'text');
    say(`generated: mixed ${statSync(file('mixed')).size} bytes, text ${statSync(file('text')).size} bytes`);
    for (const shape of ['mixed', 'text'] as const) {
      verdicts.push(await whole(file(shape), shape, records[shape], option('rounds', 5)));
      verdicts.push(memory(file(shape), shape));
    }
    verdicts.push(await measureClaude(folder, mb, option('rounds', 5), bareParse));
    verdicts.push(await firstTurns(file('ten'), file('text')));
    verdicts.push(await append(file('one'), file('text'), folder));
    for (const shape of ['mixed', 'text'] as const) verdicts.push(await measureView(file(shape), shape));
  } finally {
    rmSync(folder, { recursive: true });
  }
  let failed = 0;
  for (const { name, value, limit, detail } of verdicts) {
    const ok = value <= limit;
    if (!ok) failed++;
    say(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${value.toFixed(2)} (limit ${limit}) · ${detail}`);
  }
  say(`${verdicts.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

await main();
