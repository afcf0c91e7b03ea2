import type { Hit, Judged, Rule } from '../rule.ts';
import { firstSentCall } from '../views/sent-calls.ts';

/** One info per request with stubs. */
export const referenceToolStub: Rule = {
  id: 'reference/tool-stub',
  severity: 'info',
  summary: 'The session does not record its tool definitions, so one inert definition per tool name used stands for them in an export: an endpoint that wants definitions takes the history, but the model does not see what the tools are for or what arguments they take.',
  fix: 'Give the real definitions (--tools FILE). Thinking that is bound to everything in front of it needs the very ones.',
  sources: [{ text: 'anthropics/anthropic-sdk-python issue 494 (requests with tool blocks must define tools)', date: '2024-05-13' }, { text: 'Bedrock Converse: toolConfig must be defined when tool blocks are used', date: '2026-11-30' }],
  *check(judged: Judged): Generator<Hit> {
    const stubs = judged.replay.inserted.filter((inserted) => inserted.rule === 'reference/tool-stub');
    const [first] = stubs;
    if (first === undefined) return;
    const call = firstSentCall(judged);
    yield { wirePath: first.wirePath, blocks: call === undefined ? [] : [call.id], message: stubs.length === 1 ? 'An inert definition stands for the one tool that is used.' : `Inert definitions stand for the ${stubs.length} tools that are used.` };
  },
};
