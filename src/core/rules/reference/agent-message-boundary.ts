import type { Id } from '../../model/source.ts';
import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';

/** One info per agent message of which nothing can be sent. */
export const referenceAgentMessageBoundary: Rule = {
  id: 'reference/agent-message-boundary',
  severity: 'info',
  summary: 'The API can carry nothing of an agent message (all of it is encrypted, or a type that it does not know). A text "(sub-agent message received)" is inserted in its place: the responses on both sides of the message must never become one assistant message.',
  fix: 'Nothing to repair; the text can be replaced by what the sub-agent said, where that is known.',
  sources: [{ text: 'opencodex PR #93 (agent messages part the responses beside them)', date: '2026-07-11' }],
  *check(judged: Judged): Generator<Hit> {
    const places = judged.replay.inserted.filter((inserted) => inserted.rule === 'reference/agent-message-boundary');
    if (places.length === 0) return;
    const { decisions } = judged.replay;
    const unsent: (readonly Id[])[] = [];
    for (const turn of activeTurns(judged.conversation)) {
      if (turn.kind !== 'agent-message') continue;
      const subjects = turn.blocks.length === 0 ? [turn.id] : turn.blocks.map((block) => block.id);
      if (subjects.every((id) => decisions.get(id)?.op === 'omitted')) unsent.push(subjects);
    }
    // Agent messages never pass one another: the texts stand in the order of the messages.
    for (const [index, { wirePath }] of places.entries()) {
      yield { wirePath, blocks: unsent[index] ?? [], message: 'Nothing of this agent message can be sent; a text in its place keeps the responses beside it apart.' };
    }
  },
};
