import { parseArgs } from 'node:util';
import type { Command, Values } from './cli/command.ts';
import { COMMANDS } from './cli/commands.ts';
import { commandHelp, generalHelp } from './cli/help.ts';
import { type ExitCode, type Io, processIo, UnreadableError, UsageError } from './cli/io.ts';
import { OPTIONS } from './cli/options.ts';
import { printable } from './cli/paint.ts';
import { version } from './cli/version.ts';

/** The command line (design.md section 5): finds the command, parses its arguments, turns what went wrong into an exit code. */
async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === '--version') { await io.out(`${version}\n`); return 0; }
  if (name === '--help' || name === '-h' || name === 'help') { await io.out(generalHelp()); return 0; }
  const command = COMMANDS.find((c) => c.name === name);
  if (command === undefined) throw new UsageError(`${name === undefined ? 'no command' : `"${name}" is no command`}; there are ${COMMANDS.map((c) => c.name).join(', ')} (--help tells more)`);
  const { operands, values } = parsed(command, rest);
  if (values.help === true) { await io.out(commandHelp(command)); return 0; }
  const [least, most] = command.count;
  if (operands.length < least) throw new UsageError(`${command.name} needs a FILE (turnlens ${command.name} ${command.operands})`);
  if (operands.length > most) throw new UsageError(`${command.name} takes ${most === 0 ? 'no operand' : 'one FILE'}, not "${operands[most]}"`);
  return await command.run(operands, values, io);
}

function parsed(command: Command, args: readonly string[]): { readonly operands: readonly string[]; readonly values: Values } {
  const options = Object.fromEntries([...command.options, 'help' as const].map((name) => [name, { type: OPTIONS[name].value === undefined ? 'boolean' as const : 'string' as const, ...(name === 'help' ? { short: 'h' } : {}) }]));
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { operands: positionals, values: values as Values };
  } catch (error) {
    // Only the first sentence: the rest explains node's own API.
    throw new UsageError(`${command.name}: ${(error as Error).message.split(/[.\n]/, 1)[0]}`);
  }
}

function failed(error: unknown, io: Io): ExitCode {
  io.err(printable(error instanceof Error ? error.message : String(error)));
  if (error instanceof UsageError) return 2;
  if (!(error instanceof UnreadableError)) io.err('this is a fault of turnlens, not of the command line');
  return 3;
}

const io = processIo();
void run(process.argv.slice(2), io).catch((error: unknown) => failed(error, io)).then((code) => { process.exitCode = code; });
