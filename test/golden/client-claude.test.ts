import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../src/core/judge/judge.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../src/core/replay/serializer.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import type { Session } from '../../src/core/turns/session.ts';
import { bodiesOf, linesOf, openCut, scenariosOf, Tally } from '../support/golden.ts';

// Claude Code 2.1.197 and 2.1.332 against a scripted server: what they sent, and what the target `client` makes of the file as it was then.

const CLIENTS = ['claude-code/2.1.197', 'claude-code/2.1.332'] as const;
const tallies: Tally[] = [];
const FRESH = 'reminders of a prompt that is not in the file yet';
const STORED_NOT = 'reminders whose text 2.1.197 does not store (skills, agents, tasks, date, re-read files)';

async function requestOf(session: Session, options: ReplayOptions): Promise<{ readonly messages: readonly JsonObject[]; readonly system?: readonly JsonObject[] }> {
  const replay = judge(session.conversation(), 'client', options);
  assert.equal(replay.outcome, 'ok', JSON.stringify(replay.rejection ?? replay.notApplicable));
  return JSON.parse(await requestString(replay.template!, session.loader)) as { messages: readonly JsonObject[] };
}

const isReminder = (text: Json | undefined): boolean => typeof text === 'string' && /^<system-reminder>[\s\S]*<\/system-reminder>\n*$/.test(text);

/** The recorded messages without the reminders that `drop` names: as texts of their own, and folded behind tool results. */
function without(messages: readonly JsonObject[], drop: (text: string) => boolean, say: () => void): readonly JsonObject[] {
  const cut = (text: string): string => text.replace(/\n\n(<system-reminder>[\s\S]*?<\/system-reminder>)/g, (whole, reminder: string) => { if (!drop(reminder)) return whole; say(); return ''; });
  const kept: JsonObject[] = [];
  for (const message of messages) {
    if (typeof message.content === 'string') { if (isReminder(message.content) && drop(message.content)) say(); else kept.push(message); continue; }
    const blocks: JsonObject[] = [];
    for (const block of message.content as readonly JsonObject[]) {
      if (block.type === 'text' && isReminder(block.text) && drop(String(block.text))) { say(); continue; }
      blocks.push(block.type === 'tool_result' && typeof block.content === 'string' ? { ...block, content: cut(block.content) } : block);
    }
    if (blocks.length > 0) kept.push({ ...message, content: blocks });
  }
  return kept;
}

interface Row { readonly type: string; readonly message?: { readonly content: Json }; readonly rendered?: readonly { readonly content: string }[]; readonly content?: Json; readonly operation?: string; readonly isMeta?: boolean }

for (const client of CLIENTS) {
  const old = client.endsWith('2.1.197');
  const tally = new Tally(client);
  const resumed = new Tally(`${client}, from the end of the run before, with --prompt`);
  tallies.push(tally, resumed);
  for (const { name, folder, cuts } of scenariosOf(client)) {
    const bodies = bodiesOf(folder, 'messages');
    const expected = (n: number, say: Tally): readonly JsonObject[] => {
      const messages = bodies.get(n)!.messages as readonly JsonObject[];
      return old ? without(messages, () => true, () => { say.exception(STORED_NOT); }) : messages;
    };
    for (const { n, file, lines, excluded } of cuts) {
      tally.recorded();
      if (file === undefined || lines === undefined) { tally.exception(`not comparable: ${excluded ?? 'the file is not known'} (${name} ${n})`); continue; }
      tally.compared();
      test(`client ${client} ${name}: request ${n} is what we would send`, async () => {
        const ours = await requestOf(await openCut(folder, file, lines), DEFAULT_OPTIONS);
        assert.deepEqual(ours.messages, expected(n, tally));
        // A fork's copy has the rows without the log of the requests.
        const logged = linesOf(folder, file).slice(0, lines).some((line) => line.startsWith('{"type":"api-request"'));
        if (logged) assert.deepEqual(ours.system, (bodies.get(n)!.system as readonly JsonObject[]).slice(1), 'the system prompt but for the billing block');
        tally.equal();
      });
    }

    // The first request of a later run: the file as the run before left it, and the prompt.
    const firsts = cuts.filter((cut, at) => cut.file !== undefined && !cut.file.includes('/') && at > 0 && cuts[at - 1]!.run !== cut.run && cuts.slice(0, at).some((earlier) => earlier.file === cut.file));
    for (const { n, run, file, lines } of firsts) {
      const rows = linesOf(folder, file!).map((line) => JSON.parse(line) as Row);
      const start = rows.slice(0, lines).findLastIndex((row) => row.type === 'queue-operation' && row.operation === 'enqueue');
      const text = start < 0 ? undefined : rows[start]!.content;
      resumed.recorded();
      if (typeof text !== 'string') { resumed.exception(`not comparable: the run has no prompt of its own (${name} ${n})`); continue; }
      if (!rows.slice(0, start).some((row) => row.type === 'user')) { resumed.exception(`not comparable: a fork's copy holds the rows of the run before without the queue of prompts (${name} ${n})`); continue; }
      if (!old && rows.slice(start, lines).some((row) => row.type === 'user' && row.message?.content !== text && JSON.stringify(row).includes('interrupted'))) {
        resumed.exception(`not comparable: the words of the result that stands for a killed call are written on resume (${name} ${n})`); continue;
      }
      resumed.compared();
      test(`client ${client} ${name}: request ${n} (${run}) from the end of the run before`, async () => {
        const fresh = rows.slice(start, lines).flatMap((row) => row.rendered ?? []).map((part) => part.content);
        const options = { ...DEFAULT_OPTIONS, prompt: text, model: String(bodies.get(n)!.model) };
        const ours = await requestOf(await openCut(folder, file!, start), options);
        const theirs = expected(n, resumed);
        // Only the last message can hold reminders of the new prompt: the last ones of each text, as many as are new.
        const seen = new Map<string, number>();
        const before = new Map<string, number>();
        without(theirs.slice(-1), (reminder) => { const key = reminder.trimEnd(); before.set(key, (before.get(key) ?? -fresh.filter((f) => f === key).length) + 1); return false; }, () => { /* only counted */ });
        const isFresh = (reminder: string): boolean => { const key = reminder.trimEnd(); seen.set(key, (seen.get(key) ?? 0) + 1); return seen.get(key)! > before.get(key)!; };
        const last = without(theirs.slice(-1), isFresh, () => { resumed.exception(FRESH); });
        assert.deepEqual(ours.messages, [...theirs.slice(0, -1), ...last]);
        resumed.equal();
      });
    }
  }
}

test('client claude-code: every request that can be compared is equal', () => {
  for (const tally of tallies) {
    tally.say();
    assert.equal(tally.verdict.exact, tally.verdict.able);
  }
  assert.ok(tallies[0]!.verdict.able + tallies[2]!.verdict.able >= 103);
});
