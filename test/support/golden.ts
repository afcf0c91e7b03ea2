import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import type { Session } from '../../src/core/turns/session.ts';
import { readBytes } from './sessions.ts';

/** A recorded request, and the file as it was when it went out: its first `lines` lines (or why it is not known). */
export interface Cut { readonly n: number; readonly run: string; readonly file?: string; readonly lines?: number; readonly excluded?: string }

const CUTS = JSON.parse(readFileSync('test/golden/cuts.json', 'utf8')) as Readonly<Record<string, readonly Cut[]>>;

/** The scenarios of a client, `codex/0.171.0` or `claude-code/2.1.332`, with their requests. */
export function scenariosOf(client: string): readonly { readonly name: string; readonly folder: string; readonly cuts: readonly Cut[] }[] {
  return Object.entries(CUTS).filter(([key]) => key.startsWith(`${client}/`)).map(([key, cuts]) => ({ name: basename(key), folder: join('test/golden', key), cuts }));
}

/** Opens a session file of a scenario, cut to its first lines, with the scenario's other files beside it. */
export async function openCut(folder: string, file: string, lines: number): Promise<Session> {
  const session = join(folder, 'session');
  const text = linesOf(folder, file).slice(0, lines).map((line) => `${line}\n`).join('');
  const siblings = Object.fromEntries(readdirSync(session).filter((name) => name.endsWith('.jsonl') && name !== file).map((name) => [name, readFileSync(join(session, name))]));
  return await readBytes(text, basename(file), {}, siblings);
}

/** The lines of a session file. */
export function linesOf(folder: string, file: string): readonly string[] {
  return readFileSync(join(folder, 'session', file), 'utf8').trimEnd().split('\n');
}

/** The bodies of the recorded requests, which are kept as the difference to an earlier one. */
export function bodiesOf(folder: string, key: 'input' | 'messages'): ReadonlyMap<number, JsonObject> {
  const bodies = new Map<number, JsonObject>();
  for (const line of readFileSync(join(folder, 'requests.jsonl'), 'utf8').trim().split('\n')) {
    const { n, base, keep, same, body } = JSON.parse(line) as { n: number; base?: number; keep?: number; same?: readonly string[]; body: JsonObject };
    const from = base === undefined ? undefined : bodies.get(base)!;
    const list = [...(from?.[key] as readonly Json[] | undefined ?? []).slice(0, keep), ...body[key] as readonly Json[] | undefined ?? []];
    bodies.set(n, { ...Object.fromEntries((same ?? []).map((k) => [k, from![k]])), ...body, [key]: list });
  }
  return bodies;
}

/** What a golden run says at its end: a line per client, and every exception with its reason. */
export class Tally {
  private exact = 0;
  private able = 0;
  private total = 0;
  private readonly exceptions = new Map<string, number>();

  constructor(private readonly client: string) {}

  recorded(): void { this.total++; }
  compared(): void { this.able++; }
  equal(): void { this.exact++; }
  exception(reason: string): void { this.exceptions.set(reason, (this.exceptions.get(reason) ?? 0) + 1); }

  get verdict(): { readonly exact: number; readonly able: number; readonly total: number } { return { exact: this.exact, able: this.able, total: this.total }; }

  /** For people. */
  say(): void {
    console.log(`${this.client}: ${this.exact} exact / ${this.able} exact-able / ${this.total} recorded requests`);
    for (const [reason, count] of this.exceptions) console.log(`  ${count} × ${reason}`);
  }
}
