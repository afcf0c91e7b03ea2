import type { Row } from '../../src/protocol/view-model.ts';
import { block, decision, railed, turn, type Draft } from './sample-rows.ts';
import { ofRows, session, target, type Sample } from './sample-session.ts';

const r1 = { key: 'r1', hue: 0 }; const r2 = { key: 'r2', hue: 1 }; const r3 = { key: 'r3', hue: 2 };
const MODEL = 'claude-opus-4-5';

/** A codex rollout with an agent message between two signed responses. `broken`: for a client that ignores it. */
function codex(broken: boolean): readonly Row[] {
  const red = broken ? { broken: true } : {};
  const w = (index: number) => ({ wire: { index } });
  const joined = { wire: { index: 3, ...red } };
  const drafts: Draft[] = [
    turn(4, 'user', [6, 6], {}, { kind: 'environment' }),
    block(4, 'user', 'text', 6, '<environment_context> <cwd>/home/user/project</cwd> <shell>bash</shell> <current_date>2026-11-30</current_date> and much more that does not fit into a row of three lines at this width, so that the clamp is seen to work in the picture.', decision('kept', 'messages.0.content.0'), w(0)),
    turn(5, 'user', [9, 9], w(0)),
    block(5, 'user', 'text', 9, 'Use a helper.', decision('merged', 'messages.0.content.1', { reason: 'Two user turns go into one message.' }), w(0)),
    turn(6, 'assistant', [12, 13], { response: r1 }, { model: 'gpt-5.2', confidence: 'derived' }),
    block(6, 'assistant', 'thinking', 12, 'Delegate.', decision('omitted', undefined, { reason: 'Encrypted for OpenAI: no other provider can read it.', rule: 'anthropic/thinking-foreign-signature' }), { response: r1, mark: 'lock' }),
    block(6, 'assistant', 'tool-call', 13, '{"task_name":"helper","message":"Helper task only.","fork_turns":"none"}', decision('converted', 'messages.1.content.0'), { response: r1, ...w(1) }, { name: 'spawn_agent', namespace: 'collaboration' }),
    turn(7, 'toolResult', [15, 15], {}, { toolName: 'spawn_agent', callId: 'call_q1' }),
    block(7, 'toolResult', 'text', 15, '{"task_name":"/root/helper"}', decision('converted', 'messages.2.content.0'), w(2)),
    turn(8, 'assistant', [18, 18], { response: r2 }, { model: MODEL, confidence: 'derived' }),
    block(8, 'assistant', 'thinking', 18, 'Reasoning A. The helper has its task and needs nothing else from me; I wait for its message before I touch the project.', decision('kept', 'messages.3.content.0'), { response: r2, mark: 'lock', ...joined }),
    turn(9, 'user', [21, 21], broken ? { ...joined, weld: true } : {}, { kind: 'agent-message', author: '/root/helper', recipient: '/root' }),
    block(9, 'user', 'text', 21, 'Message Type: FINAL_ANSWER\nTask name: /root\nSender: /root/helper\nPayload: done', broken ? decision('omitted', undefined, { reason: 'This parser does not handle agent_message items, so the turn vanishes and with it the seam.', rule: 'opencodex/agent-message-ignored' }) : decision('kept', 'messages.4.content.0'),
      broken ? { wire: { index: 3, broken: true, sent: false }, weld: true } : w(4), { id: '20:/payload/content/0' }),
    broken
      ? { row: { row: 'boundary', id: 'b:17:/payload', level: 'broken', before: '17:/payload', after: '22:/payload', kind: 'nothing', severity: 'error', title: 'R2 and R3 would be joined in messages.3', reason: 'Signed thinking of two responses in one assistant message, and it is the latest one. Anthropic may reject the request:', quote: 'messages.3.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.', rule: 'anthropic/thinking-modified-latest', beforeLine: 18, afterLine: 23, lost: [{ id: '20:/payload/content/0', label: 'agent message of /root/helper', line: 21 }] }, lanes: { spine: 'error', weld: true, ...joined } }
      : { row: { row: 'boundary', id: 'b:17:/payload', level: 'held', before: '17:/payload', after: '22:/payload', kind: 'agent-message', severity: 'info', title: 'R2 and R3 stay apart.', reason: 'The agent message is sent as a user message of its own.', beforeLine: 18, afterLine: 23, lost: [] }, lanes: { spine: 'held' } },
    turn(10, 'assistant', [23, 24], { response: r3, ...(broken ? { ...joined, weld: true } : {}) }, { model: MODEL, confidence: 'derived', latest: true }),
    block(10, 'assistant', 'thinking', 23, 'Reasoning B, after the agent message. The helper is done, so I can run the check myself.', broken ? decision('merged', 'messages.3.content.1', { severity: 'error', reason: 'The agent message before it is ignored, so this block lands in the message of R2.' }) : decision('kept', 'messages.5.content.0', { reason: 'Signed by the same model family and in its own response: copied byte for byte, text and signature.' }), { response: r3, mark: 'lock', ...(broken ? joined : w(5)) }),
    block(10, 'assistant', 'tool-call', 24, '{"cmd":"echo q3"}', broken ? decision('merged', 'messages.3.content.2', { severity: 'error', also: ['converted'], reason: 'In the message of R2.' }) : decision('converted', 'messages.5.content.1'), { response: r3, ...(broken ? joined : w(5)) }, { name: 'exec_command' }),
    turn(11, 'toolResult', [26, 26], {}, { toolName: 'exec_command', callId: 'call_q3' }),
    block(11, 'toolResult', 'text', 26, 'Chunk ID: cecca6\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\nq3', decision('converted', broken ? 'messages.4.content.0' : 'messages.6.content.0'), w(broken ? 4 : 6)),
    { row: { row: 'inserted', id: 'i:messages.7', wirePath: broken ? 'messages.4.content.1.text' : 'messages.6.content.1.text', preview: 'Continue.', reason: 'Ends on a tool result; the client adds a user text.', rule: 'anthropic/prefill-unsupported' }, lanes: w(broken ? 4 : 6) },
  ];
  return railed(drafts);
}

