import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView, type WireBlock } from '../views/messages-view.ts';

/** One result per call. */
export const toolResultDuplicate: Rule = {
  id: 'anthropic/tool-result-duplicate',
  severity: 'error',
  summary: 'Two `tool_result` blocks in the answering message name the same call: a retry, or a placeholder that stayed beside the real result.',
  fix: 'Keep the last result that is no placeholder.',
  sources: [{ text: 'vectorize-io/hindsight PR 4250; quoted in ten public repositories', date: '2026-09-09' }],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): each `?tool_use`? must have a single result\. Found multiple `?tool_result`? blocks with id: (?<id>\S+)/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    for (const run of view.runs) {
      if (run.role !== 'user') continue;
      const first = new Map<string, WireBlock>();
      for (const block of run.blocks) {
        const id = block.type === 'tool_result' ? view.callId(block) : undefined;
        if (id === undefined) continue;
        const earlier = first.get(id);
        if (earlier === undefined) { first.set(id, block); continue; }
        const path = view.path(block);
        yield {
          wirePath: path, blocks: [...view.ids(block), ...view.ids(earlier)],
          message: `A second result for the call ${id}; the first is at ${view.path(earlier)}.`,
          providerError: `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        };
      }
    }
  },
};
