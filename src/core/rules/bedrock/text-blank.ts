import { elements, member, textFacts } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { blockPath, converseMessages, wireIds } from '../views/converse-view.ts';
import { carriers } from '../views/element-origins.ts';

/** No text is blank. */
export const bedrockTextBlank: Rule = {
  id: 'bedrock/text-blank',
  severity: 'error',
  summary: 'A `text` block that is empty or holds white space only is refused. Inside a tool result it is a warning: no report says so for results.',
  fix: 'Leave the block out, or send a visible placeholder.',
  sources: [{ text: 'boto/botocore issue 3525; NousResearch/hermes-agent PR 67978; agentjido/jido_ai PR 215', date: '2026-11-30' }],
  errorText: /The text field in the ContentBlock object at messages\.(?<m>\d+)\.content\.(?<b>\d+) is blank/,
  *check(judged: Judged): Generator<Hit> {
    for (const message of converseMessages(judged) ?? []) for (const block of message.blocks) {
      const said = textFacts(member(block.node, 'text'));
      if (said !== undefined && said.state !== 'text') {
        yield {
          wirePath: blockPath(message, block), blocks: wireIds(judged, message, [block]), message: said.state === 'empty' ? 'The text is empty.' : 'The text is white space only.',
          providerError: `The text field in the ContentBlock object at messages.${message.index}.content.${block.index} is blank. Add text to the text field, and try again.`,
        };
      }
      for (const [at, part] of (elements(member(member(block.node, 'toolResult'), 'content')) ?? []).entries()) {
        const inside = textFacts(member(part, 'text'));
        if (inside === undefined || inside.state === 'text') continue;
        const wirePath = `${blockPath(message, block)}.toolResult.content.${at}`;
        yield { wirePath, severity: 'warning', blocks: carriers(judged, wirePath), message: 'A text inside this result is blank; the provider may reject it.' };
      }
    }
  },
};