export const held: Sample = ofRows(codex(false), { session: session(), target: target() });

const brokenTarget = target({ chosen: 'opencodex/anthropic', id: 'opencodex/anthropic', label: 'opencodex/anthropic', detail: 'pre-93', verdict: 'Anthropic may reject this request', severity: 'error', findings: { error: 1, warning: 0, info: 0 }, tally: { kept: 2, converted: 3, moved: 0, merged: 3, omitted: 2, rejected: 0, inserted: 1 } });
export const broken: Sample = ofRows(codex(true), { session: session(), target: brokenTarget });

const ERROR = '400 invalid_request_error: messages.3.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.';
export const explained: Sample = {
  ...broken,
  explain: { error: ERROR, underlined: [27, 47], matches: [
    { target: 'opencodex/anthropic', wirePath: 'messages.3.content.1', block: '22:/payload', line: 23, column: 61, label: 'Turn 10, thinking, R3', rule: 'anthropic/thinking-modified-latest', confidence: 'exact path', reason: 'The agent message on line 21 is ignored, so R2 and R3 are joined.' },
    { target: 'anthropic-messages', wirePath: 'messages.3.content.0', block: '17:/payload', line: 18, column: 61, label: 'Turn 8, thinking, R2', confidence: 'another target', reason: 'The same message through the reference serializer.' },
  ] },
};

