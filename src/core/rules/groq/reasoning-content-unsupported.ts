import { member } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { chatDialect } from '../views/chat-dialect.ts';
import { chatMessages, messageIds } from '../views/chat-view.ts';

/** Groq knows no `reasoning_content`. */
export const groqReasoningContentUnsupported: Rule = {
  id: 'groq/reasoning-content-unsupported',
  severity: 'error',
  summary: 'Groq refuses an assistant message with `reasoning_content`; Cerebras does the same in other words. It comes from a session with another service.',
  fix: 'Leave the member out.',
  sources: [{ text: 'janhq/jan issue 8136; NousResearch/hermes-agent issue 11089; SimonSchubert/Kai issue 265; tashfeenahmed/freellmapi issue 1070; vellum-ai/vellum-assistant PR 42635', date: '2026-11-30' }, { text: 'Kilo-Org/kilocode issue 10375; CherryHQ/cherry-studio issue 16790 (Cerebras)', date: '2026-11-30' }],
  errorText: /property 'reasoning_content' is unsupported/,
  *check(judged: Judged): Generator<Hit> {
    if (chatDialect(judged) !== 'groq') return;
    for (const message of chatMessages(judged) ?? []) {
      if (message.role !== 'assistant' || member(message.node, 'reasoning_content') === undefined) continue;
      const at = `messages.${message.index}`;
      yield { wirePath: `${at}.reasoning_content`, providerPath: at, blocks: messageIds(judged, message).filter((id) => judged.block(id)?.kind === 'thinking'), message: 'The assistant message has reasoning_content.', providerError: `'${at}' : for 'role:assistant' the following must be satisfied[('${at}' : property 'reasoning_content' is unsupported)]` };
    }
  },
};
