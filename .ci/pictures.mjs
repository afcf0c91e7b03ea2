// npm run pictures [-- --readme --packed --theme dark-modern]: see test/host/pictures.mjs.
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
const { takePictures } = await import('../test/host/pictures.mjs');
const theme = process.argv.indexOf('--theme');
process.exit(await takePictures(vsix, { readme: process.argv.includes('--readme'), ...(theme < 0 ? {} : { themes: [process.argv[theme + 1]] }) }));
