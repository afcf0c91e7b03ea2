import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';

/** One info per agent message that is sent behind tool results it stood in front of. */
export const referenceAgentMessageMoved: Rule = {
  id: 'reference/agent-message-moved',
  severity: 'info',
  summary: 'An agent message stood between a tool call and its result. The Messages API and Chat Completions want results directly behind their calls, so the message is sent behind the results; it still parts the responses beside it. On Responses it stays in place.',
  fix: 'Nothing to repair.',
  sources: [{ text: 'opencodex PR #93 (agent messages part the responses beside them)', date: '2026-07-11' }, { text: 'Anthropic documentation of tool use: results stand first in the message behind the call', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const turn of activeTurns(judged.conversation)) {
      if (turn.kind !== 'agent-message') continue;
      const moved = turn.blocks.map((block) => judged.replay.decisions.get(block.id)).filter((decision) => decision?.op === 'moved' || decision?.also.includes('moved'));
      const wirePath = moved[0]?.wirePaths[0];
      if (wirePath !== undefined) yield { wirePath, blocks: moved.map((decision) => decision!.block), message: 'The agent message stood between a tool call and its result; it is sent behind the result.' };
    }
  },
};
