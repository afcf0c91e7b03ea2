import { asArray, asObject, type Json } from '../../model/json.ts';
import { at } from '../../model/source.ts';
import { gate } from '../../replay/model-gates.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { nativeRef, type Wire, type WireObject } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';

/** Sent where none is recorded: the API wants one. */
const MAX_TOKENS = 8192;
const BUDGET = 4096;
const CLEAR_THINKING = 'clear_thinking_20251015';

/** What is known of the request's thinking when its parameters are written. */
export interface ThinkingState { readonly kept: boolean; readonly off: boolean }

/** The parameters of a recorded Messages request, where there is one. */
export function recordedParams(conversation: Conversation): Readonly<Record<string, Json>> | undefined {
  return conversation.recorded.api === 'anthropic-messages' ? conversation.recorded.params : undefined;
}

/** Thinking is asked for by a budget, recorded or because the model knows no other way: then a tool loop must begin with it. */
export function asksByBudget(conversation: Conversation, model: string): boolean {
  const params = recordedParams(conversation);
  return params === undefined ? gate('adaptiveThinking', model) === 'no' : asObject(params.thinking)?.type === 'enabled';
}

/**
 * The parameters of a request. Those of a recorded Messages request are its own; for any other session the API's required
 * ones are made, and `thinking` is switched on where thinking is sent: without it the API refuses the last turn's.
 */
export function parametersOf(conversation: Conversation, options: ReplayOptions, model: string, thinking: ThinkingState, writer: RequestWriter): WireObject {
  const { recorded } = conversation;
  const own = recordedParams(conversation);
  const out: { [key: string]: Wire } = { max_tokens: MAX_TOKENS };
  if (own !== undefined) for (const [key, value] of Object.entries(own)) out[key] = recorded.body === undefined ? value : nativeRef(at(recorded.body.at, `/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`), value);
  const off = options.thinking === 'strip' || thinking.off;
  if (off) withoutThinking(out, recorded.params);
  else if (own === undefined && thinking.kept) {
    const adaptive = gate('adaptiveThinking', model) !== 'no';
    out.thinking = writer.insert(adaptive ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: BUDGET }, { reason: 'Thinking is sent, so it is switched on: the setting is not recorded.', rule: 'anthropic/thinking-disabled-final-thinking' });
  }
  return out;
}

/** Thinking off, and with it the edit that the API takes only together with it. */
function withoutThinking(out: { [key: string]: Wire }, params: Readonly<Record<string, Json>> | undefined): void {
  delete out.thinking;
  const management = asObject(params?.context_management);
  const edits = asArray(management?.edits);
  if (management === undefined || edits?.some((edit) => asObject(edit)?.type === CLEAR_THINKING) !== true) return;
  const left = edits.filter((edit) => asObject(edit)?.type !== CLEAR_THINKING);
  if (left.length === 0) delete out.context_management;
  else out.context_management = { ...management, edits: left };
}
