import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every session file among the test folders and the samples: the list is never kept by hand. */
export function fixtures(): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/^(input|valid|invalid)[.-]|rollout.*\.jsonl|session.*\.jsonl|[0-9a-f-]{36}\.jsonl|agent-.*\.jsonl/.test(entry.name)) found.push(path);
    }
  };
  for (const folder of ['test/formats', 'test/targets', 'test/rules', 'test/golden', 'media/samples']) walk(folder);
  return found;
}
