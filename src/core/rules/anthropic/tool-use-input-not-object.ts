import type { Hit, Judged, Rule } from '../rule.ts';
import { isRef, member, shapeOf, textFacts } from '../../replay/wire.ts';
import { messagesView, type MessagesView, type WireBlock } from '../views/messages-view.ts';

/** The input of a call is a JSON object. */
export const toolUseInputNotObject: Rule = {
  id: 'anthropic/tool-use-input-not-object',
  severity: 'error',
  summary: '`tool_use.input` must be a JSON object. It is missing, null, a string or an array after an aborted stream, when arguments were encoded twice, or when a client writes an empty array for an empty object.',
  fix: 'Parse the string; where it does not parse, send `{}` and mark the result as an error.',
  sources: [{ text: 'both wordings quoted in ten public repositories', date: '2026-11-30' }],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+)\.tool_use\.input: (?:Input should be (?:a valid dictionary|an object)|Field required)/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    for (const run of view.runs) for (const block of run.blocks) {
      if (block.type !== 'tool_use') continue;
      const found = inputState(view, block);
      if (found === 'object') continue;
      const path = view.path(block);
      const providerPath = `${path}.tool_use.input`;
      yield {
        wirePath: path, providerPath, blocks: view.ids(block),
        message: found === 'missing' ? 'The call has no input.' : `The input of the call is ${found}, not an object.`,
        providerError: `${providerPath}: ${found === 'missing' ? 'Field required' : 'Input should be a valid dictionary'}`,
      };
    }
  },
};

function inputState(view: MessagesView, block: WireBlock): string {
  const input = member(block.node, 'input');
  const args = view.block(block)?.args;
  if (input === undefined) {
    if (shapeOf(block.node) === block.node || args === undefined || args === 'empty') return 'missing';
    return args === 'object' ? 'object' : 'no JSON object';
  }
  if (isRef(input)) return input.ref === 'json' ? args === undefined || args === 'object' ? 'object' : args === 'invalid' ? 'no valid JSON' : 'no JSON object' : 'a string';
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  return typeof input === 'object' ? 'object' : textFacts(input) !== undefined ? 'a string' : `a ${typeof input}`;
}
