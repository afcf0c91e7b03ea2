import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Detection, Head } from '../format.ts';

/** Messages looked at for tells. */
const MAX_LOOK = 500;
/** Members of a message that only Chat Completions and its dialects have. */
const MESSAGE_KEYS: readonly string[] = ['tool_calls', 'tool_call_id', 'function_call', 'reasoning_content', 'reasoning_details', 'refusal'];
/** Parameters that only Chat Completions and its dialects have. */
const PARAMETERS: readonly string[] = ['frequency_penalty', 'presence_penalty', 'logit_bias', 'logprobs', 'max_completion_tokens', 'response_format', 'reasoning_effort', 'seed', 'stream_options', 'parallel_tool_calls', 'functions'];
/** Members of Converse's blocks, which have no type. */
const KEYED: readonly string[] = ['text', 'toolUse', 'toolResult', 'reasoningContent', 'image'];
/** Block types of the Messages API. LiteLLM's `thinking_blocks` stand beside the content, not in it. */
const MESSAGES_BLOCKS = new Set(['tool_use', 'tool_result', 'server_tool_use', 'mcp_tool_use']);
const SYSTEM_FIRST = 'a system message first';
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/**
 * Scores a JSON document as a Chat Completions body (session-formats, table 1.2 row 27 and its tells). A body with nothing
 * but text is ambiguous between the two APIs: it is offered, not taken, unless more speaks for it.
 */
export function detectChatBody(head: Head): Detection | null {
  if (head.shape !== 'document') return null;
  const root = head.records[0];
  const bare = asArray(root);
  if (bare !== undefined) return fromMessages(bare, undefined);
  const body = root === undefined ? undefined : asObject(root);
  if (body === undefined) return null;
  const choices = asArray(body.choices);
  if (choices !== undefined) return fromResponse(body, choices);
  const messages = asArray(body.messages);
  return messages === undefined ? null : fromMessages(messages, body);
}

function fromResponse(body: JsonObject, choices: readonly Json[]): Detection | null {
  const answers = choices.filter((choice) => asString(asObject(asObject(choice)?.message ?? null)?.role) !== undefined).length;
  if (answers === 0 || answers < choices.length) return null;
  const named = asString(body.object)?.startsWith('chat.completion') === true;
  const finished = choices.some((choice) => asObject(choice)?.finish_reason !== undefined);
  return named || finished && asNumber(asObject(body.usage ?? null)?.total_tokens) !== undefined
    ? { confidence: named ? 0.97 : 0.8, reasons: [...named ? ['object is "chat.completion"'] : [], `choices hold ${answers} messages`] } : null;
}

function fromMessages(messages: readonly Json[], body: JsonObject | undefined): Detection | null {
  const seen = look(messages);
  if (seen.messages === 0 || seen.other || seen.messages * 10 < seen.looked * 6) return null;
  const tells = [...parameterTells(body), ...seen.tells];
  const model = typeof body?.model === 'string';
  // The Messages API's newest models take a system message in the list as well: alone it says little.
  if (tells.length === 1 && tells[0] === SYSTEM_FIRST) return { confidence: 0.55, reasons: ['messages with role and content', SYSTEM_FIRST] };
  if (tells.length > 0) return { confidence: model ? 0.93 : body === undefined ? 0.75 : 0.8, reasons: [model ? 'model and messages' : 'messages with role and content', ...tells] };
  return { confidence: 0.4, reasons: ['messages with role and content only; this may be Anthropic Messages as well'] };
}

function parameterTells(body: JsonObject | undefined): readonly string[] {
  if (body === undefined) return [];
  const tells = PARAMETERS.filter((key) => body[key] !== undefined).map((key) => `parameter ${key}`);
  if (asArray(body.tools)?.some((tool) => asObject(asObject(tool)?.function ?? null) !== undefined) === true) tells.push('tools with a function');
  return tells;
}

interface Look { readonly looked: number; readonly messages: number; readonly tells: readonly string[]; readonly other: boolean }

function look(messages: readonly Json[]): Look {
  const tells = new Set<string>();
  let good = 0;
  let other = false;
  const looked = Math.min(messages.length, MAX_LOOK);
  for (let at = 0; at < looked; at++) {
    const message = asObject(messages[at]);
    if (message === undefined) continue;
    const { role, content } = message;
    if (typeof role === 'string' && ROLES.has(role)) good++;
    if (role === 'tool' || role === 'developer' || role === 'function') tells.add(`role "${role}"`);
    if (at === 0 && role === 'system') tells.add(SYSTEM_FIRST);
    for (const key of MESSAGE_KEYS) if (message[key] !== undefined) tells.add(key);
    if (message.parts !== undefined) other = true;
    for (const value of asArray(content) ?? []) {
      const part = asObject(value);
      const type = part === undefined ? undefined : asString(part.type);
      if (type === undefined && part !== undefined && KEYED.some((key) => part[key] !== undefined) || type !== undefined && MESSAGES_BLOCKS.has(type)) other = true;
      if (type === 'image_url' || type === 'input_audio' || type === 'video_url') tells.add(`${type} part`);
      if (type === 'thinking' && Array.isArray(part?.thinking)) tells.add('thinking chunks');
    }
  }
  return { looked, messages: good, tells: [...tells], other };
}