/** A background sub-agent's settlement in user input: its reasoning and call are left out, its text stays. */
const three = (a: ReturnType<typeof decision>, b: ReturnType<typeof decision>, c: ReturnType<typeof decision>) => ({ one: a, pinned: [b, c] });
const settled = (() => {
  const rule = 'dsh/input-assistant-block';
  const gone = (reason: string) => decision('omitted', undefined, { reason, rule });
  const s1 = { key: 'r1', hue: 0 }; const s2 = { key: 'r2', hue: 1 };
  const put = (t: number, role: 'system' | 'user' | 'assistant' | 'toolResult', kind: string, line: number, text: string, d: ReturnType<typeof three>, lanes: Parameters<typeof block>[6], more = {}) => block(t, role, kind, line, text, d.one, lanes, { pinned: d.pinned, ...more });
  return railed([
    turn(1, 'system', [2, 2], {}), put(1, 'system', 'text', 2, 'You coordinate two background subagents. Report when both have ended.', three(decision('moved', 'system'), decision('kept', 'messages.0.content'), decision('moved', 'systemPrompt')), {}),
    turn(2, 'user', [4, 4], {}), put(2, 'user', 'text', 4, 'Rebuild the index and check the archive; both can run in the background.', three(decision('kept', 'messages.0.content.0'), decision('kept', 'messages.1.content'), decision('kept', 'messages.0.content')), { wire: { index: 0 } }),
    turn(3, 'assistant', [6, 6], { response: s1 }, { model: 'deepseek-flash', confidence: 'exact' }),
    put(3, 'assistant', 'thinking', 6, 'Two independent jobs. I start the index first.', three(decision('kept', 'messages.1.content.0'), decision('converted', 'messages.2.reasoning_content'), decision('kept', 'messages.1.content.0')), { response: s1, mark: 'lock', wire: { index: 1 } }, { id: '5:/data/content/0' }),
    put(3, 'assistant', 'tool-call', 6, '{"task":"rebuild the index"}', three(decision('converted', 'messages.1.content.1'), decision('converted', 'messages.2.tool_calls.0'), decision('kept', 'messages.1.content.1')), { response: s1, wire: { index: 1 } }, { id: '5:/data/content/1', name: 'spawn_subagent' }),
    turn(4, 'toolResult', [7, 7], {}, { toolName: 'spawn_subagent', callId: 'call_01' }), put(4, 'toolResult', 'text', 7, 'started 7f3c', three(decision('converted', 'messages.2.content.0'), decision('converted', 'messages.3.content'), decision('kept', 'messages.2.content')), { wire: { index: 2 } }),
    turn(5, 'user', [9, 9], { wire: { index: 2 } }, { kind: 'settlement-notice', author: '7f3c' }),
    put(5, 'user', 'text', 9, 'Background subagent 7f3c finished and will do no further work unless you send it more.', three(decision('kept', 'messages.2.content.1'), decision('merged', 'messages.4.content'), decision('merged', 'messages.3.content')), { wire: { index: 2 } }, { id: '8:/data/content/0' }),
    put(5, 'user', 'thinking', 9, 'All 14 checks pass. A short report is enough.', three(gone('The child\u2019s own reasoning. Omitted by role and block type, not by where it came from or when.'), gone('Same.'), gone('Same.')), { wire: { index: 2, sent: false } }, { id: '8:/data/content/1' }),
    put(5, 'user', 'tool-call', 9, '{"status":"done","checks":14}', three(gone('The child\u2019s call. The parent has no such call open, so it cannot be sent as one.'), gone('Same.'), gone('Same.')), { wire: { index: 2, sent: false } }, { id: '8:/data/content/2', name: 'report' }),
    put(5, 'user', 'text', 9, 'The index is rebuilt. 14 of 14 checks pass.', three(decision('kept', 'messages.2.content.2'), decision('merged', 'messages.4.content'), decision('merged', 'messages.3.content')), { wire: { index: 2 } }, { id: '8:/data/content/3' }),
    turn(6, 'assistant', [11, 11], { response: s2 }, { model: 'deepseek-flash', confidence: 'exact', latest: true }),
    put(6, 'assistant', 'text', 11, 'The index is ready.', three(decision('kept', 'messages.3.content.0'), decision('kept', 'messages.5.content'), decision('kept', 'messages.4.content.0')), { response: s2, wire: { index: 3 } }),
  ]);
})();
export const settlement: Sample = ofRows(settled, {
  session: session({ name: 'session-2026-08-02.dsh.jsonl', format: { id: 'dsh-session', label: 'dsh session', version: 'v0', confidence: 1, reasons: ['first line is a dsh session header'], nearest: [] }, models: ['deepseek-flash'], recorded: { system: true, missing: [] }, counts: { turns: 6, blocks: 11, responses: 2, records: 11, hidden: 2, problems: 0, errors: 0 } }),
  target: target({ chosen: 'dsh/messages', id: 'dsh/messages', label: 'dsh/messages', model: 'deepseek-flash', tally: { kept: 6, converted: 2, moved: 1, merged: 0, omitted: 2, rejected: 0, inserted: 0 }, pinned: [{ id: 'dsh/chat', label: 'dsh/chat' }, { id: 'dsh/pi-ai', label: 'dsh/pi-ai' }] }),
});

