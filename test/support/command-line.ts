import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLI = 'dist/cli.js';
const SOURCES = ['src/cli.ts', 'src/cli', 'src/core', 'src/worker', 'package.json', '.ci/build.mjs'];

function newest(path: string): number {
  const stats = statSync(path);
  return stats.isDirectory() ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name)))) : stats.mtimeMs;
}

/** Builds the command line where it is missing or older than its sources. */
export function buildCommandLine(): void {
  if (existsSync(CLI) && statSync(CLI).mtimeMs >= Math.max(...SOURCES.map(newest))) return;
  const { status, stderr } = spawnSync(process.execPath, ['.ci/build.mjs', 'cli'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command line does not build: ${stderr}`);
}

/** What a run gave. `peak` is the most memory it held, in bytes. */
export interface Run { readonly code: number | null; readonly out: string; readonly err: string; readonly peak: number; readonly ms: number }

const HOOK = join(tmpdir(), `turnlens-peak-${process.pid}.cjs`);
process.on('exit', () => { rmSync(HOOK, { force: true }); });

/** Runs `turnlens` as a user does. `input` goes to its standard input. */
export async function turnlens(args: readonly string[], options: { readonly input?: Uint8Array | string; readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly uid?: number; readonly stdin?: number } = {}): Promise<Run> {
  buildCommandLine();
  if (!existsSync(HOOK)) writeFileSync(HOOK, 'process.on("exit", () => { require("node:fs").writeSync(3, String(process.resourceUsage().maxRSS)); });\n');
  const spawnOptions: SpawnOptions = { stdio: [options.stdin ?? 'pipe', 'pipe', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '', ...options.env }, ...(options.cwd === undefined ? {} : { cwd: options.cwd }), ...(options.uid === undefined ? {} : { uid: options.uid }) };
  const start = performance.now();
  const child = spawn(process.execPath, ['--require', HOOK, join(process.cwd(), CLI), ...args], spawnOptions);
  child.stdin?.on('error', () => { /* it did not want it */ });
  child.stdin?.end(options.input ?? '');
  const all = async (stream: AsyncIterable<Buffer>): Promise<string> => { const pieces: Buffer[] = []; for await (const piece of stream) pieces.push(piece); return Buffer.concat(pieces).toString('utf8'); };
  const code = new Promise<number | null>((resolve, reject) => { child.on('error', reject); child.on('close', resolve); });
  const [out, err, peak] = await Promise.all([all(child.stdout!), all(child.stderr!), all(child.stdio[3] as unknown as AsyncIterable<Buffer>)]);
  return { code: await code, out, err, peak: Number(peak) * 1024, ms: performance.now() - start };
}
