import type { Block } from '../../model/block.ts';
import { isBound } from '../../model/signature.ts';
import type { Turn } from '../../model/turn.ts';
import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { isKnown, lineOf } from '../views/bound-thinking.ts';

/** An agent message separates two responses; a client that skips it welds them. */
export const agentMessageIgnored: Rule = {
  id: 'opencodex/agent-message-ignored',
  severity: 'warning',
  summary: 'Before opencodex pull request 93 its parser had no branch for agent_message items. The sub-agent\'s text never reached the model, and the responses before and after it became one assistant message: with signed thinking on both sides Anthropic refuses that message, and every request after it.',
  fix: 'Use a version with the branch (2026-07-11 and later); in an export, send the agent message as a user message.',
  sources: [
    { text: 'opencodex pull request 93', date: '2026-07-11' },
    { text: 'opencodex 2.63.0 run on a recorded session with the branch disabled (golden case 03)', date: '2026-11-30' },
  ],
  *check(judged: Judged): Generator<Hit> {
    const turns = activeTurns(judged.conversation);
    for (const [index, turn] of turns.entries()) {
      const lost = turn.blocks.filter((block) => judged.replay.decisions.get(block.id)?.rule === 'opencodex/agent-message-ignored' && judged.replay.decisions.get(block.id)?.op === 'omitted');
      if (lost.length > 0) yield hitOf(judged, turn, lost, turns, index);
    }
  },
};

function hitOf(judged: Judged, turn: Turn, lost: readonly Block[], turns: readonly Turn[], index: number): Hit {
  const before = nearest(judged, turns, index, -1);
  const after = nearest(judged, turns, index, 1);
  const ids = lost.map((block) => block.id);
  const line = lineOf(judged, ids[0]);
  const from = turn.author === undefined ? '' : ` of ${turn.author}`;
  const path = after === undefined ? undefined : pathOf(judged, after);
  if (before === undefined || after === undefined || path === undefined || messageOf(pathOf(judged, before)) !== messageOf(path)) {
    return { blocks: ids, message: `The agent message${from} (${line}) is ignored: the model never sees it.` };
  }
  const signed = isBound(before.signature) && isBound(after.signature);
  const known = [before, after].every((block) => isKnown(judged.conversation.responses.get(block.response ?? '')?.confidence ?? 'inferred'));
  return {
    wirePath: path, blocks: [...ids, after.id, before.id], severity: signed && known ? 'error' : 'warning', confidence: known ? 'exact' : 'inferred',
    message: `The agent message${from} (${line}) is ignored, so the responses before it (${lineOf(judged, before.id)}) and after it (${lineOf(judged, after.id)}) are joined in one assistant message.`,
  };
}

/** The sent block nearest to a turn on one side; undefined where that is no assistant's. */
function nearest(judged: Judged, turns: readonly Turn[], from: number, step: 1 | -1): Block | undefined {
  for (let at = from + step; at >= 0 && at < turns.length; at += step) {
    const turn = turns[at]!;
    const sent = step < 0 ? turn.blocks.findLast((block) => pathOf(judged, block) !== undefined) : turn.blocks.find((block) => pathOf(judged, block) !== undefined);
    if (sent !== undefined) return turn.role === 'assistant' ? sent : undefined;
  }
  return undefined;
}

function pathOf(judged: Judged, block: Block): string | undefined {
  return judged.replay.decisions.get(block.id)?.wirePaths[0];
}

function messageOf(path: string | undefined): string | undefined {
  return path?.split('.', 2).join('.');
}
