import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { replayJson } from '../../../src/core/export/replay-json.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import type { Json, JsonObject } from '../../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/core/replay/serializer.ts';
import type { Session } from '../../../src/core/turns/session.ts';
import { A, c, r, S, t, T, U, v0, v4, zstdOf, type Said } from '../../support/dsh.ts';
import { jsonl, readBytes, readSession } from '../../support/sessions.ts';

/** The acceptance list of the seed decision, numbered as there; each case from v0 (both dialects), v4, plain and zstd. */
const FORMS: readonly { readonly name: string; readonly bytes: (said: readonly Said[]) => Promise<Uint8Array> | Uint8Array }[] = [
  { name: 'v4', bytes: (said) => Buffer.from(jsonl(...v4(said))) },
  { name: 'v0', bytes: (said) => Buffer.from(jsonl(...v0(said))) },
  { name: 'oldest v0', bytes: (said) => Buffer.from(jsonl(...v0(said, true))) },
  { name: 'v4 zstd', bytes: (said) => zstdOf(v4(said)) },
  { name: 'v0 zstd', bytes: (said) => zstdOf(v0(said)) },
];
const IN_HISTORY = { systemPromptUpdate: 'in-history' };
const STRANDED = 'DeepSeek Messages cannot represent system update without a preceding user or tool-result turn';

interface Answer { readonly outcome: string; readonly request: JsonObject; readonly code: string | undefined; readonly text: string | undefined; readonly ops: readonly string[]; readonly rules: readonly string[]; readonly findings: readonly JsonObject[]; readonly rejectedAt: string | undefined }

async function replayed(session: Session, target: string, extra: Readonly<Record<string, Json>> = {}, options: Partial<ReplayOptions> = {}): Promise<Answer> {
  const answer = await replayJson(session, judge(session.conversation(), target, { ...DEFAULT_OPTIONS, ...options, extra }));
  const decisions = new Map((answer.decisions as readonly JsonObject[]).map((d) => [d.block, d]));
  const blocks = session.conversation().turns.flatMap((turn) => turn.blocks.length === 0 ? [turn.id] : turn.blocks.map((b) => b.id));
  const rejection = answer.rejection as JsonObject | undefined;
  return {
    outcome: String(answer.outcome), request: answer.request as JsonObject, code: rejection?.code as string | undefined, text: rejection?.message as string | undefined,
    rejectedAt: rejection?.block as string | undefined, ops: blocks.map((id) => String(decisions.get(id)?.op)), rules: blocks.map((id) => String(decisions.get(id)?.rule ?? '')),
    findings: answer.findings as readonly JsonObject[],
  };
}

/** Runs a check on every form of a session; the answer must not depend on the form. */
function inEveryForm(name: string, said: readonly Said[], check: (run: (target: string, extra?: Readonly<Record<string, Json>>, options?: Partial<ReplayOptions>) => Promise<Answer>, session: Session) => Promise<void>): void {
  for (const form of FORMS) {
    test(`${name}, from ${form.name}`, async () => {
      const bytes = await form.bytes(said);
      const before = createHash('sha256').update(bytes).digest('hex');
      const session = await readBytes(bytes);
      assert.equal(session.format.id, 'dsh-session');
      assert.deepEqual(session.problems.filter((p) => p.severity !== 'info'), []);
      await check((target, extra, options) => replayed(session, target, extra, options), session);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), before);
    });
  }
}

const messagesOf = (answer: Answer): readonly JsonObject[] => answer.request.messages as readonly JsonObject[];
const rolesOf = (answer: Answer): readonly string[] => messagesOf(answer).map((m) => String(m.role));
const text = (value: string): JsonObject => ({ type: 'text', text: value });

