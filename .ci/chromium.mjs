// Finds Chromium; installs Debian's package where that needs no questions (root with apt-get), else says what to install.
import { spawnSync } from 'node:child_process';

const which = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || undefined;

/** Path of a Chromium, or undefined after a message that says what to install. */
export function ensureChromium() {
  const found = process.env.CHROMIUM ?? which('chromium') ?? which('chromium-browser') ?? which('google-chrome');
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && which('apt-get') !== undefined) {
    console.log('Chromium is missing: installing the packages chromium and fonts-dejavu-core');
    const run = (args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    run(['update', '-q']);
    run(['install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']);
    const installed = which('chromium');
    if (installed !== undefined) return installed;
  }
  console.error('Chromium was not found. Install it (Debian: apt-get install chromium fonts-dejavu-core) or set CHROMIUM to its path.');
  return undefined;
}
