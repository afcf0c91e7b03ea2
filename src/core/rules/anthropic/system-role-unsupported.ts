import type { Hit, Judged, Rule } from '../rule.ts';
import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import { messagesView } from '../views/messages-view.ts';

/** Older models know no system role inside `messages`. */
export const systemRoleUnsupported: Rule = {
  id: 'anthropic/system-role-unsupported',
  severity: 'error',
  summary: '`role: "system"` inside `messages` is refused by Claude Opus 4.7 and older; `developer` and any other role by every model.',
  fix: 'Send it in the top-level `system`, or as user text in its place.',
  sources: [
    { text: 'Anthropic documentation', date: '2026-11-30' },
    { text: 'ianarawjo/ChainForge issue 271', date: '2024-12-31' },
    { text: 'kennethreitz/simplemind PR 37; elie222/inbox-zero PR 1642', date: '2026-11-30' },
  ],
  errorText: /messages: Unexpected role "(?<role>\w+)"\. The Messages API accepts a top-level `?system`? parameter/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const answer = gate('systemInMessages', judged.model);
    for (const run of view.runs) {
      if (run.role === 'user' || run.role === 'assistant') continue;
      const severity = run.role === 'system' ? gatedSeverity(answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'unknown') : 'error';
      if (severity === undefined) continue;
      for (const message of run.messages) {
        yield {
          wirePath: `messages.${message.index}`, blocks: view.messageIds(message), severity,
          message: run.role === 'system' && answer === 'unknown' ? 'A system message inside `messages`: models before Claude Opus 4.8 refuse it.' : `This model takes no message of role ${run.role === '' ? '(none)' : run.role}.`,
          providerError: `messages: Unexpected role "${run.role}". The Messages API accepts a top-level \`system\` parameter, not "${run.role}" as an input message role.`,
        };
      }
    }
  },
};
