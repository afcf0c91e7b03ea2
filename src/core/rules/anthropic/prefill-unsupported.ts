import type { Hit, Judged, Rule } from '../rule.ts';
import { gate, gatedSeverity } from '../../replay/model-gates.ts';
import { messagesView } from '../views/messages-view.ts';

/** Newer models do not continue an assistant message. */
export const prefillUnsupported: Rule = {
  id: 'anthropic/prefill-unsupported',
  severity: 'error',
  summary: 'Claude Opus 4.6, Sonnet 4.6 and everything newer refuse a request that ends on an assistant message, except to resume a turn that stopped in a server tool (`pause_turn`). A session that is replayed without its next user message ends so by nature: then this is a note.',
  fix: 'Leave a trailing aborted assistant message out, or add a user message.',
  sources: [
    { text: 'Anthropic documentation; anomalyco/opencode issue 13768, PR 14772', date: '2026-02-28' },
    { text: 'strands-agents/sdk-python issue 1694; livekit/agents issue 4907, PR 4973; agno-agi/agno issue 7015', date: '2026-11-30' },
  ],
  errorText: /This model does not support assistant message prefill\. The conversation must end with a user message/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    const last = view?.messages[view.messages.length - 1];
    if (view === undefined || last?.role !== 'assistant') return;
    const tail = last.blocks[last.blocks.length - 1]?.type ?? '';
    if (tail === 'server_tool_use' || tail === 'mcp_tool_use' || tail.endsWith('_tool_result')) return;
    const recorded = judged.serializer.kind === 'recorded';
    const severity = gatedSeverity(gate('prefillRejected', judged.model), recorded ? 'error' : 'info');
    if (severity === undefined) return;
    yield {
      wirePath: `messages.${last.index}`, blocks: [...view.messageIds(last)].reverse(), severity,
      message: recorded ? 'The request ends on an assistant message.' : 'The conversation ends on an assistant turn: add the next user message (a prompt) before it is sent.',
      providerError: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    };
  },
};
