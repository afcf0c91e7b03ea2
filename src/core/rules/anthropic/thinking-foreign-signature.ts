import type { Hit, Judged, Rule } from '../rule.ts';
import { messagesView } from '../views/messages-view.ts';
import { signatureHits } from '../views/signature-state.ts';

/** Thinking goes back to the model that made it. */
export const thinkingForeignSignature: Rule = {
  id: 'anthropic/thinking-foreign-signature',
  severity: 'error',
  summary: 'A thinking block carries a value that no Claude model made (another provider\'s encrypted reasoning, a field name such as `reasoning_content`), or was made by another model than the one asked. Whether another Claude model\'s thinking is dropped silently or refused is disputed.',
  fix: 'Keep thinking by provider, API and model; on a change leave it out or turn it into text.',
  sources: [
    { text: 'can1357/oh-my-pi issue 6379 (Kimi to Claude); anomalyco/opencode issue 6418; NousResearch/hermes-agent issue 24401; openclaw issue 91205', date: '2026-11-30' },
    { text: 'vybestack/llxprt-code issue 2335 (refused after switches between Claude models)', date: '2026-07-02' },
    { text: 'Anthropic documentation (another Claude model\'s thinking is dropped)', date: '2026-11-30' },
  ],
  errorText: /messages\.(?<m>\d+)\.content\.(?<b>\d+): Invalid `?signature`? in `?thinking`? block(?!\. The block is bound)/,
  *check(judged: Judged): Generator<Hit> {
    const view = messagesView(judged);
    if (view === undefined) return;
    yield* signatureHits(view, {
      'foreign-value': { severity: 'error', message: 'The value in place of the signature was not made by a Claude model.' },
      'foreign-model': { severity: 'warning', message: 'The thinking was made by a model of another maker; the provider may reject its signature.' },
      'other-claude': { severity: 'warning', message: 'The thinking was made by another Claude model; the provider may drop or reject it.' },
    }, (path) => `${path}: Invalid \`signature\` in \`thinking\` block`);
  },
};
