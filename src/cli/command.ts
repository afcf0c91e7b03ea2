import type { ExitCode, Io } from './io.ts';
import type { OptionName } from './options.ts';

/** The values of a command's options as they stand on the command line, not yet validated. */
export type Values = Readonly<Partial<Record<OptionName, string | boolean>>>;

/** One command. Adding one: a file, a line in commands.ts. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What stands behind the name in the usage line. */
  readonly operands: string;
  /** How many operands it takes: at least, at most. */
  readonly count: readonly [number, number];
  readonly options: readonly OptionName[];
  run(operands: readonly string[], values: Values, io: Io): Promise<ExitCode>;
}
