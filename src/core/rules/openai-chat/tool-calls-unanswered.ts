import type { Hit, Judged, Rule } from '../rule.ts';
import { callIds, chatMessages } from '../views/chat-view.ts';

/** Every call is answered by a tool message before anything else. */
export const toolCallsUnanswered: Rule = {
  id: 'openai-chat/tool-calls-unanswered',
  severity: 'error',
  summary: 'An assistant message with `tool_calls` must be followed, before any message of another role, by one `tool` message for each id.',
  fix: 'Move the results directly behind the call, or add one that says the call was not run.',
  sources: [
    { text: 'agno-agi/agno issue 3105; QwenLM/qwen-code issues 454, 606; langgenius/dify issue 32222; BerriAI/litellm issues 10083, 28995', date: '2026-11-30' },
    { text: 'aliasrobotics/cai issue 111; evalstate/fast-agent issue 314; google/adk-python issue 417', date: '2026-11-30' },
  ],
  errorText: /assistant message with '?tool_calls'? must be followed by tool messages responding to each '?tool_call_id'?(?:\. The following tool_call_ids did not have response messages: (?<ids>[^\s,"'()]+(?:, ?[^\s,"'()]+)*))?|insufficient tool messages following tool_calls message/,
  *check(judged: Judged): Generator<Hit> {
    const messages = chatMessages(judged);
    if (messages === undefined) return;
    for (const message of messages) {
      if (message.role !== 'assistant' || message.calls.length === 0) continue;
      const answered = new Set<string | undefined>();
      for (let at = message.index + 1; messages[at]?.role === 'tool'; at++) answered.add(messages[at]!.toolCallId);
      const open = message.calls.filter((call) => call.id === undefined || !answered.has(call.id));
      const [first] = open;
      if (first === undefined) continue;
      const ids = open.map((call) => call.id ?? '(no id)').join(', ');
      yield {
        wirePath: open.length === 1 ? `messages.${message.index}.tool_calls.${first.index}` : `messages.${message.index}`, providerPath: `messages[${message.index}]`,
        blocks: open.flatMap((call) => callIds(judged, call)),
        message: open.length === 1 ? `No tool message answers the call ${ids} directly behind it.` : `No tool messages answer ${open.length} calls directly behind them: ${ids}.`,
        providerError: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
      };
    }
  },
};
