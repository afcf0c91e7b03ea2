import type { Id } from '../../model/source.ts';
import { activeTurns } from '../../turns/conversation.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { apiOf } from '../views/judged-api.ts';

/** One warning per request, at the first reasoning item whose encrypted content is known not to be OpenAI's: a gateway's session has it in all of them. */
export const referenceReasoningForeignKept: Rule = {
  id: 'reference/reasoning-foreign-kept',
  severity: 'warning',
  summary: 'A recorded reasoning item is sent verbatim, but its encrypted content is an envelope around another provider\'s thinking (a gateway such as opencodex keeps Claude\'s signatures so). The gateway takes it back; OpenAI itself answers that the encrypted content could not be verified.',
  fix: 'Send the session to the gateway that made the envelope, or to the API of the model inside it; for OpenAI leave the reasoning out (thinking: strip).',
  sources: [{ text: 'opencodex 2.63.0 (ocxr1 envelope)', date: '2026-11-30' }, { text: 'openai/codex issues 8119 to 8145; Wei-Shaw/sub2api issue 2863 (invalid_encrypted_content)', date: '2025-12-16' }],
  *check(judged: Judged): Generator<Hit> {
    if (apiOf(judged) !== 'openai-responses') return;
    const items = new Map<string, Id>();
    for (const turn of activeTurns(judged.conversation)) for (const block of turn.blocks) {
      if (block.signature?.carrier !== 'ocxr1' && block.detail?.krc !== true) continue;
      const item = /^input\.\d+/.exec(judged.replay.decisions.get(block.id)?.wirePaths[0] ?? '')?.[0];
      if (item !== undefined && !items.has(item)) items.set(item, block.id);
    }
    const [first] = items;
    if (first === undefined) return;
    const more = items.size === 1 ? '' : ` So it is in ${items.size - 1} more.`;
    yield { wirePath: first[0], providerPath: first[0].replace(/\.(\d+)$/, '[$1]'), blocks: [first[1]], message: `The encrypted content of this item holds another provider's thinking; only the gateway that made it takes it back.${more}` };
  },
};
