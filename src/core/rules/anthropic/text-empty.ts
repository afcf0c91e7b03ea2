import type { Hit, Judged, Rule } from '../rule.ts';
import { elements, member, textFacts } from '../../replay/wire.ts';
import { carriers } from '../views/element-origins.ts';
import { messagesView, type MessagesView, type WireBlock } from '../views/messages-view.ts';

/** No text block is empty. */
export const textEmpty: Rule = {
  id: 'anthropic/text-empty',
  severity: 'error',
  summary: 'A text block with the text "" is refused in `messages` and in `system`; the API itself has returned such blocks that it does not take back. Inside a tool result it is a warning. Content that is "" as a whole is `anthropic/message-empty-content`.',
  fix: 'Remove the block, unless it stands between thinking of the latest run: then keep the run whole or take all its thinking out.',
  sources: [
    { text: 'anthropics/claude-code issues 59812, 62312', date: '2026-11-30' },
    { text: 'anthropics/anthropic-sdk-python issue 461', date: '2024-05-31' },
  ],
  errorText: /(?:messages|system)(?:\.[\w.]{1,99})?: text content blocks must be non-empty/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    for (const [index, part] of (elements(member(judged.request, 'system')) ?? []).entries()) {
      if (textFacts(member(part, 'text'))?.state === 'empty') yield hit(`system.${index}`, carriers(judged, `system.${index}`), 'system');
    }
    for (const run of view.runs) for (const block of run.blocks) {
      if (block.type === 'tool_result') yield* inResult(view, block);
      else if (block.type === 'text' && block.index !== undefined && view.text(block)?.state === 'empty') yield hit(view.path(block), view.ids(block), 'messages');
    }
  },
};

function* inResult(view: MessagesView, block: WireBlock): Generator<Hit> {
  for (const [index, part] of (elements(member(block.node, 'content')) ?? []).entries()) {
    if (textFacts(member(part, 'type'))?.inline !== 'text' || textFacts(member(part, 'text'))?.state !== 'empty') continue;
    const path = `${view.path(block)}.content.${index}`;
    // The reports are about message text; whether text inside a result is checked alike is not documented.
    yield { ...hit(path, carriers(view.judged, path), 'messages'), severity: 'warning', message: 'A text inside this result is empty; the provider may reject it.' };
  }
}

function hit(wirePath: string, blocks: Hit['blocks'] & object, root: string): Hit {
  return { wirePath, blocks, message: 'The text of this block is empty.', providerError: `${root}: text content blocks must be non-empty` };
}
