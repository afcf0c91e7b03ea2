import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { isBound } from '../../src/core/model/signature.ts';
import { valueAt, type Json } from '../../src/core/model/json.ts';
import { judge } from '../../src/core/judge/judge.ts';
import type { Replay } from '../../src/core/replay/replay.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../src/core/replay/serializer.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import { TARGETS } from '../../src/core/targets/index.ts';
import { subjectsOf } from '../../src/core/turns/conversation.ts';
import type { Session } from '../../src/core/turns/session.ts';
import { fixtures } from '../support/fixtures.ts';
import { anyFile } from '../support/generated.ts';
import { readBytes } from '../support/sessions.ts';

// The invariants of the design, over every fixture and over generated, mutated and truncated sessions.
// FUZZ_RUNS raises the number of generated ones (npm run test:fuzz).

const RUNS = Number(process.env.FUZZ_RUNS ?? 250);
const OPTIONS: readonly ReplayOptions[] = [DEFAULT_OPTIONS, { ...DEFAULT_OPTIONS, mode: 'repair', tools: 'stubs', prompt: 'Go on.' }];

/** Invariant 1: every byte of the file belongs to a record or a problem; only white space may stand between. */
function everyByteAccounted(session: Session, bytes: Uint8Array): void {
  if (session.container !== 'plain') return;
  const covered = new Uint8Array(bytes.length);
  const mark = (source: { file: number; start: number; end: number }): void => { if (source.file === 0) covered.fill(1, source.start, source.end); };
  const conversation = session.conversation();
  session.hidden.forEach((h) => { mark(h.source); });
  session.problems.forEach((p) => { mark(p.source); });
  conversation.entries.forEach((e) => { mark(e.source); });
  conversation.recorded.system.forEach((b) => { mark(b.source); });
  for (let at = 0; at < bytes.length; at++) {
    if (covered[at] === 1 || [0x20, 0x09, 0x0a, 0x0d].includes(bytes[at]!) || at < 3 && [0xef, 0xbb, 0xbf][at] === bytes[at]) continue;
    assert.fail(`byte ${at} of ${bytes.length} is in no record and no problem: ${Buffer.from(bytes.subarray(at, at + 60)).toString()}`);
  }
}

/** Invariant 3, one half: every block's source slice parses, its pointer leads to a value, its text can be loaded again. */
async function everyBlockHasItsSource(session: Session, bytes: Uint8Array): Promise<void> {
  const { turns, recorded } = session.conversation();
  const ids = new Set<string>();
  for (const block of [...recorded.system, ...turns.flatMap((t) => t.blocks)]) {
    assert.ok(!ids.has(block.id), `block id ${block.id} is used twice`);
    ids.add(block.id);
    if (block.source.file !== 0 || session.container !== 'plain') continue;
    // The root of a document that is cut off does not parse as a whole; its complete members are read, and loaded, all the same.
    if (block.source.record !== 0 || !session.problems.some((p) => p.code === 'records/torn-document')) {
      const record = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(block.source.start, block.source.end))) as Json;
      assert.notEqual(valueAt(record, block.source.pointer), undefined, `${block.id} leads nowhere`);
    }
    assert.notEqual(await session.loader.value(block.source), undefined, `${block.id} cannot be loaded`);
    const loaded = await session.loader.text({ ...block.text, inline: undefined } as never).catch((e: unknown) => e);
    if (block.text.at.length > 0 && block.text.inline !== undefined) assert.equal(loaded, block.text.inline, `${block.id}: its text is not what its sources hold`);
    if (isBound(block.signature)) assert.equal((await session.loader.text(block.signature.value)).length, block.signature.value.length);
  }
  assert.equal(new Set(turns.map((t) => t.id)).size, turns.length, 'turn ids are unique');
}