const r17 = { key: 'r17', hue: 0 }; const r18 = { key: 'r18', hue: 1, inferred: true };
export const corrupt: Sample = ofRows(railed([
  turn(41, 'user', [118, 118], {}), block(41, 'user', 'text', 118, 'Continue with the second file.', decision('kept', 'messages.38.content.0'), { wire: { index: 38 } }),
  turn(42, 'assistant', [119, 121], { response: r17 }, { model: 'claude-sonnet-4-5', confidence: 'exact' }),
  block(42, 'assistant', 'thinking', 119, 'The second file is longer; I read it in two parts.', decision('kept', 'messages.39.content.0'), { response: r17, mark: 'lock', wire: { index: 39 } }),
  block(42, 'assistant', 'tool-call', 121, '{"file_path":"/home/user/project/data.txt"}', decision('kept', 'messages.39.content.1', { severity: 'error' }), { response: r17, wire: { index: 39 } }, { name: 'Read' }),
  { row: { row: 'problem', id: 'p:122', code: 'records/torn-line', severity: 'error', message: 'The record ends inside a string: the writer stopped in mid-line. Its turn is not shown because it cannot be read.', excerpt: '{"parentUuid":"0fa89555-8143-4ffc-b344-043ea989acec","isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_res', line: 122, bytes: 214 }, lanes: {} },
  { row: { row: 'problem', id: 'p:123', code: 'records/joined-lines', severity: 'warning', message: 'Two records stand on one line; both were read. The line break between them is missing.', excerpt: '', line: 123, bytes: 0 }, lanes: {} },
  turn(43, 'user', [123, 123], {}), block(43, 'user', 'text', 123, '[Request interrupted by user]', decision('kept', 'messages.40.content.0'), { wire: { index: 40 } }),
  turn(44, 'assistant', [124, 124], { response: r18 }, { confidence: 'inferred', latest: true }),
  block(44, 'assistant', 'text', 124, 'I stopped. Tell me when to go on.', decision('kept', 'messages.41.content.0'), { response: r18, wire: { index: 41 } }),
  block(44, 'assistant', 'opaque', 124, '{"type":"context_hint","weight":0.25}', decision('omitted', undefined, { reason: 'Not model-visible in any known version of the client.', rule: 'claude-code/unknown-block' }), { response: r18 }, { id: '123:/message/content/1', nativeType: 'context_hint' }),
]), {
  session: session({ name: '0b7d.jsonl', format: { id: 'claude-code', label: 'Claude Code', version: '2.1.332', confidence: 1, reasons: ['uuid and parentUuid in every record'], nearest: [] }, counts: { turns: 44, blocks: 131, responses: 18, records: 124, hidden: 9, problems: 2, errors: 1 } }),
  target: target({ model: 'claude-sonnet-4-5', verdict: 'Anthropic rejects this request', severity: 'error', findings: { error: 1, warning: 0, info: 0 } }),
});

export const unknown: Sample = {
  session: session({
    name: 'events.jsonl', size: 1_900_000, counts: { turns: 0, blocks: 0, responses: 0, records: 2048, hidden: 2048, problems: 0, errors: 0 }, models: [], branches: [], recorded: { system: false, missing: [] },
    format: { id: 'generic', label: 'JSON records', confidence: 0, reasons: [], nearest: [
      { id: 'openai-chat', label: 'OpenAI Chat body', reasons: ['38 of 60: objects with role and content in 412 records', 'no messages array; role is “service” in 390'] },
      { id: 'codex-rollout', label: 'Codex rollout', reasons: ['20 of 60: timestamp and type in every record', 'no session_meta record'] },
    ] },
  }),
  count: 0, row: () => { throw new Error('no rows'); }, turns: [],
};

const q1 = { key: 'r1', hue: 0 };
export const reading: Sample = ofRows(railed([
  turn(1, 'user', [3, 3], {}), block(1, 'user', 'text', 3, 'Migrate the warehouse to the new schema, table by table. Keep a log of each decision.', decision('kept'), {}),
  turn(2, 'assistant', [6, 9], { response: q1 }, { model: MODEL, confidence: 'exact' }),
  block(2, 'assistant', 'thinking', 6, 'Start with the smallest table to prove the path.', decision('kept'), { response: q1, mark: 'lock' }),
  block(2, 'assistant', 'text', 8, 'I begin with `regions`: 212 rows and no foreign keys.', decision('kept'), { response: q1 }),
  block(2, 'assistant', 'tool-call', 9, '{"command":"psql -f migrate/regions.sql"}', decision('kept'), { response: q1 }, { name: 'Bash' }),
  turn(3, 'toolResult', [10, 10], {}, { toolName: 'Bash', callId: 'toolu_01c' }), block(3, 'toolResult', 'text', 10, 'INSERT 0 212\nCOMMIT', decision('kept'), {}),
]), {
  session: session({ name: 'warehouse-migration.jsonl', size: 1_400_000_000, format: { id: 'claude-code', label: 'Claude Code', version: '2.1.197', confidence: 1, reasons: ['uuid and parentUuid in every record'], nearest: [] }, counts: { turns: 3, blocks: 5, responses: 1, records: 31_204, hidden: 2, problems: 0, errors: 0 }, recorded: { system: false, missing: [] }, reading: { bytes: 412_000_000, size: 1_400_000_000, done: false, cancelled: false } }),
});

