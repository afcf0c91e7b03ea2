import type { Severity } from '../../model/problem.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { member, textFacts } from '../../replay/wire.ts';
import { gate } from '../../replay/model-gates.ts';
import { isThinkingType } from '../views/bound-thinking.ts';
import { messagesView } from '../views/messages-view.ts';
import { openLoop } from '../views/open-loop.ts';

/** Thinking in the open loop needs thinking turned on. */
export const thinkingDisabledFinalThinking: Rule = {
  id: 'anthropic/thinking-disabled-final-thinking',
  severity: 'error',
  summary: 'The request does not turn thinking on, and the open tool loop contains thinking. Later documentation says that the API ignores the conflict; models that cannot turn thinking off never meet it.',
  fix: 'Turn thinking on, or take the thinking of the loop out.',
  sources: [
    { text: 'tailcallhq/forgecode issue 1853', date: '2025-11-07' },
    { text: 'BerriAI/litellm issue 18926', date: '2026-01-11' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): When thinking is disabled, an `?assistant`? message in the final position cannot contain `?thinking`?/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    const type = textFacts(member(member(judged.request, 'thinking'), 'type'))?.inline;
    if (type === 'enabled' || type === 'adaptive' || gate('disabledRejected', judged.model) === 'yes') return;
    const first = openLoop(view).filter((run) => run.role === 'assistant').flatMap((run) => run.blocks).find((block) => isThinkingType(block.type));
    if (first === undefined) return;
    const path = view.path(first);
    yield {
      wirePath: path, blocks: view.ids(first), severity: severityOf(judged, type),
      message: type === 'disabled' ? 'Thinking is disabled, and the open tool loop contains thinking.' : 'The request does not turn thinking on, and the open tool loop contains thinking.',
      providerError: `${path}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`,
    };
  },
};

/** An error where the request itself says so to a model of which it was reported; a request that we made may simply not know the parameter. */
function severityOf(judged: Judged, type: string | undefined): Severity {
  const said = type === 'disabled' || judged.serializer.kind !== 'reference';
  return said && gate('manualThinking', judged.model) === 'yes' ? 'error' : 'warning';
}