/** Invariants 1 and 3: one decision per block; wire paths lead to values; nothing sent without origin. */
async function everyBlockDecided(session: Session, replay: Replay): Promise<void> {
  if (replay.outcome === 'not-applicable') { assert.ok(replay.notApplicable); return; }
  const { turns, recorded } = session.conversation();
  assert.deepEqual([...replay.decisions.keys()].sort(), [...subjectsOf(turns, recorded)].sort(), `${replay.target}: decided are other things than the blocks`);
  if (replay.template === null) { assert.equal(replay.outcome, 'rejected'); assert.ok(replay.rejection); return; }
  const request = JSON.parse(await requestString(replay.template, session.loader)) as Json;
  const has = (path: string): void => { assert.notEqual(valueAt(request, path.split('.').map((s) => `/${s}`).join('')), undefined, `${replay.target}: nothing at ${path}`); };
  for (const decision of replay.decisions.values()) {
    const sent = decision.op !== 'omitted' && decision.op !== 'rejected';
    assert.equal(decision.wirePaths.length > 0, sent, `${replay.target}: ${decision.block} is ${decision.op} with ${decision.wirePaths.length} paths`);
    decision.wirePaths.forEach(has);
    assert.ok(decision.reason.length > 0);
  }
  for (const finding of replay.findings) if (finding.wirePath !== undefined) has(finding.wirePath);
  replay.inserted.forEach((i) => { has(i.wirePath); });
}

/** Invariant 4: a reference target copies signatures and the text they cover byte for byte, or does not send them. */
async function signedUntouched(session: Session, replay: Replay): Promise<void> {
  if (replay.template === null || TARGETS.find((t) => t.id === replay.target)?.kind === 'emulation') return;
  const request = JSON.parse(await requestString(replay.template, session.loader)) as Json;
  for (const turn of session.conversation().turns) for (const block of turn.blocks) {
    const path = replay.decisions.get(block.id)?.wirePaths[0];
    if (path === undefined || !isBound(block.signature)) continue;
    const node = JSON.stringify(valueAt(request, path.split('.').map((s) => `/${s}`).join('')));
    // A signature beside a call or an answer's words means nothing to other APIs, and it does not fit words that were repaired: the block goes without it.
    if (block.signature.kind === 'gemini-thought' && block.kind !== 'thinking' && !/thoughtSignature|thought_signature/.test(node)) continue;
    const value = await session.loader.text(block.signature.value);
    assert.ok(node.includes(JSON.stringify(value).slice(1, -1)) || block.signature.carrier === 'ocxr1' && node.includes('ocxr1:'), `${replay.target}: signature of ${block.id} is not in ${path}`);
  }
}

async function hold(bytes: Uint8Array, name: string): Promise<void> {
  const before = Buffer.from(bytes).toString('base64');
  const session = await readBytes(bytes, name);
  everyByteAccounted(session, bytes);
  await everyBlockHasItsSource(session, bytes);
  const conversation = session.conversation();
  for (const target of TARGETS) for (const options of OPTIONS) {
    const replay = judge(conversation, target.id, options);
    await everyBlockDecided(session, replay);
    await signedUntouched(session, replay);
  }
  // Invariant 6: the same input gives the same output.
  const again = await readBytes(bytes, name);
  assert.deepEqual(again.conversation().turns, conversation.turns);
  assert.deepEqual([...judge(again.conversation(), 'auto').decisions], [...judge(conversation, 'auto').decisions]);
  assert.equal(Buffer.from(bytes).toString('base64'), before, 'reading never writes');
}

for (const path of fixtures()) {
  test(`invariants hold for ${path}`, () => hold(readFileSync(path), path.split('/').pop()!));
}

test(`invariants hold for ${RUNS} generated sessions, damaged ones among them`, async () => {
  const check = async (file: { name: string; bytes: Uint8Array }): Promise<void> => {
    try {
      await hold(file.bytes, file.name);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.stack : String(error)}\nin ${JSON.stringify(Buffer.from(file.bytes).toString('latin1'))}`);
    }
  };
  await fc.assert(fc.asyncProperty(anyFile, check), { numRuns: RUNS, includeErrorInReport: true, ...(process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) }) });
});
