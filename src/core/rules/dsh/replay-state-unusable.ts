import { asObject, asString } from '../../model/json.ts';
import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';

/** By target: the adapter's own trouble with a replay state, and the kind of state that the runtime takes away before this adapter sees it. */
const READERS: Readonly<Record<string, { readonly trouble: string; readonly others: string }>> = {
  'dsh/messages': { trouble: 'messagesTrouble', others: 'pi-ai' },
  'dsh/pi-ai': { trouble: 'piTrouble', others: 'deepseek-messages' },
};

/** One warning per message whose replay state the adapter gives up; the message goes out without any of its signatures. */
export const dshReplayStateUnusable: Rule = {
  id: 'dsh/replay-state-unusable',
  severity: 'warning',
  summary: 'A model message carries its signatures in a replay state beside its content, one entry per block. A state that is damaged, of another version or out of step with the content is given up as a whole, with one logged warning: the content is sent, none of its signatures is.',
  fix: 'Nothing brings the signatures back; the provider treats the thinking as unsigned.',
  sources: [{ text: 'dsh replay readers of llm-deepseek and llm-pi-ai, read in public forks', date: '2026-09-30' }],
  *check(judged: Judged): Generator<Hit> {
    const reader = READERS[judged.serializer.id];
    if (reader === undefined) return;
    for (const turn of activeTurns(judged.conversation)) for (const entry of turn.entries) {
      const replay = asObject(entry.detail?.replay);
      const trouble = asString(replay?.[reader.trouble]);
      const [first] = entry.blocks;
      if (trouble !== undefined && replay?.kind !== reader.others && first !== undefined) yield { blocks: [first.id], message: `${trouble}. The message is sent without its signatures.` };
    }
  },
};
