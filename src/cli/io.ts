/** 0 fine, 1 error findings or an export that cannot be made, 2 usage, 3 a file that cannot be read. Stable: scripts depend on them. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Where a command writes. JSON goes to `out` alone; errors are one line on `err`. */
export interface Io {
  /** Colours and other control sequences: only on a terminal that wants them. */
  readonly colour: boolean;
  /** Resolves when the text was taken; false once the reader has closed its end, and then nothing more needs to be made. */
  out(text: string): Promise<boolean>;
  err(line: string): void;
}

/** A command line that cannot be understood: exit code 2. */
export class UsageError extends Error {}
/** A file that cannot be read: exit code 3. */
export class UnreadableError extends Error {}

/** The io of this process. A closed pipe (`| head`) is no error. */
export function processIo(): Io {
  let closed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
  });
  process.stderr.on('error', () => { /* nobody listens: there is nothing left to tell */ });
  const { NO_COLOR, TERM } = process.env;
  return {
    colour: process.stdout.isTTY && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb',
    out: (text) => closed ? Promise.resolve(false) : new Promise((resolve) => { process.stdout.write(text, (error) => { resolve(error === undefined || error === null); }); }),
    err: (line) => { process.stderr.write(`turnlens: ${line}\n`); },
  };
}

const ENOUGH = 1 << 16;

/** Writes text as it comes, in larger pieces; false when the reader closed its end. */
export async function stream(io: Io, text: AsyncIterable<string>, end = ''): Promise<boolean> {
  let held = '';
  for await (const piece of text) {
    held += piece;
    if (held.length < ENOUGH) continue;
    if (!await io.out(held)) return false;
    held = '';
  }
  return await io.out(held + end);
}

/** Text that is there already, as a stream. */
export async function* pieces(text: Iterable<string>): AsyncGenerator<string> {
  yield* text;
}
