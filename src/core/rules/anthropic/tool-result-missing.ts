import type { Judged, Hit, Rule } from '../rule.ts';
import { messagesView, type MessagesView, type WireBlock, type WireRun } from '../views/messages-view.ts';

/** Every client tool call needs its result in the next message. */
export const toolResultMissing: Rule = {
  id: 'anthropic/tool-result-missing',
  severity: 'error',
  summary: 'Each `tool_use` of an assistant message must have a `tool_result` in the user message that directly follows (adjacent messages of one role counted as one), everywhere in the history. A session that was interrupted, trimmed or compacted between call and result breaks this.',
  fix: 'Insert a `tool_result` with `is_error: true` and a short text directly after, or leave the call out. A call that shares a message with signed thinking of the latest run must stay.',
  sources: [
    { text: 'anthropics/claude-code issues 1237, 2697, 5060, 5375, 5989, 6521, 7929, 8210', date: '2025-05-22' },
    { text: 'Kilo-Org/kilocode issue 5163 (Vertex)', date: '2026-01-17' },
    { text: 'older wording: anthropics/anthropic-sdk-typescript issue 653', date: '2025-01-31' },
  ],
  errorText: /messages\.(?<m>\d+): `?tool_use`? ids were found without `?tool_result`? blocks immediately after: (?<ids>[^\s,]+(?:, ?[^\s,]+)*?)\.? Each `?tool_use`? block|Did not find \d+ `?tool_result`? block\(s\) at the beginning of this message/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    for (const [at, run] of view.runs.entries()) {
      if (run.role !== 'assistant') continue;
      const answered = resultIds(view, view.runs[at + 1]);
      let open: { message: number; calls: WireBlock[] } | undefined;
      for (const block of run.blocks) {
        if (block.type !== 'tool_use' || answered.has(view.callId(block))) continue;
        if (open !== undefined && open.message !== block.message) { yield hit(view, open.message, open.calls); open = undefined; }
        if (open === undefined) open = { message: block.message, calls: [block] };
        else open.calls.push(block);
      }
      if (open !== undefined) yield hit(view, open.message, open.calls);
    }
  },
};

function resultIds(view: MessagesView, run: WireRun | undefined): ReadonlySet<string | undefined> {
  const ids = new Set<string | undefined>();
  if (run?.role === 'user') for (const block of run.blocks) if (block.type === 'tool_result') ids.add(view.callId(block));
  return ids;
}

function hit(view: MessagesView, message: number, calls: readonly WireBlock[]): Hit {
  const ids = calls.map((call) => view.callId(call) ?? '(no id)').join(', ');
  const [first] = calls;
  return {
    wirePath: calls.length === 1 && first !== undefined ? view.path(first) : `messages.${message}`,
    providerPath: `messages.${message}`,
    blocks: calls.flatMap((call) => view.ids(call)),
    message: calls.length === 1 ? `The call ${ids} has no result in the next message.` : `${calls.length} calls have no result in the next message: ${ids}.`,
    providerError: `messages.${message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  };
}