const notice = [t('Background subagent finished.\n'), r(), c('x'), t('  child answer  ')];
inEveryForm('1 and 2: assistant blocks in user input are omitted', [U(...notice)], async (run) => {
  const messages = await run('dsh/messages');
  assert.deepEqual(messages.request.messages, [{ role: 'user', content: [text('Background subagent finished.\n'), text('  child answer  ')] }]);
  assert.deepEqual(messages.ops, ['kept', 'omitted', 'omitted', 'kept']);
  assert.deepEqual(messages.rules.slice(1, 3), ['dsh/input-assistant-block', 'dsh/input-assistant-block']);
  const joined = 'Background subagent finished.\n  child answer  ';
  const chat = await run('dsh/chat');
  assert.deepEqual(chat.request.messages, [{ role: 'user', content: joined }]);
  assert.deepEqual(chat.ops, ['merged', 'omitted', 'omitted', 'merged']);
  assert.deepEqual(await run('dsh/pi-ai').then((a) => [a.request, a.ops]), [{ messages: [{ role: 'user', content: joined, timestamp: 0 }] }, ['merged', 'omitted', 'omitted', 'merged']]);
});

inEveryForm('3 and 4: tool results keep their text, and stay when nothing is left', [U(t('go')), A(r(), c('a'), c('b')), T('a', [r(), c('x'), t('  result\n')], true), T('b', [r(), c('y')], false)], async (run) => {
  const messages = await run('dsh/messages');
  assert.deepEqual(messagesOf(messages)[2], { role: 'user', content: [
    { type: 'tool_result', tool_use_id: 'a', content: [text('  result\n')], is_error: true }, { type: 'tool_result', tool_use_id: 'b', content: [], is_error: false },
  ] });
  assert.deepEqual(messages.ops, ['kept', 'kept', 'converted', 'converted', 'omitted', 'omitted', 'kept', 'omitted', 'omitted']);
  assert.deepEqual(messagesOf(await run('dsh/chat')).slice(2), [{ role: 'tool', tool_call_id: 'a', content: '  result\n' }, { role: 'tool', tool_call_id: 'b', content: '(no output)' }]);
  assert.deepEqual(messagesOf(await run('dsh/pi-ai')).slice(2), [
    { role: 'toolResult', toolCallId: 'a', toolName: 'Inspect', content: [text('  result\n')], isError: true, timestamp: 0 },
    { role: 'toolResult', toolCallId: 'b', toolName: 'Inspect', content: [text('(no output)')], isError: false, timestamp: 0 },
  ]);
});

for (const [name, empty] of [['no blocks', U()], ['reasoning', U(r())], ['a tool call', U(c('x'))]] as const) {
  inEveryForm(`5: a user message with only ${name}, first and last`, [empty, U(t('one')), A(t('two')), empty], async (run) => {
    const messages = await run('dsh/messages');
    assert.deepEqual(messages.request.messages, [{ role: 'user', content: [text('one')] }, { role: 'assistant', content: [text('two')] }]);
    assert.deepEqual(messages.ops, ['omitted', 'kept', 'kept', 'omitted']);
    const blank = { role: 'user', content: '' };
    assert.deepEqual((await run('dsh/chat')).request.messages, [blank, { role: 'user', content: 'one' }, { role: 'assistant', content: 'two' }, blank]);
    assert.deepEqual(messagesOf(await run('dsh/pi-ai')).map((m) => m.role === 'user' ? m.content : m.role), ['', 'one', 'assistant', '']);
    assert.deepEqual(rolesOf(await run('dsh/pi-ai', {}, { variant: 'later' })), ['user', 'assistant']);
  });
}

inEveryForm('6: a plugin block in user input is refused by Messages and omitted by the others', [U(t('see'), { type: 'plugin:text', text: 'x' })], async (run, session) => {
  const messages = await run('dsh/messages');
  assert.deepEqual([messages.outcome, messages.code, messages.text], ['rejected', 'UNSUPPORTED_CONTENT', 'DeepSeek Messages cannot represent user/tool-result content plugin:text']);
  assert.equal(messages.rejectedAt, session.conversation().turns[0]!.blocks[1]!.id);
  assert.deepEqual(messages.ops, ['omitted', 'rejected']);
  assert.deepEqual((await run('dsh/chat')).request.messages, [{ role: 'user', content: 'see' }]);
  assert.deepEqual((await run('dsh/pi-ai')).ops, ['kept', 'omitted']);
});

