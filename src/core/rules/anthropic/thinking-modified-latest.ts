import type { Severity } from '../../model/problem.ts';
import type { Confidence } from '../../model/turn.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { isKnown, lineOf, sameItem, thinkingOf, type WireThinking } from '../views/bound-thinking.ts';
import { messagesView, type MessagesView, type WireRun } from '../views/messages-view.ts';
import { thinkingChanges, type ThinkingChange } from '../views/thinking-changes.ts';

/**
 * Signed thinking goes back as it came. Two directly adjacent signed blocks of two responses are enough, and then every later
 * request fails too, however old the message is (live bisection 2026-08-13); blocks with text or a call between them passed.
 */
export const thinkingModifiedLatest: Rule = {
  id: 'anthropic/thinking-modified-latest',
  severity: 'error',
  summary: 'The thinking of an assistant run differs from what was generated: signed blocks of two responses stand side by side (in one message, or in adjacent messages that the API merges), or a signed block of the latest run was altered, moved against its siblings, or lost a thinking block beside it.',
  fix: 'Send the run as it was recorded, with what stood between the responses; otherwise take all thinking of the open tool loop out and close the loop with a user message.',
  sources: [
    { text: 'anthropics/claude-code issues 12362, 13094, 13589, 13692, 13923, 19539, 25361, 56695, 63203, 63221, 63248, 63277, 63404, 63503, 63835, 64004', date: '2026-05-30' },
    { text: 'Yeachan-Heo/gajae-code issue 4416, PR 4418, PR 4425: live bisection of two adjacent blocks', date: '2026-08-13' },
    { text: 'live probe; gotgenes/pi-anthropic-auth issue 66; vybestack/llxprt-code issue 1653', date: '2026-09-23' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): `?thinking`? or `?redacted_thinking`? blocks in the latest assistant message cannot be modified/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const latest = view.runs.findLast((run) => run.role === 'assistant');
    for (const run of view.runs) {
      if (run.role !== 'assistant') continue;
      const places = new Map<WireThinking, Hit>();
      for (const [thinking, hit] of [...changed(view, run, run === latest), ...joined(view, run)]) {
        const known = places.get(thinking);
        if (known === undefined || rank(hit) < rank(known)) places.set(thinking, hit);
      }
      yield* places.values();
    }
  },
};

const rank = (hit: Hit): number => hit.severity === 'error' ? 0 : 1;

function* joined(view: MessagesView, run: WireRun): Generator<readonly [WireThinking, Hit]> {
  let last: WireThinking | undefined;
  for (const thinking of thinkingOf(view, run)) {
    if (!thinking.bound || thinking.response === undefined) continue;
    const hit = last === undefined ? undefined : seam(view, last, thinking);
    if (hit !== undefined) yield [thinking, hit];
    last = thinking;
  }
}

function seam(view: MessagesView, before: WireThinking, after: WireThinking): Hit | undefined {
  const touching = after.at === before.at + 1;
  const same = before.response === after.response;
  const known = isKnown(before.confidence) && isKnown(after.confidence);
  const confidence = known ? weaker(before.confidence, after.confidence) : 'inferred';
  const lines = `${lineOf(view.judged, after.ids[0])} and ${lineOf(view.judged, before.ids[0])}`;
  const where = before.wire.message === after.wire.message ? 'in one assistant message' : 'in adjacent assistant messages, which the API merges';
  if (!same) {
    if (touching && known) return hitOf(view, after, before.ids, 'error', confidence, `Signed thinking of two responses (${lines}) stands side by side ${where}; the provider rejects that.`);
    if (touching) return hitOf(view, after, before.ids, 'warning', confidence, `Signed thinking (${lines}) stands side by side ${where}; it seems to be of two responses, but their identity is inferred. The provider may reject it.`);
    return hitOf(view, after, before.ids, 'warning', confidence, `Signed thinking of two responses (${lines}) stands ${where}, with other content between; the provider may reject it.${known ? '' : ' That they are two responses is inferred.'}`);
  }
  const suspicious = touching && !known && before.wire.type === 'thinking' && after.wire.type === 'thinking' && !sameItem(before.block, after.block);
  return suspicious ? hitOf(view, after, before.ids, 'warning', 'inferred', `Two signed thinking blocks (${lines}) stand side by side: these may be two responses; their identity is inferred. The provider may reject it.`) : undefined;
}

function* changed(view: MessagesView, run: WireRun, latest: boolean): Generator<readonly [WireThinking, Hit]> {
  for (const change of thinkingChanges(view, run)) {
    if (change.what === 'lost-unsigned' && !latest) continue;
    const certain = latest && change.what !== 'lost-unsigned' && isKnown(change.thinking.confidence);
    const older = latest ? '' : ' It is not the latest assistant message.';
    yield [change.thinking, hitOf(view, change.thinking, change.partners, certain ? 'error' : 'warning', change.thinking.confidence, `${textOf(view, change)} The provider ${certain ? 'rejects' : 'may reject'} that.${older}`)];
  }
}

function textOf(view: MessagesView, { what, thinking, partners }: ThinkingChange): string {
  const line = lineOf(view.judged, thinking.ids[0]);
  const other = lineOf(view.judged, partners[partners.length - 1]);
  switch (what) {
    case 'lost': return `Signed thinking (${line}) is sent without the thinking block of the same response at ${other}.`;
    case 'lost-unsigned': return `Signed thinking (${line}) is sent without the unsigned thinking block of the same response at ${other}.`;
    case 'moved': return `Signed thinking (${line}) stands in another order than in its response (${other}).`;
    case 'separator-lost': return `Two thinking blocks of one response touch (${line}) because what stood between them (${other}) is not sent.`;
    case 'text-altered': return `The text of signed thinking (${line}) is not the recorded one.`;
  }
}

function hitOf(view: MessagesView, thinking: WireThinking, partners: Hit['blocks'] & object, severity: Severity, confidence: Confidence, message: string): Hit {
  const path = view.path(thinking.wire);
  return {
    wirePath: path, blocks: [...new Set([...thinking.ids, ...partners])], severity, confidence, message,
    providerError: `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
  };
}

function weaker(a: Confidence, b: Confidence): Confidence {
  return a === 'inferred' || b === 'inferred' ? 'inferred' : a === 'derived' || b === 'derived' ? 'derived' : 'exact';
}
