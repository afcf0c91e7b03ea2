import { readFileSync } from 'node:fs';

/** The version in the package's own description, which lies beside `dist/` in every way it is shipped. */
export function version(): string {
  const found = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version?: unknown };
  return typeof found.version === 'string' ? found.version : '0.0.0';
}