test('7: the omission does not look at where a message came from', async () => {
  const requests = new Set<string>();
  for (const source of [{ kind: 'user' }, { kind: 'plugin', plugin: 'x', form: 'notice' }, { kind: 'subagent-settled', form: 'notice', summary: 's', senderSessionId: 'k' }, { kind: 'agent-message' }, { kind: 'coordinator' }]) {
    const session = await readBytes(jsonl(...v4([{ role: 'user', content: notice, source }, A(t('ok'))])));
    for (const target of ['dsh/messages', 'dsh/chat', 'dsh/pi-ai']) requests.add(`${target} ${JSON.stringify((await replayed(session, target)).request)}`);
  }
  assert.equal(requests.size, 3);
});

inEveryForm('8: reasoning and calls of an assistant message are sent', [U(t('go')), A(r('why'), c('a', '{"x":1}')), T('a', [t('ok')])], async (run) => {
  assert.deepEqual(messagesOf(await run('dsh/messages'))[1], { role: 'assistant', content: [{ type: 'thinking', thinking: 'why' }, { type: 'tool_use', id: 'a', name: 'Inspect', input: { x: 1 } }] });
  assert.deepEqual(messagesOf(await run('dsh/chat'))[1], { role: 'assistant', content: '', reasoning_content: 'why', tool_calls: [{ id: 'a', type: 'function', function: { name: 'Inspect', arguments: '{"x":1}' } }] });
});

for (const [name, omitted] of [['only reasoning', U(r())], ['no blocks', U()], ['only a call', U(c('x'))]] as const) {
  for (const [where, rest] of [['at the end', []], ['before another assistant', [A(t('next'))]]] as const) {
    inEveryForm(`9 to 11: an update before a user message with ${name}, ${where}`, [U(t('one')), A(t('two')), S('update'), omitted, ...rest], async (run, session) => {
      const answer = await run('dsh/messages', IN_HISTORY);
      assert.deepEqual([answer.outcome, answer.code, answer.text], ['rejected', 'UNSUPPORTED_CONTENT', STRANDED]);
      assert.equal(answer.rejectedAt, session.conversation().turns[2]!.blocks[0]!.id);
      // 21: nothing is moved to an earlier user turn and no user message is made up instead.
      assert.equal(answer.request, null);
      assert.equal(answer.ops[2], 'rejected');
    });
  }
}

inEveryForm('12: a user text beside the omitted message retains the turn', [U(t('one')), A(t('two')), S('update'), U(r()), U(t('continue')), A(t('done'))], async (run) => {
  const answer = await run('dsh/messages', IN_HISTORY);
  assert.deepEqual(rolesOf(answer), ['user', 'assistant', 'user', 'system', 'assistant']);
  assert.deepEqual(messagesOf(answer)[2], { role: 'user', content: [text('continue')] });
  assert.deepEqual(messagesOf(answer)[3], { role: 'system', content: [text('update')] });
  assert.deepEqual(answer.ops, ['kept', 'kept', 'moved', 'omitted', 'kept', 'kept']);
});

inEveryForm('13: a tool result retains the turn even when its content is omitted', [U(t('one')), A(c('a')), S('update'), U(r()), T('a', [r()]), A(t('done'))], async (run) => {
  const answer = await run('dsh/messages', IN_HISTORY);
  assert.deepEqual(messagesOf(answer)[2], { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [] }] });
  assert.deepEqual(rolesOf(answer), ['user', 'assistant', 'user', 'system', 'assistant']);
});

inEveryForm('14: an update at the end needs a user turn before it', [U(t('one')), S('update')], async (run) => {
  assert.deepEqual(rolesOf(await run('dsh/messages', IN_HISTORY)), ['user', 'system']);
});
inEveryForm('14: an update behind an assistant message', [U(t('one')), A(t('two')), S('update')], async (run) => {
  assert.equal((await run('dsh/messages', IN_HISTORY)).text, STRANDED);
});
inEveryForm('14: an empty update', [U(t('one')), S('')], async (run) => {
  const answer = await run('dsh/messages', IN_HISTORY);
  assert.deepEqual([answer.code, answer.text], ['UNSUPPORTED_CONTENT', 'DeepSeek Messages cannot represent empty in-history system update']);
});

