import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView, type WireBlock } from '../views/messages-view.ts';

/** No two calls share an id. */
export const toolUseIdDuplicate: Rule = {
  id: 'anthropic/tool-use-id-duplicate',
  severity: 'error',
  summary: 'Two `tool_use` blocks of a request share an id: a gateway reuses ids or leaves them empty, a call was converted twice, or a stream chunk was stored twice.',
  fix: 'Give the calls new ids by position, on both sides of each pair.',
  sources: [
    { text: 'BerriAI/litellm issue 23510', date: '2026-03-13' },
    { text: 'NachoSEO/claudegram issue 12; EdanStarfire/claudecode_webui issue 405; CherryHQ/cherry-studio issue 14128; xorbitsai/inference issue 4237', date: '2026-11-30' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): `?tool_use`? ids must be unique/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const first = new Map<string, WireBlock>();
    for (const run of view.runs) {
      if (run.role !== 'assistant') continue;
      for (const block of run.blocks) {
        const id = block.type === 'tool_use' ? view.callId(block) : undefined;
        if (id === undefined) continue;
        const earlier = first.get(id);
        if (earlier === undefined) { first.set(id, block); continue; }
        const path = view.path(block);
        yield {
          wirePath: path, blocks: [...view.ids(block), ...view.ids(earlier)],
          message: `The call id ${id === '' ? '(empty)' : id} is used a second time; the first is at ${view.path(earlier)}.`,
          providerError: `${path}: \`tool_use\` ids must be unique`,
        };
      }
    }
  },
};
