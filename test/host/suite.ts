import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/**
 * Entry of the suite that runs inside a VS Code extension host: the server of test/vscode-host or desktop VS Code. A rejection
 * makes the host report exit code 1; the last line is for the launcher, which trusts no exit code without it.
 */
export async function run(): Promise<void> {
  const file = process.env['VSHOST_RESULTS'];
  const say = (...parts: unknown[]): void => { const line = format(...parts); if (file === undefined) console.log(line); else appendFileSync(file, `${line}\n`); };
  (Mocha.reporters.Base as unknown as { consoleLog: typeof say }).consoleLog = say;
  const mocha = new Mocha({ ui: 'tdd', color: false, timeout: 40_000, reporter: 'spec' });
  const only = process.env['TURNLENS_ONLY'] ?? '';
  for (const name of readdirSync(__dirname).filter((n) => n.endsWith('.host.js') && n.includes(only)).sort()) mocha.addFile(join(__dirname, name));
  const stats = await new Promise<Mocha.Stats>((resolve, reject) => {
    try { const runner = mocha.run(() => { resolve(runner.stats!); }); } catch (error) { reject(error as Error); }
  });
  say('%d passed, %d failed', stats.passes, stats.failures);
  if (stats.failures > 0) throw new Error(`${stats.failures} tests failed`);
  if (stats.passes === 0) throw new Error('no test ran');
}
