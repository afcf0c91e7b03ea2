import { elements, member, textFacts } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { blockPath, converseMessages, wireIds } from '../views/converse-view.ts';

/** A failure says why. */
export const errorResultEmpty: Rule = {
  id: 'bedrock/error-result-empty',
  severity: 'error',
  summary: 'A `toolResult` with status "error" must have content.',
  fix: 'Add a text that says that the tool failed.',
  sources: [{ text: 'aws-samples/sample-multi-agent-orchestration-chat-on-agentcore issue 15 (the only report)', date: '2026-06-01' }],
  errorText: /The content field at messages\.(?<m>\d+)\.content\.(?<b>\d+)\.toolResult cannot be empty when status value is error/,
  *check(judged: Judged): Generator<Hit> {
    for (const message of converseMessages(judged) ?? []) for (const block of message.results) {
      const result = member(block.node, 'toolResult');
      if (textFacts(member(result, 'status'))?.inline !== 'error' || (elements(member(result, 'content')) ?? []).length > 0) continue;
      yield {
        wirePath: blockPath(message, block), blocks: wireIds(judged, message, [block]), message: 'The result failed and says nothing.',
        providerError: `The content field at messages.${message.index}.content.${block.index}.toolResult cannot be empty when status value is error.`,
      };
    }
  },
};
