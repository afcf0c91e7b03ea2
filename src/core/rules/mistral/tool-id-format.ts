import type { Hit, Judged, Rule } from '../rule.ts';
import { callIds, chatMessages } from '../views/chat-view.ts';

/** Ids of nine letters and digits. */
export const mistralToolIdFormat: Rule = {
  id: 'mistral/tool-id-format',
  severity: 'error',
  summary: 'The id of a call must be nine letters and digits. Ids of every other provider are longer. Told once per request, with all calls.',
  fix: 'Give both sides of each pair an id of nine letters and digits; cutting ids off makes two calls the same.',
  sources: [{ text: 'jackmpcollins/magentic issue 276; pi-ai converter', date: '2026-11-30' }],
  errorText: /Tool call id was (?<id>\S+) but must be a-z, A-Z, 0-9, with a length of 9/,
  *check(judged: Judged): Generator<Hit> {
    const bad = (chatMessages(judged, 'mistral-chat') ?? []).flatMap((message) => message.calls).filter((call) => call.id === undefined || !/^[A-Za-z0-9]{9}$/.test(call.id));
    const [first] = bad;
    if (first === undefined) return;
    yield {
      wirePath: `messages.${first.message}.tool_calls.${first.index}`, blocks: bad.flatMap((call) => callIds(judged, call)), message: bad.length === 1 ? `The call id ${first.id ?? '(none)'} is not nine letters and digits.` : `${bad.length} call ids are not nine letters and digits, the first ${first.id ?? '(none)'}.`,
      providerError: `Tool call id was ${first.id ?? ''} but must be a-z, A-Z, 0-9, with a length of 9.`,
    };
  },
};
