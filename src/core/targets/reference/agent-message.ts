import type { Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';

/** Stands for an agent message without content (opencodex' words, its PR #93, 2026-07-11). */
export const SILENT_AGENT = '(sub-agent message received)';

/** The turn without the blank texts of an agent message that says nothing: its placeholder is sent for them. */
export function spokenAgentMessage(turn: Turn, writer: RequestWriter): Turn {
  if (!turn.blocks.some((block) => block.synthetic === true)) return turn;
  return {
    ...turn, blocks: turn.blocks.filter((block) => {
      if (block.synthetic === true || block.kind !== 'text' || block.text.state === 'text') return true;
      writer.omit(block.id, { reason: 'The agent message says nothing; the placeholder is sent for it.' });
      return false;
    }),
  };
}
