import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView } from '../views/messages-view.ts';

/** No text block holds white space only. */
export const textWhitespaceOnly: Rule = {
  id: 'anthropic/text-whitespace-only',
  severity: 'error',
  summary: 'A text block that holds nothing but white space is refused; a lone space or line break as padding fails too.',
  fix: 'Leave the block out, or send a visible placeholder.',
  sources: [
    { text: 'anthropics/claude-code issues 23369, 23440', date: '2026-11-30' },
    { text: 'continuedev/continue issues 9605, 6285; anomalyco/opencode issue 31259; NousResearch/hermes-agent PR 67978 (Bedrock)', date: '2026-11-30' },
  ],
  errorText: /messages(?:\.[\w.]{1,99})?: text content blocks must contain non-whitespace text/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    for (const run of view.runs) for (const block of run.blocks) {
      if (block.type !== 'text' || view.text(block)?.state !== 'blank') continue;
      yield { wirePath: view.path(block), blocks: view.ids(block), message: 'The text of this block is white space only.', providerError: 'messages: text content blocks must contain non-whitespace text' };
    }
  },
};
