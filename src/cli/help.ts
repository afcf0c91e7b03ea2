import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { OPTIONS, type OptionName } from './options.ts';
import { columns } from './paint.ts';

/** The help text of the whole program. */
export function generalHelp(): string {
  return [
    'usage: turnlens COMMAND …', '', ...columns(COMMANDS.map((c) => [`  ${c.name}`, c.summary])), '',
    'A FILE may be -, which reads standard input. `turnlens COMMAND --help` tells a command\'s options; --version the version.',
    'Exit codes: 0 fine, 1 findings of severity error (lint) or an export that cannot be made, 2 usage, 3 a file that cannot be read.', '',
  ].join('\n');
}

/** The help text of one command. */
export function commandHelp(command: Command): string {
  const names: readonly OptionName[] = [...command.options, 'help'];
  const rows = names.map((name) => { const { value, help } = OPTIONS[name]; return [`  --${name}${value === undefined ? '' : ` ${value}`}`, help]; });
  return [`usage: turnlens ${command.name} ${command.operands}`.trimEnd() + ' [options]', '', command.summary, '', ...columns(rows), ''].join('\n');
}
