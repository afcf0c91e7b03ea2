import type { Id } from '../../model/source.ts';
import { elements, member, textFacts, type Wire } from '../../replay/wire.ts';
import type { Judged } from '../rule.ts';
import { carriers, elementOrigins } from './element-origins.ts';
import { apiOf } from './judged-api.ts';

/** One call of an assistant message in Chat Completions. */
export interface ChatCall { readonly id: string | undefined; readonly message: number; readonly index: number }
/** One element of `messages` of a Chat Completions request. */
export interface ChatMessage { readonly index: number; readonly role: string; readonly calls: readonly ChatCall[]; readonly toolCallId: string | undefined; readonly node: Wire }

/** The messages of a Chat Completions request (or of Mistral's, which is alike); undefined for a request of another API. */
export function chatMessages(judged: Judged, api: 'openai-chat' | 'mistral-chat' = 'openai-chat'): readonly ChatMessage[] | undefined {
  const messages = elements(member(judged.request, 'messages'));
  if (messages === undefined || apiOf(judged) !== api) return undefined;
  return messages.map((node, index) => ({
    index, node,
    role: textFacts(member(node, 'role'))?.inline ?? '',
    calls: (elements(member(node, 'tool_calls')) ?? []).map((call, at) => ({ id: textFacts(member(call, 'id'))?.inline, message: index, index: at })),
    toolCallId: textFacts(member(node, 'tool_call_id'))?.inline,
  }));
}

/** The ids of the block that a call is; of its message where calls are not placed one by one. */
export function callIds(judged: Judged, call: ChatCall): readonly Id[] {
  const own = carriers(judged, `messages.${call.message}.tool_calls.${call.index}`);
  if (own.length === 1) return own;
  const all = own.length > 0 ? own : elementOrigins(judged, 'messages').get(call.message) ?? [];
  const named = call.id === undefined ? [] : all.filter((id) => judged.block(id)?.callId === call.id);
  return named.length > 0 ? named : all;
}

/** The ids of the blocks of a message. */
export function messageIds(judged: Judged, message: ChatMessage): readonly Id[] {
  return elementOrigins(judged, 'messages').get(message.index) ?? [];
}
