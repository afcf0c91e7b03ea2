import { formats, rules, targets } from './catalogue.ts';
import type { Command } from './command.ts';
import { explain } from './explain.ts';
import { exportCommand } from './export.ts';
import { inspect } from './inspect.ts';
import { lint } from './lint.ts';
import { replay } from './replay.ts';

/** Every command, in the order of the help text: the sole authority. */
export const COMMANDS: readonly Command[] = [inspect, replay, exportCommand, lint, explain, formats, targets, rules];
