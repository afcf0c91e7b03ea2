import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView, type WireBlock } from '../views/messages-view.ts';

/** A result must answer a call of the message directly before it. */
export const toolResultOrphan: Rule = {
  id: 'anthropic/tool-result-orphan',
  severity: 'error',
  summary: 'A `tool_result` must name a `tool_use` of the assistant message (run) directly before it. It stands alone where the history was cut or compacted between the two, where the call was moved or left out, or in the first message.',
  fix: 'Cut histories only in front of real user messages; leave the result out, or turn it into labelled text.',
  sources: [
    { text: 'anthropics/claude-code issues 13460, 18947', date: '2026-11-30' },
    { text: 'decocms/studio issue 1803; router-for-me/CLIProxyAPI issue 497; tghamm/Anthropic.SDK issue 184', date: '2026-11-30' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): unexpected `?tool_use_id`? found in `?tool_result`? blocks: (?<id>[^\s]+?)\. Each `?tool_result`? block/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const seen = new Map<string, WireBlock>();
    for (const [at, run] of view.runs.entries()) {
      if (run.role !== 'user') {
        for (const block of run.blocks) { const id = block.type === 'tool_use' ? view.callId(block) : undefined; if (id !== undefined) seen.set(id, block); }
        continue;
      }
      const before = view.runs[at - 1];
      let calls: Set<string | undefined> | undefined;
      for (const block of run.blocks) {
        if (block.type !== 'tool_result') continue;
        calls ??= new Set(before?.role === 'assistant' ? before.blocks.filter((b) => b.type === 'tool_use').map((b) => view.callId(b)) : []);
        const id = view.callId(block);
        if (id !== undefined && calls.has(id)) continue;
        const call = id === undefined ? undefined : seen.get(id);
        const path = view.path(block);
        yield {
          wirePath: path,
          blocks: [...view.ids(block), ...call === undefined ? [] : view.ids(call)],
          message: call === undefined ? `No call ${id ?? 'without an id'} stands before this result.` : `The call ${id} does not stand in the message directly before its result, but at ${view.path(call)}.`,
          providerError: `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id ?? ''}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        };
      }
    }
  },
};