export const rejected: Sample = ofRows(railed([
  turn(1, 'system', [1, 1], {}), block(1, 'system', 'text', 1, 'Be brief.', decision('kept', undefined, { wouldBe: 'moved' }), {}),
  turn(2, 'user', [2, 2], {}, { decision: decision('omitted', undefined, { reason: 'A user turn left empty is not sent.', rule: 'dsh/empty-user-turn' }) }),
  turn(3, 'system', [3, 3], {}), block(3, 'system', 'text', 3, 'New rules from here.', decision('rejected', undefined, { reason: 'DeepSeek Messages cannot represent system update without a preceding user or tool-result turn', rule: 'dsh/system-update-placement', severity: 'error' }), {}),
]), { session: session(), target: target({ id: 'dsh/messages', chosen: 'dsh/messages', label: 'dsh/messages', outcome: 'rejected', verdict: 'dsh refuses to build this request', severity: 'error', rejection: { code: 'UNSUPPORTED_CONTENT', message: 'DeepSeek Messages cannot represent system update without a preceding user or tool-result turn', block: '2:/payload' }, tally: { kept: 0, converted: 0, moved: 1, merged: 0, omitted: 1, rejected: 1, inserted: 0 } }) });

export const failed: Sample = { failed: { message: 'The file cannot be read: permission denied.', canRetry: true }, count: 0, row: () => { throw new Error('no rows'); }, turns: [] };

const EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202etxt.exe\u202c \u001b[31mred\u001b[0m a\u200bb \u0000 [click](command:workbench.action.quit) </script>';
export const hostile: Sample = ofRows(railed([
  turn(1, 'user', [1, 1], {}, { kind: 'agent-message', author: '\u202e/root', recipient: '<b>x</b>' }),
  block(1, 'user', 'text', 1, EVIL, decision('kept', 'messages.0.content.0'), { wire: { index: 0 } }),
  turn(2, 'assistant', [2, 2], { response: q1 }, { model: '<i>model</i>', confidence: 'exact' }),
  block(2, 'assistant', 'text', 2, `# Head\n\n${EVIL}\n\n![pic](https://example.invalid/p.png) [go](javascript:alert(1)) \n\n| a | b |\n|:-:|---|\n| 1 | 2 |\n`, decision('kept', 'messages.1.content.0'), { response: q1, wire: { index: 1 } }),
  block(2, 'assistant', 'tool-call', 2, '{"a":"\u2066x\u2069"}', decision('kept', 'messages.1.content.1'), { response: q1, wire: { index: 1 } }, { id: '1:/payload/1', name: '<script>' }),
]), { session: session({ name: '<img src=x>.jsonl' }), target: target() });

/** A session of any size: turns of a user text, thinking, a call and its result, made from the index alone. */
export function huge(rows: number): Sample {
  const pattern = 7;
  const row = (i: number): Row => {
    const turnNumber = Math.floor(i / pattern) * 3 + (i % pattern < 2 ? 1 : i % pattern < 5 ? 2 : 3);
    const line = i + 1;
    const response = { key: `r${Math.floor(i / pattern) + 1}`, hue: Math.floor(i / pattern) % 4 };
    const at = i % pattern;
    const [head, kind, role] = ([['user', '', 'user'], ['', 'text', 'user'], ['assistant', '', 'assistant'], ['', 'thinking', 'assistant'], ['', 'tool-call', 'assistant'], ['toolResult', '', 'toolResult'], ['', 'text', 'toolResult']] as const)[at]!;
    const draft = head !== '' ? turn(turnNumber, role, [line, line], role === 'assistant' ? { response } : {}) : block(turnNumber, role, kind, line, `row ${i} ${'lorem ipsum dolor sit amet '.repeat((i * 7) % 9)}`, decision('kept', `messages.${turnNumber - 1}.content.0`), role === 'assistant' ? { response, mark: 'dot' } : {});
    return railed([draft])[0]!;
  };
  const turns: number[] = [];
  for (let i = 0; i < rows; i += 1) if (i % pattern === 0 || i % pattern === 2 || i % pattern === 5) turns.push(i);
  return { count: rows, row, turns, session: session({ counts: { turns: turns.length, blocks: rows - turns.length, responses: Math.ceil(rows / pattern), records: rows, hidden: 0, problems: 0, errors: 0 } }), target: target() };
}
