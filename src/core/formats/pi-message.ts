import type { Block } from '../model/block.ts';
import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../model/json.ts';
import { at, type Source } from '../model/source.ts';
import type { Entry, Response, Role } from '../model/turn.ts';
import { piBlock, piContent } from './pi-message/blocks.ts';
import { systemBlocks } from './pi-message/system.ts';

/** Roles of a pi-ai context, and ours. Any other role is not pi-ai's: the client passes it on and its serializers have no use for it. */
const ROLES: Readonly<Record<string, Role>> = { system: 'system', user: 'user', assistant: 'assistant', toolResult: 'toolResult' };
/** Small facts of an assistant message that a serializer or a person needs (pi-ai 1.6.0 and 0.73.1 types). */
const FACTS = ['api', 'provider', 'model', 'stopReason', 'responseModel', 'responseId', 'providerThinkingLevel', 'thinkingLevel', 'rawStopReason'];
const LONGEST_FACT = 256;

/**
 * One message of a pi-ai context as an entry. Total: a message of no known role, or whose content is of no known form, keeps what it has
 * as opaque blocks. Every assistant message is one provider response; `number` keys it where it has no `responseId`.
 */
export function readPiMessage(value: Json, source: Source, number: number): Entry {
  const message = asObject(value);
  const native = { api: 'pi-ai' as const, at: source };
  if (message === undefined) return { role: 'user', source, blocks: [piBlock(value, source, {})], visibility: 'active', native, detail: { piRole: null } };
  const named = asString(message.role) ?? '';
  const role = Object.hasOwn(ROLES, named) ? ROLES[named]! : 'user';
  const { content } = message;
  const detail: { [key: string]: Json } = { piRole: named.slice(0, LONGEST_FACT), content: formOf(content) };
  const timestamp = asNumber(message.timestamp);
  if (timestamp !== undefined) detail.timestamp = timestamp;
  const shared = { source, visibility: 'active' as const, native, detail };
  if (!Object.hasOwn(ROLES, named)) return { role, ...shared, blocks: piContent(content, at(source, `${source.pointer}/content`), {}) };
  if (role === 'system') return { role, ...shared, blocks: systemBlocks(message, source) };
  if (role === 'user') return { role, ...shared, blocks: piContent(content, at(source, `${source.pointer}/content`), {}) };
  if (role === 'toolResult') return { role, ...shared, ...resultFacts(message, detail), blocks: piContent(content, at(source, `${source.pointer}/content`), {}) };
  const response = responseOf(message, number);
  assistantFacts(message, detail);
  const blocks: readonly Block[] = piContent(content, at(source, `${source.pointer}/content`), { api: asString(message.api) ?? '', response: response.key });
  return { role, ...shared, blocks, response };
}

/** What form the content has: the client takes a string and an array, and fails on others in ways of its own. */
function formOf(content: Json | undefined): string {
  return content === undefined ? 'absent' : content === null ? 'null' : Array.isArray(content) ? 'array' : typeof content;
}

function resultFacts(message: JsonObject, detail: { [key: string]: Json }): Partial<Entry> {
  const callId = asString(message.toolCallId);
  const toolName = asString(message.toolName);
  // What stands there instead of a flag is sent as it is, unless it is nothing.
  if (typeof message.isError !== 'boolean') detail.isError = message.isError === undefined ? 'absent' : 'other';
  return { ...(callId === undefined ? {} : { callId }), ...(toolName === undefined ? {} : { toolName }), ...(typeof message.isError === 'boolean' ? { isError: message.isError } : {}) };
}

function responseOf(message: JsonObject, number: number): Response {
  const id = asString(message.responseId);
  const model = asString(message.responseModel) ?? asString(message.model);
  const provider = asString(message.provider);
  return {
    key: `r${number}`, confidence: 'exact', ...(model === undefined ? {} : { model }), ...(provider === undefined ? {} : { provider }),
    evidence: id === undefined ? 'an assistant message of pi-ai is one response' : `responseId ${id.slice(0, LONGEST_FACT)}`,
  };
}

function assistantFacts(message: JsonObject, detail: { [key: string]: Json }): void {
  for (const key of FACTS) { const value = asString(message[key]); if (value !== undefined) detail[key] = value.slice(0, LONGEST_FACT); }
  const usage = asObject(message.usage);
  // The client counts the context from the last answer's usage before it sends; without one it counts characters.
  if (usage === undefined) { detail.usage = message.usage === undefined ? 'absent' : 'other'; return; }
  const count = (key: string): number => asNumber(usage[key]) ?? 0;
  detail.usage = count('totalTokens') || count('input') + count('output') + count('cacheRead') + count('cacheWrite');
}

/** Whether a value is a message of a pi-ai context, by what no other format's messages have; the tell, or undefined. */
export function piTell(value: Json): string | undefined {
  const message = asObject(value);
  if (message === undefined) return undefined;
  if (message.role === 'toolResult' && typeof message.toolCallId === 'string') return 'toolResult messages with toolCallId';
  if (message.role === 'assistant' && typeof message.api === 'string' && typeof message.stopReason === 'string') return 'assistant messages with api and stopReason';
  if (message.role === 'system' && (Array.isArray(message.toolsAdded) || asObject(message.sections) !== undefined)) return 'system messages with toolsAdded or sections';
  const parts = asArray(message.content) ?? [];
  if (parts.some((part) => { const block = asObject(part); return block?.type === 'toolCall' && typeof block.id === 'string' || typeof block?.thinkingSignature === 'string' || block?.type === 'image' && typeof block.mimeType === 'string' && typeof block.data === 'string'; })) return 'blocks of pi-ai';
  return undefined;
}
