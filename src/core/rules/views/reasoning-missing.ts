import { member, type Wire } from '../../replay/wire.ts';
import type { Id } from '../../model/source.ts';
import type { Judged } from '../rule.ts';
import { callIds, chatMessages, type ChatMessage } from './chat-view.ts';

/** Assistant messages with calls that bring no `reasoning_content` back, with the ids of their calls. */
export function withoutReasoning(judged: Judged): readonly { readonly message: ChatMessage; readonly ids: readonly Id[] }[] {
  return (chatMessages(judged) ?? []).filter((message) => message.role === 'assistant' && message.calls.length > 0 && absent(member(message.node, 'reasoning_content')))
    .map((message) => ({ message, ids: message.calls.flatMap((call) => callIds(judged, call)) }));
}

function absent(value: Wire | undefined): boolean {
  return value === undefined || value === null;
}
