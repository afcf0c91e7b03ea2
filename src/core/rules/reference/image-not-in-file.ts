import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { ownWordsAt } from '../views/template-node.ts';

/** One warning per image or document for which a text is sent. Seen on the wire: what else happened to the block does not matter. */
export const referenceImageNotInFile: Rule = {
  id: 'reference/image-not-in-file',
  severity: 'warning',
  summary: 'The session names an image or document whose bytes are not in the file: the client keeps them in a store of its own, or at the provider. A text "[image not in file: ID]" is sent in its place, so the model does not see what it saw before.',
  fix: 'Attach the image again, or export on the machine that has the client\'s store and put the bytes in.',
  sources: [{ text: 'dsh attachment store (session logs name images by digest only)', date: '2026-08-21' }, { text: 'file_id references of the Messages, Chat Completions and Responses APIs', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    for (const turn of activeTurns(judged.conversation)) for (const block of turn.blocks) {
      if (block.kind !== 'image' && block.kind !== 'document') continue;
      const wirePath = judged.replay.decisions.get(block.id)?.wirePaths[0];
      if (wirePath === undefined || !/^\[(?:image|document) not in file: /.test(ownWordsAt(judged, wirePath) ?? '')) continue;
      yield { wirePath, blocks: [block.id], message: `The bytes of this ${block.kind} are not in the file; a text says so in their place.` };
    }
  },
};
