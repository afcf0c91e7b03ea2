import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { ownWordsAt } from '../views/template-node.ts';

/** One info per agent message without content for which a text is sent. A recorded item that goes out as it is has none. */
export const referenceAgentMessagePlaceholder: Rule = {
  id: 'reference/agent-message-placeholder',
  severity: 'info',
  summary: 'An agent message has no content, or only blank text. The text "(sub-agent message received)" is sent for it: the message must stay, because it parts the responses beside it, and APIs refuse an empty one.',
  fix: 'Nothing to repair.',
  sources: [{ text: 'opencodex PR #93 (the words are its own)', date: '2026-07-11' }],
  *check(judged: Judged): Generator<Hit> {
    for (const turn of activeTurns(judged.conversation)) for (const block of turn.blocks) {
      if (turn.kind !== 'agent-message' || block.synthetic !== true) continue;
      const wirePath = judged.replay.decisions.get(block.id)?.wirePaths[0];
      if (wirePath !== undefined && ownWordsAt(judged, wirePath) !== undefined) yield { wirePath, blocks: [block.id], message: 'The agent message says nothing; a placeholder is sent for it.' };
    }
  },
};
