import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve('test/sdk-types');

/** Installs the vendors' SDKs where they are not yet; only their types are used, so nothing of them runs. */
function install(): void {
  if (existsSync(join(ROOT, 'node_modules', 'openai', 'package.json'))) return;
  console.log('installing the SDKs in test/sdk-types, for their types');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('npm ci in test/sdk-types failed');
}

/** What TypeScript says of these files (name → text), compiled strictly against the SDKs' types; nothing is written. */
export function typeErrors(files: Readonly<Record<string, string>>): readonly string[] {
  install();
  const options: ts.CompilerOptions = {
    strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  };
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(ROOT, name), text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, rest[0]);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const place = diagnostic.file === undefined || diagnostic.start === undefined ? '' : `${diagnostic.file.fileName.slice(ROOT.length + 1)}:${diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start).line + 1} `;
    return `${place}${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`;
  });
}