test('15: the request of a history is a prefix of the request of a longer one', async () => {
  const said = [S('head'), U(t('one')), A(r(), c('a')), S('S1'), T('a', [r()]), A(t('two')), U(t('more')), A(t('three')), U(r(), t('x')), A(t('four'))];
  const whole = messagesOf(await replayed(await readBytes(jsonl(...v4(said))), 'dsh/messages', IN_HISTORY));
  for (const cut of [5, 6, 7, 8, 9]) {
    const part = messagesOf(await replayed(await readBytes(jsonl(...v4(said.slice(0, cut)))), 'dsh/messages', IN_HISTORY));
    assert.deepEqual(whole.slice(0, part.length), part, `cut behind message ${cut}`);
  }
});

const parallel = [S('head'), U(t('go')), A(c('a'), c('b')), S('S1'), T('a', [t('ra')]), S('S2'), T('b', [t('rb')]), U(t('and')), A(t('done'))];
inEveryForm('16: updates between parallel results go behind the whole user turn', parallel, async (run) => {
  const answer = await run('dsh/messages', IN_HISTORY);
  assert.deepEqual(rolesOf(answer), ['user', 'assistant', 'user', 'system', 'system', 'assistant']);
  assert.deepEqual((messagesOf(answer)[2]!.content as readonly JsonObject[]).map((b) => b.type), ['tool_result', 'tool_result', 'text']);
  assert.equal(answer.request.system, 'head');
});
inEveryForm('17: without the capability the latest snapshot is the system field', parallel, async (run) => {
  const answer = await run('dsh/messages');
  assert.deepEqual(rolesOf(answer), ['user', 'assistant', 'user', 'assistant']);
  assert.equal(answer.request.system, 'S2');
  assert.deepEqual([answer.ops[0], answer.ops[4], answer.ops[6]], ['omitted', 'omitted', 'moved']);
  assert.equal(answer.rules[6], 'dsh/system-update-moved');
  // The capability is the catalogue's; of the known models only this one has it by default.
  assert.equal(rolesOf(await run('dsh/messages', {}, { model: 'deepseek-flash' })).includes('system'), true);
});
inEveryForm('18: a system message with another block than text is refused even when a later one replaces it', [{ role: 'system', content: [t('a'), { type: 'plugin:x' }] }, S('b'), U(t('one'))], async (run) => {
  assert.equal((await run('dsh/messages')).text, 'DeepSeek Messages cannot represent non-text system message');
});

test('19 and 20: replaying and continuing a notice log leaves the file as it was, plain and zstd', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dsh-'));
  try {
    const said: Said[] = [U(t('go')), A(t('started')), { role: 'user', content: notice, source: { kind: 'subagent-settled', form: 'notice', summary: 'done', senderSessionId: 'k' } }, A(t('thanks'))];
    for (const [name, bytes] of [['session.jsonl', Buffer.from(jsonl(...v0(said)))], ['session.v4.jsonl.zstd', await zstdOf(v4(said))]] as const) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const before = createHash('sha256').update(readFileSync(path)).digest('hex');
      const session = await readSession(path);
      const first = await replayed(session, 'dsh/messages');
      for (const target of ['dsh/chat', 'dsh/pi-ai']) assert.equal((await replayed(session, target)).outcome, 'ok');
      const longer = await readBytes(Buffer.from(jsonl(...v4([...said, U(t('again'))]))));
      assert.deepEqual(messagesOf(await replayed(longer, 'dsh/messages')).slice(0, messagesOf(first).length), messagesOf(first));
      assert.equal(createHash('sha256').update(readFileSync(path)).digest('hex'), before);
    }
  } finally { rmSync(folder, { recursive: true }); }
});

for (const args of ['{', '', '[]', 'null', '42', '"x"']) {
  inEveryForm(`40: call arguments ${JSON.stringify(args)}`, [U(t('go')), A(c('a', args)), T('a', [t('ok')])], async (run, session) => {
    const messages = await run('dsh/messages');
    assert.deepEqual((messagesOf(messages)[1]!.content as readonly JsonObject[])[0]!.input, {});
    assert.equal(messages.findings.filter((f) => f.rule === 'dsh/arguments-replaced').length, 1);
    assert.deepEqual((messagesOf(await run('dsh/pi-ai'))[1]!.content as readonly JsonObject[])[0]!.arguments, {});
    const [call] = messagesOf(await run('dsh/chat'))[1]!.tool_calls as readonly JsonObject[];
    assert.equal((call!.function as JsonObject).arguments, args);
    assert.equal(session.conversation().turns[1]!.blocks[0]!.text.inline, args);
  });
}

