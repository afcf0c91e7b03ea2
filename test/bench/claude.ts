import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from '../../src/core/turns/session.ts';
import { nodeHost, openFile } from '../../src/worker/file-source.ts';
import { writeClaudeLike } from './claude-like.ts';
import type { Verdict } from './view.ts';

/** Analysis of a Claude Code transcript: opened, read to its end, the tree traced, turns built. Against decoding and parsing its lines and nothing else. */
export async function measureClaude(folder: string, mb: number, rounds: number, bareParse: (path: string) => number): Promise<Verdict> {
  const path = join(folder, 'claude.jsonl');
  const records = writeClaudeLike(path, mb << 20);
  const ratios: number[] = [];
  let turns = 0;
  try {
    const parsed = bareParse(path);
    for (let round = -1; round < rounds; round++) {
      const start = performance.now();
      bareParse(path);
      const between = performance.now();
      const found = await analyse(path);
      const end = performance.now();
      if (parsed !== records || found.records !== records) throw new Error(`outputs differ: ${records} written, ${parsed} parsed, ${found.records} accounted for`);
      turns = found.turns;
      // The first round warms both up.
      if (round >= 0) ratios.push((end - between) / (between - start));
    }
  } finally {
    rmSync(path, { force: true });
  }
  const value = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
  return { name: 'analysis, claude-code', value, limit: 2.0, detail: `${records} records, ${turns} turns` };
}

async function analyse(path: string): Promise<{ readonly records: number; readonly turns: number }> {
  const source = await openFile(path);
  const host = nodeHost(path);
  const session = await Session.open(source, host);
  await session.read();
  const { entries, turns } = session.conversation();
  const records = new Set<number>(session.hidden.map((h) => h.source.record));
  for (const entry of entries) records.add(entry.source.record);
  await source.close();
  await host.close();
  return { records: records.size, turns: turns.length };
}
