import { claudeCodeClient } from './claude-code.ts';
import { codexClient } from './codex.ts';
import type { ClientEmulation } from './emulation.ts';

/** Every client whose next request is known, sorted by the format it writes. */
export const CLIENTS: readonly ClientEmulation[] = [
  claudeCodeClient,
  codexClient,
];
