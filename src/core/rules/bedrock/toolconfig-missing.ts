import { elements, member } from '../../replay/wire.ts';
import type { Hit, Judged, Rule } from '../rule.ts';
import { converseMessages, wireIds } from '../views/converse-view.ts';

/** Tool use needs tool definitions. */
export const toolconfigMissing: Rule = {
  id: 'bedrock/toolconfig-missing',
  severity: 'error',
  summary: 'A history with `toolUse` or `toolResult` blocks needs a `toolConfig`, also where no tool shall be called any more. Some clients take the tool content out instead, without a word.',
  fix: 'Send the tools, or one inert definition (`--tools stubs`; `repair` does so).',
  sources: [{ text: 'vxcontrol/pentagi PR 196; nearai/ironclaw issue 1629; patriceckhart/zot PR 18', date: '2026-11-30' }],
  errorText: /The toolConfig field must be defined when using toolUse and toolResult content blocks/,
  *check(judged: Judged): Generator<Hit> {
    const first = (converseMessages(judged) ?? []).find((message) => message.calls.length + message.results.length > 0);
    if (first === undefined || (elements(member(member(judged.request, 'toolConfig'), 'tools')) ?? []).length > 0) return;
    const [block] = [...first.calls, ...first.results];
    yield {
      wirePath: `messages.${first.index}.content.${block!.index}`, blocks: wireIds(judged, first, [block!]), message: 'Tools are used from here on, but the request defines none.',
      providerError: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    };
  },
};