const unpaired: readonly (readonly [string, readonly Said[], string, readonly string[]])[] = [
  ['an orphan result', [U(t('go')), A(t('hm')), T('x', [t('?')])], 'DeepSeek Messages tool result has no matching call', ['kept', 'kept', 'omitted']],
  ['a call at the end', [U(t('go')), A(t('so'), c('a'))], 'DeepSeek Messages history ends with unresolved tools', ['kept', 'kept', 'omitted']],
  ['a call before a user text', [U(t('go')), A(t('so'), c('a')), U(t('well'))], 'DeepSeek Messages tool calls need immediate results', ['kept', 'kept', 'omitted', 'kept']],
  ['two calls of one id', [U(t('go')), A(c('a'), c('a')), T('a', [t('ok')])], 'DeepSeek Messages duplicate tool call id', ['kept', 'converted', 'omitted', 'kept']],
  ['two results of one id', [U(t('go')), A(c('a')), T('a', [t('ok')]), T('a', [t('again')])], 'DeepSeek Messages tool result has no matching call', ['kept', 'converted', 'kept', 'omitted']],
];
for (const [name, said, refusal, repaired] of unpaired) {
  inEveryForm(`41: ${name}`, said, async (run) => {
    const strict = await run('dsh/messages');
    assert.deepEqual([strict.code, strict.text], ['INVALID_REQUEST', refusal]);
    const repair = await run('dsh/messages', { pairing: 'repair' });
    assert.equal(repair.outcome, 'ok');
    assert.deepEqual(repair.ops, repaired);
    assert.equal(JSON.stringify(repair.request).includes('synthetic'), false);
  });
}
test('41: repair drops an assistant turn left empty, merges its neighbours, and keeps user turns even when emptied', async () => {
  const dropped = await readBytes(jsonl(...v4([U(t('one')), A(c('a')), U(t('two'))])));
  assert.deepEqual((await replayed(dropped, 'dsh/messages', { pairing: 'repair' })).request.messages, [{ role: 'user', content: [text('one'), text('two')] }]);
  const emptied = await readBytes(jsonl(...v4([U(t('one')), A(t('x')), T('z', [t('?')])])));
  assert.deepEqual(messagesOf(await replayed(emptied, 'dsh/messages', { pairing: 'repair' }))[2], { role: 'user', content: [] });
  const flush = await readBytes(jsonl(...v4([U(t('one')), A(c('a')), S('u')])));
  assert.equal((await replayed(flush, 'dsh/messages', { ...IN_HISTORY, pairing: 'repair' })).text, STRANDED);
});

inEveryForm('42: an update before anything is on the wire is the system field', [U(r()), S('update'), U(t('go'))], async (run) => {
  const answer = await run('dsh/messages', IN_HISTORY);
  assert.deepEqual([answer.request.system, rolesOf(answer)], ['update', ['user']]);
});
inEveryForm('43: the last wire message before the flush decides', [U(t('one')), S('update'), U(r()), A(t('two'))], async (run) => {
  assert.deepEqual(rolesOf(await run('dsh/messages', IN_HISTORY)), ['user', 'system', 'assistant']);
});

test('adjacent responses are merged on the wire, and the boundary says so', async () => {
  const session = await readBytes(jsonl(...v4([U(t('one')), A(t('two')), U(r()), A(t('three'))])));
  const answer = await replayJson(session, judge(session.conversation(), 'dsh/messages'));
  assert.deepEqual((answer.boundaries as readonly JsonObject[]).map((b) => [b.kind, b.mergedOnWire]), [['user', true]]);
  assert.deepEqual((await replayed(session, 'dsh/messages')).ops, ['kept', 'kept', 'omitted', 'merged']);
});
