import type { Hit, Judged, Rule } from '../rule.ts';
import { callIds, chatMessages, messageIds, type ChatCall } from '../views/chat-view.ts';

/** A tool message answers a call in front of it. */
export const toolMessageOrphan: Rule = {
  id: 'openai-chat/tool-message-orphan',
  severity: 'error',
  summary: 'A `tool` message must follow an assistant message whose `tool_calls` hold its id; only other tool messages may stand between. It stands alone where the history was cut, or where a server dropped an assistant message without content.',
  fix: 'Leave the tool message out, or move it behind its call.',
  sources: [{ text: 'miurla/morphic issue 136; dimagi/open-chat-studio issue 1659; QwenLM/qwen-code issue 2360; diegosouzapw/OmniRoute issue 2893; cubist38/mlx-openai-server PR 205', date: '2026-11-30' }],
  errorText: /messages with role '?tool'? must be a response to a prece+ding message with '?tool_calls'?/,
  *check(judged: Judged): Generator<Hit> {
    const messages = chatMessages(judged);
    if (messages === undefined) return;
    let open = new Set<string | undefined>();
    const seen = new Map<string, ChatCall>();
    for (const message of messages) {
      if (message.role !== 'tool') {
        open = new Set(message.calls.map((call) => call.id));
        for (const call of message.calls) if (call.id !== undefined) seen.set(call.id, call);
        continue;
      }
      if (message.toolCallId !== undefined && open.has(message.toolCallId)) continue;
      const call = message.toolCallId === undefined ? undefined : seen.get(message.toolCallId);
      yield {
        wirePath: `messages.${message.index}`, providerPath: `messages[${message.index}]`,
        blocks: [...messageIds(judged, message), ...call === undefined ? [] : callIds(judged, call)],
        message: call === undefined ? `No call ${message.toolCallId ?? 'without an id'} stands before this tool message.` : `Something stands between the call ${message.toolCallId ?? ''} (messages.${call.message}) and its tool message.`,
        providerError: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      };
    }
  },
};
