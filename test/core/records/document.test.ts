import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDocument } from '../../../src/core/records/document.ts';
import { bytesOf } from '../../support/record-log.ts';

const body = { model: 'm', messages: [{ role: 'user', content: 'a\nb' }, { role: 'assistant', content: [{ type: 'text', text: '}]"' }] }], n: -1.5e3, deep: { x: [[]] } };

test('a whole document has its value, and the spans and lines of the elements of its arrays', () => {
  for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2), `\ufeff ${JSON.stringify(body, null, 1)}\n\n`]) {
    const bytes = bytesOf(text);
    const document = readDocument(bytes)!;
    assert.deepEqual(document.value, body);
    assert.equal(document.cutAt, undefined);
    const messages = document.members.find((m) => m.key === 'messages')!;
    const slices = messages.elements.map((e) => JSON.parse(new TextDecoder().decode(bytes.subarray(e.start, e.end))) as unknown);
    assert.deepEqual(slices, body.messages);
    for (const e of messages.elements) assert.equal(e.line, 1 + bytes.subarray(0, e.start).filter((b) => b === 0x0a).length);
  }
});

test('a document cut off anywhere keeps exactly the members and elements that are complete', () => {
  const text = JSON.stringify(body, null, 1);
  for (let cut = text.indexOf('[') + 1; cut < text.length; cut++) {
    const document = readDocument(bytesOf(text.slice(0, cut)));
    assert.ok(document, `cut at ${cut}`);
    assert.ok(document.cutAt !== undefined && document.cutAt <= cut);
    const value = document.value as { readonly messages?: readonly unknown[]; readonly [k: string]: unknown };
    for (const [key, kept] of Object.entries(value)) {
      if (key === 'messages') assert.deepEqual(kept, body.messages.slice(0, value.messages!.length));
      else if (key !== 'n') assert.deepEqual(kept, body[key as keyof typeof body]);
    }
    const elements = document.members.find((m) => m.key === 'messages')?.elements ?? [];
    assert.equal(elements.length, value.messages?.length ?? 0, `cut at ${cut}`);
  }
});

test('elements and their spans stay in step in a cut-off root array', () => {
  const document = readDocument(bytesOf('[{"a":1}, {"b":2}, {"c":'))!;
  assert.deepEqual(document.value, [{ a: 1 }, { b: 2 }]);
  assert.deepEqual(document.members[0]!.elements.map((e) => [e.start, e.end]), [[1, 8], [10, 17]]);
});

test('what is wrong in the middle is no cut-off document', () => {
  for (const text of ['{"a":1}{"b":2}', '{"a":oops,"b":[1', '[{"a":tru},{"b":2},{', '', '  ', '"text"', '12', 'plain', '{', '{"a"']) assert.equal(readDocument(bytesOf(text)), undefined, text);
});

test('any bytes at all give a document or undefined', () => {
  fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.tuple(fc.json(), fc.nat(60)).map(([t, n]) => bytesOf(t.slice(0, n)))), (bytes) => { readDocument(bytes); }), { numRuns: 1000 });
});

test('depth does not matter', () => {
  const deep = 100_000;
  const whole = readDocument(bytesOf(`{"a":${'['.repeat(deep)}${']'.repeat(deep)},"b":1}`));
  assert.deepEqual(whole?.members.map((m) => m.key), ['a', 'b']);
  const cut = readDocument(bytesOf(`{"b":1,"a":${'['.repeat(deep)}`));
  assert.deepEqual(cut?.value, { b: 1 });
});

test('a one-line document with many elements is read in time that grows with its length', () => {
  const time = (count: number): number => {
    const bytes = bytesOf(`{"messages":[${'{"role":"user","content":"hello"},'.repeat(count)}1]}`);
    const start = performance.now();
    assert.equal(readDocument(bytes)!.members[0]!.elements.length, count + 1);
    return performance.now() - start;
  };
  time(2000);
  assert.ok(time(200_000) < 40 * time(20_000) + 300);
});
