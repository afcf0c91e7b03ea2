import type { Hit, Judged, Rule } from '../rule.ts';
import { chatDialect } from '../views/chat-dialect.ts';
import { callIds, chatMessages } from '../views/chat-view.ts';

/** Arguments in the history are JSON. */
export const qwenArgumentsNotJson: Rule = {
  id: 'qwen/arguments-not-json',
  severity: 'error',
  summary: 'The `function.arguments` of every call in the history must be valid JSON. A stream that was cut off leaves half of it, or nothing; the session fails from then on.',
  fix: 'Send "{}" in its place, or leave the call and its result out.',
  sources: [{ text: 'alibaba/spring-ai-alibaba issue 4533; HKUDS/nanobot issues 2469, 1487, 1998', date: '2026-11-30' }],
  errorText: /The "function\.arguments" parameter of the code model must be in JSON format/,
  *check(judged: Judged): Generator<Hit> {
    if (chatDialect(judged) !== 'qwen') return;
    for (const call of (chatMessages(judged) ?? []).flatMap((message) => message.calls)) {
      const [id] = callIds(judged, call);
      const args = id === undefined ? undefined : judged.block(id)?.args;
      if (args !== 'invalid' && args !== 'empty') continue;
      yield { wirePath: `messages.${call.message}.tool_calls.${call.index}`, providerPath: `messages[${call.message}].tool_calls[${call.index}]`, blocks: [id!], message: args === 'empty' ? 'The call has no arguments.' : 'The arguments of this call are no valid JSON.', providerError: '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON format.' };
    }
  },
};
