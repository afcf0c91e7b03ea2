import type { HostCommand } from '../host.ts';
import { chooseBranch } from './choose-branch.ts';
import { chooseFormat } from './choose-format.ts';
import { chooseTarget } from './choose-target.ts';
import { copyText } from './copy-text.ts';
import { copyWirePath } from './copy-wire-path.ts';
import { explainError } from './explain-error.ts';
import { exportRequest } from './export-request.ts';
import { inspect } from './inspect.ts';
import { nextTarget } from './next-target.ts';
import { openSource } from './open-source.ts';
import { pinTarget } from './pin-target.ts';
import { reveal } from './reveal.ts';
import { showLog } from './show-log.ts';
import { viewActions } from './view-actions.ts';

/** Every command, sorted by id; each has its entry in package.json. */
export const COMMANDS: readonly HostCommand[] = [chooseBranch, chooseFormat, chooseTarget, copyText, copyWirePath, explainError, exportRequest, inspect, nextTarget, openSource, pinTarget, reveal, showLog, ...viewActions];
