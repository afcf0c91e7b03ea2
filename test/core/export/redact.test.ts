import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exportRequest, NoExport, redactionNotes, type ExportOptions } from '../../../src/core/export/export-request.ts';
import type { Redaction } from '../../../src/core/export/redact.ts';
import { findSecrets, ownSecrets } from '../../../src/core/export/secret-patterns.ts';
import { pathOf, WireTokens } from '../../../src/core/export/wire-tokens.ts';
import { judge } from '../../../src/core/judge/judge.ts';
import { DEFAULT_OPTIONS } from '../../../src/core/replay/serializer.ts';
import { createSecretDetector } from '../../../src/worker/secret-detector.ts';
import { IN_TEXT, SECRETS } from '../../support/secrets.ts';
import { readBytes } from '../../support/sessions.ts';
import { claudeSignature } from '../../support/signatures.ts';

const detector = createSecretDetector();
const body = (messages: readonly unknown[], more: object = {}): string => JSON.stringify({ model: 'claude-opus-4-6', max_tokens: 10, ...more, messages });

async function exported(content: string, redact: ExportOptions['redact'] = detector, as: 'json' | 'curl' = 'json'): Promise<{ readonly text: string; readonly redaction: Redaction }> {
  const session = await readBytes(content, 'body.json');
  assert.equal(session.format.id, 'anthropic-messages');
  const conversation = session.conversation();
  const made = await exportRequest(session, conversation, judge(conversation, 'anthropic-messages', DEFAULT_OPTIONS), { as, redact });
  let text = '';
  for await (const piece of made.text) text += piece;
  return { text, redaction: made.redaction() };
}

for (const [kind, secret] of Object.entries(SECRETS)) {
  test(`a secret of kind ${kind} leaves neither in text, nor in arguments, nor in a result, nor as a key`, async () => {
    const inText = IN_TEXT[kind as keyof typeof IN_TEXT];
    const { text, redaction } = await exported(body([
      { role: 'user', content: `Use this:\n${inText}\nand nothing else.` },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_01', name: 'bash', input: { command: `echo '${inText}'`, [inText]: 1, list: ['x', inText] } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: `{"output":${JSON.stringify(inText)}}` }] },
    ]));
    assert.ok(!text.includes(secret) && !text.includes(JSON.stringify(secret).slice(1, -1)), 'the secret is still there');
    assert.ok(text.includes('and nothing else.'));
    JSON.parse(text);
    assert.deepEqual(new Set(redaction.replaced.map((r) => r.wirePath.split('.').slice(0, 2).join('.'))), new Set(['messages.0', 'messages.1', 'messages.2']));
    assert.ok(redaction.replaced.every((r) => r.blocks.length > 0 && !r.signed && !JSON.stringify(r).includes(secret)));
    assert.ok(redaction.sendable);
  });
}

test('what is no secret stays byte for byte: an export without secrets is the same with and without redaction', async () => {
  const plain = body([
    { role: 'user', content: 'const authorization = requireAuth(request); // Authorization: see the docs, sk-learn, bearer of bad news' },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'The task-runner-configuration-loader-name is long.', signature: claudeSignature() }, { type: 'tool_use', id: 'toolu_01', name: 'f', input: { n: 1.50, sha: 'ab12'.repeat(16), uuid: '01a22de9-22cf-7c21-ad89-5383ad346a90' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: 'https://example.com/a?b=c#d\ncall_0123456789 msg_0123 data:text/plain' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }] },
  ]);
  const [redacted, off] = [await exported(plain), await exported(plain, 'off')];
  assert.equal(redacted.text, off.text);
  assert.deepEqual(redacted.redaction, { replaced: [], sendable: true });
});

test('signature values and encrypted payloads are never searched, whatever they look like', async () => {
  const looksSecret = `${SECRETS.github}${SECRETS.jwt}`;
  const { text, redaction } = await exported(body([
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: looksSecret }, { type: 'redacted_thinking', data: looksSecret }, { type: 'text', text: 'Hi.' }] },
    { role: 'user', content: 'Go on.' },
  ]));
  assert.equal(text.split(looksSecret).length - 1, 2);
  assert.deepEqual(redaction, { replaced: [], sendable: true });
});

test('a secret in signed thinking is replaced, and the export is marked as not sendable', async () => {
  const { text, redaction } = await exported(body([
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: [{ type: 'thinking', thinking: `The key is ${SECRETS.github}.`, signature: claudeSignature() }, { type: 'text', text: 'Hi.' }] },
    { role: 'user', content: 'Go on.' },
  ]));
  assert.ok(!text.includes(SECRETS.github));
  assert.equal(redaction.sendable, false);
  assert.deepEqual(redaction.replaced.map((r) => [r.kind, r.wirePath, r.blocks, r.count, r.signed]), [['github', 'messages.1.content.0.thinking', ['2:/content/0'], 1, true]]);
  assert.match(redactionNotes(redaction)[0]!, /^NOT SENDABLE: .*messages\.1\.content\.0\.thinking/);
  const { text: curl } = await exported(body([{ role: 'user', content: 'Hi.' }, { role: 'assistant', content: [{ type: 'thinking', thinking: SECRETS.github, signature: claudeSignature() }, { type: 'text', text: 'x' }] }, { role: 'user', content: 'Go on.' }]), detector, 'curl');
  assert.match(curl, /^# NOT SENDABLE: /);
});

