import { gate, gatedSeverity, isClaude } from '../../replay/model-gates.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { converseMessages, messageIds } from '../views/converse-view.ts';

/** Newer Claude models do not continue an assistant message here either. */
export const bedrockPrefillUnsupported: Rule = {
  id: 'bedrock/prefill-unsupported',
  severity: 'error',
  summary: 'Claude Opus 4.6, Sonnet 4.6 and everything newer refuse a request that ends on an assistant message, through Bedrock as on their own API. A session that is replayed without its next user message ends so by nature: then this is a note.',
  fix: 'Add the next user message.',
  sources: [{ text: 'Anthropic documentation; microsoft/semantic-kernel issues 10277, 10281 (the last message must be the user\'s)', date: '2026-11-30' }],
  errorText: /This model does not support assistant message prefill\. The conversation must end with a user message/,
  *check(judged: Judged): Generator<Hit> {
    const messages = converseMessages(judged) ?? [];
    const last = messages[messages.length - 1];
    if (last?.role !== 'assistant' || judged.model !== undefined && !isClaude(judged.model)) return;
    const recorded = judged.serializer.kind === 'recorded';
    const severity = gatedSeverity(gate('prefillRejected', judged.model), recorded ? 'error' : 'info');
    if (severity === undefined) return;
    yield {
      wirePath: `messages.${last.index}`, blocks: [...messageIds(judged, last)].reverse(), severity,
      message: recorded ? 'The request ends on an assistant message.' : 'The conversation ends on an assistant turn: add the next user message (a prompt) before it is sent.',
      providerError: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    };
  },
};
