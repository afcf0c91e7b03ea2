import type { RequestWriter } from '../../replay/request-writer.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { inboundItems } from './inbound.ts';
import { itemsOf } from './item.ts';
import type { Parsed } from './message.ts';
import { parseItems } from './parse.ts';
import type { Variant } from './variant.ts';

const FORMATS: readonly string[] = ['anthropic-messages', 'codex-rollout', 'openai-responses'];

/** What the proxy can be given: Responses requests (Codex) and Messages requests (Claude Code). */
export function acceptsRequests(conversation: Conversation): true | string {
  if (FORMATS.includes(conversation.format)) return true;
  return `opencodex takes Responses requests, Codex rollouts and Messages requests; this session is ${conversation.format}.`;
}

/** The conversation as the client's parser reads it. What it loses, and what it refuses, is decided here. */
export function readRequest(conversation: Conversation, variant: Variant, writer: RequestWriter): Parsed {
  const items = conversation.format === 'anthropic-messages' ? inboundItems(conversation, variant) : itemsOf(conversation);
  const parsed = parseItems(items, variant);
  for (const [id, why] of parsed.dropped) writer.omit(id, why);
  if (parsed.refused !== undefined) writer.reject(parsed.refused.block, 'invalid_request_error', parsed.refused.message);
  return parsed;
}
