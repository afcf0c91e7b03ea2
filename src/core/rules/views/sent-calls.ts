import type { Id } from '../../model/source.ts';
import { activeTurns } from '../../turns/conversation.ts';
import type { Judged } from '../rule.ts';

/** The first tool call, in record order, that the request sends, and where. */
export function firstSentCall(judged: Judged): { readonly id: Id; readonly wirePath: string } | undefined {
  for (const turn of activeTurns(judged.conversation)) for (const { kind, id } of turn.blocks) {
    const wirePath = kind === 'tool-call' ? judged.replay.decisions.get(id)?.wirePaths[0] : undefined;
    if (wirePath !== undefined) return { id, wirePath };
  }
  return undefined;
}
