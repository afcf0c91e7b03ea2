import type { DetailView, ExplainView, Row, SessionView, TargetView } from '../../src/protocol/view-model.ts';

/** One made-up session as a host would give it: rows by index, so that a huge one need not stand in memory. */
export interface Sample {
  readonly session?: SessionView; readonly target?: TargetView; readonly count: number; readonly row: (index: number) => Row; readonly turns: readonly number[];
  readonly explain?: ExplainView; readonly failed?: { readonly message: string; readonly canRetry: boolean }; readonly detail?: (id: string) => DetailView | undefined; readonly texts?: Readonly<Record<string, string>>;
}

export function ofRows(rows: readonly Row[], rest: Omit<Sample, 'count' | 'row' | 'turns'>): Sample {
  return { ...rest, count: rows.length, row: (i) => rows[i]!, turns: rows.flatMap((row, i) => row.row === 'turn' ? [i] : []) };
}

export function session(change: Partial<SessionView> = {}): SessionView {
  return {
    name: 'rollout-2026-11-30T19-23-03-01a22de9.jsonl', size: 31_204, container: 'plain',
    format: { id: 'codex-rollout', label: 'Codex rollout', version: '0.171.0', confidence: 0.98, reasons: ['first record is session_meta', 'timestamp, type and payload in every record'], nearest: [] },
    counts: { turns: 9, blocks: 12, responses: 3, records: 28, hidden: 6, problems: 0, errors: 0 }, models: ['gpt-5.2', 'claude-opus-4-5'],
    branches: [{ leaf: '27', active: true, turns: 9, label: 'latest' }], recorded: { system: false, missing: ['system prompt', 'tools'] },
    reading: { bytes: 31_204, size: 31_204, done: true, cancelled: false }, revision: 1, ...change,
  };
}

export function target(change: Partial<TargetView> = {}): TargetView {
  return {
    chosen: 'anthropic-messages', id: 'anthropic-messages', label: 'Anthropic Messages', model: 'claude-opus-4-5', detail: '', array: 'messages', outcome: 'ok', verdict: 'No findings',
    tally: { kept: 5, converted: 4, moved: 0, merged: 1, omitted: 1, rejected: 0, inserted: 1 }, findings: { error: 0, warning: 0, info: 0 }, pinned: [], ...change,
  };
}

/** Details for any row, made from the row itself. */
export function detailOf(row: Row, chosen: TargetView | undefined, text: string): DetailView {
  const base = { id: row.id, targetLabel: chosen?.label ?? '', findings: [], targets: [], signature: [] as [string, string][], line: 'line' in row ? row.line : 1, text, textLength: text.length };
  if (row.row !== 'block') return { ...base, title: row.row, kind: row.row, subtitle: '', source: [['line', String(base.line)]], raw: '{"type":"turn"}' };
  const path = row.decision.wirePaths[0];
  const others: [string, string, DetailView['targets'][number]['decision']][] = [
    ['openai-responses', 'OpenAI Responses', { op: 'converted', also: [], wirePaths: ['input.9'], reason: 'As an item of its own.' }],
    ['openai-chat', 'OpenAI Chat', { op: 'omitted', also: [], wirePaths: [], reason: 'Chat has no field for it.' }],
    ['dsh/messages', 'dsh/messages', { op: 'kept', also: [], wirePaths: ['messages.5.content.0'], reason: 'Copied.' }],
  ];
  return {
    ...base, title: row.kind, kind: row.kind, subtitle: `turn ${row.turn}, ${row.role}${row.response === undefined ? '' : ` \u00b7 ${row.response.toUpperCase()}`}`, decision: row.decision,
    findings: row.decision.severity === undefined ? [] : [{
      rule: 'anthropic/thinking-modified-latest', severity: row.decision.severity, message: 'messages.3 would hold signed thinking of R2 and R3.', providerPath: 'messages.3.content.1',
      providerError: 'messages.3.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.', fix: 'Send what stands between them as a user turn.', partners: [{ id: '17:/payload', label: 'thinking, R2', line: 18 }, { id: '20:/payload/content/0', label: 'agent message', line: 21 }],
    }],
    targets: [{ id: chosen?.id ?? 'none', label: chosen?.label ?? 'none', decision: row.decision, chosen: true }, ...others.map(([id, label, decision]) => ({ id, label, decision, chosen: false })), { id: 'gemini', label: 'Gemini', note: 'not applicable', chosen: false }],
    signature: row.signed ? [['kind', 'anthropic-thinking, in an ocxr1 envelope'], ['state', 'well-formed; only Anthropic can verify it'], ['length', '28 characters, 19 bytes decoded'], ['covers', 'this block\u2019s text (88 characters)']] : [],
    source: [['file', 'rollout-2026-11-30T19-23-03-01a22de9.jsonl'], ['line', `${row.line} (record ${row.line - 1})`], ['bytes', '12 518 \u2013 13 001'], ['pointer', '/payload']],
    raw: JSON.stringify({ type: 'reasoning', id: 'rs_q3', summary: [{ type: 'summary_text', text: row.preview }], encrypted_content: null, n: 12 }, null, 2),
    ...(path === undefined ? {} : { wirePath: path, wire: JSON.stringify({ type: row.kind, thinking: row.preview, signature: 'RmFrZSBzaWduYXR1cmU=' }, null, 2) }),
    ...(row.kind === 'tool-call' ? { partner: `${row.line + 1}:/payload` } : {}),
  };
}
