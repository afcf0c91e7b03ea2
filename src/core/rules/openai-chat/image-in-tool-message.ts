import { elements, member, textFacts } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { chatMessages } from '../views/chat-view.ts';
import { decidedBy } from '../views/decided.ts';
import { carriers } from '../views/element-origins.ts';

/** Images stand in user messages only. One that a serializer moved out of a tool message is an info. */
export const imageInToolMessage: Rule = {
  id: 'openai-chat/image-in-tool-message',
  severity: 'error',
  summary: 'An image part may only stand in a message with role user. Images of tool results are sent in one user message behind the whole batch of results: between the results they would part them from their calls.',
  fix: 'Move the images of all results of the batch into one user message behind it.',
  sources: [{ text: 'strands-agents/sdk-python issue 320; ten public repositories quote the text', date: '2026-11-30' }],
  errorText: /Invalid 'messages\[(?<m>\d+)\]'\. Image URLs are only allowed for messages with role 'user'/,
  *check(judged: Judged): Generator<Hit> {
    for (const { index, role, node } of chatMessages(judged) ?? []) {
      if (role === 'user') continue;
      const at = (elements(member(node, 'content')) ?? []).findIndex((part) => textFacts(member(part, 'type'))?.inline === 'image_url');
      if (at < 0) continue;
      const wirePath = `messages.${index}.content.${at}`;
      yield {
        wirePath, providerPath: `messages[${index}]`, blocks: carriers(judged, wirePath), message: `An image stands in a message with role ${role}.`,
        providerError: `Invalid 'messages[${index}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
      };
    }
    for (const hit of decidedBy(judged, 'openai-chat/image-in-tool-message')) yield { ...hit, severity: 'info' };
  },
};
