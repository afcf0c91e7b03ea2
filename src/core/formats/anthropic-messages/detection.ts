import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Detection, Head } from '../format.ts';

/** Messages looked at for tells. */
const MAX_LOOK = 500;
/** Block types that only the Messages API has; `text`, `image` and `document` prove nothing. */
const OWN_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use', 'mcp_tool_use', 'mcp_tool_result', 'compaction']);
/** Keys and parts that only Chat Completions has. */
const CHAT_KEYS = ['tool_calls', 'tool_call_id', 'function_call'];

/**
 * Scores a JSON document as a Messages body (session-formats, table 1.2 rows 27 and 29). A body with nothing but text is
 * ambiguous between the two APIs: it is offered, not taken, unless more speaks for it.
 */
export function detectMessagesBody(head: Head): Detection | null {
  if (head.shape !== 'document') return null;
  const root = head.records[0];
  const bare = asArray(root);
  if (bare !== undefined) return fromMessages(bare, undefined);
  const body = root === undefined ? undefined : asObject(root);
  if (body === undefined) return null;
  const messages = asArray(body.messages);
  return messages === undefined ? fromResponse(body) : fromMessages(messages, body);
}

function fromResponse(body: JsonObject): Detection | null {
  if (body.type !== 'message' || body.role !== 'assistant' || asArray(body.content) === undefined || !('stop_reason' in body)) return null;
  const usage = asObject(body.usage);
  const counted = usage !== undefined && asNumber(usage.input_tokens) !== undefined;
  return { confidence: counted ? 0.95 : 0.6, reasons: ['type "message" with role, content blocks and stop_reason', ...(counted ? ['usage.input_tokens'] : [])] };
}

function fromMessages(messages: readonly Json[], body: JsonObject | undefined): Detection | null {
  const seen = look(messages);
  if (seen.chat !== undefined || seen.messages === 0) return null;
  const tells = [...rootTells(body), ...seen.tells];
  const frame = body !== undefined && typeof body.model === 'string' && asNumber(body.max_tokens) !== undefined;
  const bedrock = typeof body?.anthropic_version === 'string';
  // A body whose messages are mostly broken is still one when all the rest says so.
  if (seen.messages * 10 < seen.looked * 6 && !(frame && tells.length > 0)) return null;
  if (tells.length > 0) return { confidence: frame || bedrock ? 0.95 : 0.8, reasons: [frame ? 'model, max_tokens and messages' : 'messages with role and content', ...tells] };
  if (frame && asString(body.model)?.includes('claude') === true) return { confidence: 0.6, reasons: ['model, max_tokens and messages', 'a Claude model name'] };
  return { confidence: 0.3, reasons: ['messages with role and content only; this may be Chat Completions as well'] };
}

function rootTells(body: JsonObject | undefined): readonly string[] {
  if (body === undefined) return [];
  const tells: string[] = [];
  const { system, thinking, tools } = body;
  if (typeof system === 'string' || asArray(system)?.some((b) => asObject(b)?.type === 'text') === true) tells.push('top-level system');
  if (typeof asObject(thinking ?? null)?.type === 'string') tells.push('thinking parameter');
  if (typeof body.anthropic_version === 'string') tells.push('anthropic_version');
  if (asArray(tools)?.some((t) => asObject(asObject(t)?.input_schema ?? null) !== undefined) === true) tells.push('tools with input_schema');
  return tells;
}

function look(messages: readonly Json[]): { readonly looked: number; readonly messages: number; readonly tells: readonly string[]; readonly chat: string | undefined } {
  let good = 0;
  let chat: string | undefined;
  const tells = new Set<string>();
  const looked = Math.min(messages.length, MAX_LOOK);
  for (let at = 0; at < looked; at++) {
    const message = asObject(messages[at]);
    if (message === undefined) continue;
    const { role, content } = message;
    if ((role === 'user' || role === 'assistant' || role === 'system') && (typeof content === 'string' || Array.isArray(content))) good++;
    const key = CHAT_KEYS.find((k) => message[k] !== undefined);
    if (key !== undefined || role === 'tool' || role === 'developer' || role === 'function') chat ??= key ?? `role "${String(role)}"`;
    for (const part of asArray(content) ?? []) {
      const block = asObject(part);
      if (block === undefined) continue;
      const type = asString(block.type);
      if (type === 'image_url' || type === 'input_audio') chat ??= `${type} part`;
      // Mistral's reasoning has the same type, and a list of chunks in it.
      if (type === 'thinking' && Array.isArray(block.thinking)) chat ??= 'thinking chunks';
      if (type !== undefined && OWN_BLOCKS.has(type)) tells.add(`${type} block`);
      if (block.cache_control !== undefined) tells.add('cache_control');
      if (typeof type === 'string' && asObject(block.source ?? null)?.type === 'base64') tells.add('base64 source');
    }
  }
  return { looked, messages: good, tells: [...tells], chat };
}
