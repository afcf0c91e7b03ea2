// The user layer: packs the extension (or takes turnlens-VERSION.vsix with --packed), installs it into a fresh profile of the VS Code
// server and runs test/host/user.mjs against it. Closes with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const vsix = `turnlens-${version}.vsix`;
if (!process.argv.includes('--packed') || !existsSync(vsix)) {
  const { status } = spawnSync(process.execPath, ['.ci/package.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const { prepare } = await import('../test/vscode-host/server.mjs');
prepare();
const { runAsUser } = await import('../test/host/user.mjs');
process.exit(await runAsUser(vsix));
