import type { Hit, Judged, Rule } from '../rule.ts';
import { member } from '../../replay/wire.ts';
import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import { messagesView, type MessagesView, type WireMessage } from '../views/messages-view.ts';

/** Where models take system messages, they take them only between user and assistant. */
export const systemRolePlacement: Rule = {
  id: 'anthropic/system-role-placement',
  severity: 'error',
  summary: 'A system message inside `messages` must follow a user message, or an assistant message that ends in a server tool result; it may not follow another system message, and only an assistant message may follow it. The form that only gives directives (`content: []` with `output_config`) may stand anywhere.',
  fix: 'Move the text into the next user message, or join neighbouring system messages.',
  sources: [
    { text: 'live probe; ten public repositories with real indexes', date: '2026-09-23' },
    { text: 'vendor limitations as quoted in maximhq/bifrost PR 3945; LangChain JS issue 11472, Python issue 38651', date: '2026-11-30' },
  ],
  errorText: /messages\.(?<m>\d+): role '(?:system)' must follow a 'user' message or an 'assistant' message ending in a server tool result/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const severity = gatedSeverity(gate('systemInMessages', judged.model));
    if (severity === undefined) return;
    for (const run of view.runs) {
      if (run.role !== 'system') continue;
      for (const message of run.messages) {
        const wrong = misplaced(view, message);
        if (wrong === undefined) continue;
        const path = `messages.${message.index}`;
        yield {
          wirePath: path, blocks: view.messageIds(message), severity, message: wrong,
          providerError: `${path}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result`,
        };
      }
    }
  },
};

function misplaced(view: MessagesView, message: WireMessage): string | undefined {
  if (message.blocks.length === 0 && member(message.node, 'output_config') !== undefined) return undefined;
  const before = view.messages[message.index - 1];
  const after = view.messages[message.index + 1];
  if (before === undefined) return 'A system message cannot be the first message.';
  if (before.role === 'system') return 'A system message cannot follow another system message.';
  const tail = before.blocks[before.blocks.length - 1]?.type ?? '';
  if (before.role === 'assistant' && !(tail !== 'tool_result' && tail.endsWith('_tool_result'))) return 'A system message cannot follow an assistant message that does not end in a server tool result.';
  return after !== undefined && after.role !== 'assistant' ? `Only an assistant message can follow a system message; here a ${after.role} message does.` : undefined;
}
