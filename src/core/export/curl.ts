import type { Endpoint, Header } from './endpoints.ts';

/** A line of its own ends the body. JSON text has no line like it: inside strings line breaks are escaped. */
const END = 'TURNLENS_REQUEST';

/**
 * A request as a curl command with the body in a here-document: nothing in the body is touched by the shell. The key comes
 * from an environment variable when it is run; it is never in the text. `notes` become comments above it.
 */
export async function* curlText(endpoint: Endpoint, body: AsyncIterable<string>, notes: readonly string[]): AsyncGenerator<string> {
  for (const note of notes) yield `# ${note.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')}\n`;
  const parts = ['curl -sS', `"\${${endpoint.baseVariable}:-${endpoint.base}}"${quoted(endpoint.path)}`, `-H ${quoted('content-type: application/json')}`, ...endpoint.headers.map(headerOf), '--data-binary @-', `<<${quoted(END)}`];
  yield `${parts.join(' ')}\n`;
  yield* body;
  yield `\n${END}\n`;
}

function headerOf(header: Header): string {
  if (header.keyVariable === undefined) return `-H ${quoted(`${header.name}: ${header.value}`)}`;
  return `-H "${header.name}: ${header.value}\${${header.keyVariable}:?set it to your key}"`;
}

/** For a POSIX shell: nothing inside single quotes has a meaning but the quote itself. */
function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}