test('equal secrets get equal placeholders, different ones different', async () => {
  const { text } = await exported(body([{ role: 'user', content: `${SECRETS.github} ${SECRETS.npm} ${SECRETS.github}` }]));
  assert.match(text, /\[redacted github 1\] \[redacted npm 2\] \[redacted github 1\]/);
});

test('a comment in the session cannot switch a rule off', async () => {
  const { text } = await exported(body([{ role: 'user', content: `// secretlint-disable\n${SECRETS.npm} // secretlint-disable-line` }]));
  assert.ok(!text.includes(SECRETS.npm));
});

test('with redaction off the request leaves as it is', async () => {
  const { text } = await exported(body([{ role: 'user', content: SECRETS.npm }]), 'off');
  assert.ok(text.includes(SECRETS.npm));
});

test('it fails closed: a rule that fails or answers nonsense stops the export', async () => {
  const content = body([{ role: 'user', content: 'Hi.' }]);
  await assert.rejects(exported(content, () => Promise.reject(new Error('rule broke'))), /rule broke/);
  await assert.rejects(exported(content, () => Promise.resolve([{ start: 0, end: 1e9, kind: 'odd' }])), /outside its text/);
});

test('a session that gives no request gives no export, with the reason', async () => {
  const session = await readBytes('{"type":"session","version":0,"id":"a","createdAt":1}\n{"type":"user/message","seq":0,"time":1,"surfaceOp":"append","data":{"id":"m","role":"user","content":[{"type":"video","x":1}],"source":{"kind":"user"}}}\n');
  const conversation = session.conversation();
  const replay = judge(conversation, 'dsh/messages', DEFAULT_OPTIONS);
  assert.equal(replay.outcome, 'rejected');
  await assert.rejects(exportRequest(session, conversation, replay, { as: 'json', redact: detector }), (error) => error instanceof NoExport && /UNSUPPORTED_CONTENT/.test(error.message));
});

test('secrets are found wherever a window of the search ends', async () => {
  const secret = SECRETS.github;
  for (const before of [0, 1, 131_071, 131_072 - 20, 114_688, 114_680, 262_144 - 17, 300_000]) {
    const text = `${'x '.repeat(before / 2 + 1).slice(0, before)} ${secret} ${'y '.repeat(70_000)}`;
    const found = await findSecrets(text, detector);
    assert.deepEqual(found.map((h) => text.slice(h.start, h.end)), [secret], `behind ${before}`);
  }
});

test('secrets are found in texts of any size and number, in a batch or not', async () => {
  const messages = Array.from({ length: 400 }, (_, k) => ({ role: k % 2 === 0 ? 'user' : 'assistant', content: k % 37 === 0 ? `${'words '.repeat(k * 20)}${SECRETS.npm}` : `Message ${k}. ${'more words '.repeat(k % 13 * 30)}` }));
  const { text, redaction } = await exported(body(messages));
  assert.ok(!text.includes(SECRETS.npm));
  assert.deepEqual(redaction.replaced.map((r) => r.wirePath.split('.')[1]), messages.map((m, k) => [m, k] as const).filter(([, k]) => k % 37 === 0).map(([, k]) => String(k)));
});

test('our own patterns take time that grows with the text', () => {
  for (const hostile of ['-----BEGIN RSA PRIVATE KEY-----', 'sk-', 'bearer ', 'authorization:', 'authorization: bearer ', 'eyJaaaaaaaaaaa.', '123456789:', 'x-api-key="', 'a'.repeat(99)]) {
    const time = (count: number): number => { const text = hostile.repeat(count); const start = performance.now(); ownSecrets(text); return performance.now() - start; };
    time(100);
    assert.ok(time(40_000) < 60 * time(4000) + 300, hostile);
  }
});

test('the tokens of a JSON text are the text, and its strings stand where JSON.parse has them', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    const tokens = [...new WireTokens().feed(text)];
    assert.equal(tokens.map((t) => t.raw).join(''), text);
    const expected: string[] = [];
    const walk = (v: unknown, path: (string | number)[]): void => {
      if (typeof v === 'string') expected.push(`${path.join('.')}=${v}`);
      else if (Array.isArray(v)) v.forEach((inner, k) => { walk(inner, [...path, k]); });
      else if (typeof v === 'object' && v !== null) for (const [key, inner] of Object.entries(v)) { expected.push(`${[...path, key].join('.')}:`); walk(inner, [...path, key]); }
    };
    walk(JSON.parse(text), []);
    assert.deepEqual(tokens.flatMap((t) => t.string === undefined ? [] : [t.string.key ? `${pathOf(t.string.place)}:` : `${pathOf(t.string.place)}=${t.string.text}`]), expected);
  }), { numRuns: 400 });
});
