import type { Hit, Judged, Rule } from '../rule.ts';
import { firstSentCall } from '../views/sent-calls.ts';

/** One info per request that calls tools and, for want of a record, defines none. */
export const referenceToolsNotRecorded: Rule = {
  id: 'reference/tools-not-recorded',
  severity: 'info',
  summary: 'Tool calls are sent, but the session does not record its tool definitions and none are made up for a view. Anthropic has taken such requests since 2025-02-27; gateways and Bedrock refuse them. An export puts inert stubs in their place.',
  fix: 'Give the definitions (--tools FILE), or ask for stubs (--tools stubs).',
  sources: [{ text: 'anthropics/anthropic-sdk-python issue 849 (tools may be left out)', date: '2025-03-03' }, { text: 'anthropics/anthropic-sdk-python issue 494', date: '2024-05-13' }],
  *check(judged: Judged): Generator<Hit> {
    const { conversation, options } = judged;
    // Definitions inside the history (Responses' additional_tools items) are recorded ones.
    if (options.tools !== 'recorded' || conversation.recorded.tools !== undefined || definesInside(judged)) return;
    const call = firstSentCall(judged);
    if (call !== undefined) yield { wirePath: call.wirePath, blocks: [call.id], message: 'Tools are called from here on, but their definitions are not recorded; the request defines none.' };
  },
};

function definesInside({ conversation, replay }: Judged): boolean {
  return conversation.turns.some((turn) => turn.blocks.some((block) => block.nativeType === 'additional_tools' && (replay.decisions.get(block.id)?.wirePaths.length ?? 0) > 0));
}
