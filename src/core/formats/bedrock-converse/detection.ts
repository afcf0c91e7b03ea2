import { asArray, asNumber, asObject, asString, type Json } from '../../model/json.ts';
import type { Detection, Head } from '../format.ts';
import { blockKey } from './block.ts';

/** Messages looked at for tells. */
const MAX_LOOK = 500;
/** Root members that no other API's body has. */
const ROOT_KEYS: readonly string[] = ['inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'guardrailConfig'];

/** Scores a JSON document as a Converse body (session-formats, table 1.2 row 30): content blocks are known by their one member, not by a type. */
export function detectConverseBody(head: Head): Detection | null {
  if (head.shape !== 'document') return null;
  const root = head.records[0];
  const bare = asArray(root);
  if (bare !== undefined) return fromMessages(bare, []);
  const body = root === undefined ? undefined : asObject(root);
  if (body === undefined) return null;
  const answer = asObject(asObject(body.output ?? null)?.message ?? null);
  if (answer !== undefined && body.messages === undefined) {
    const counted = asNumber(asObject(body.usage ?? null)?.inputTokens) !== undefined;
    return isMessage(answer) && asString(body.stopReason) !== undefined ? { confidence: counted ? 0.97 : 0.85, reasons: ['output.message with stopReason', ...(counted ? ['usage.inputTokens'] : [])] } : null;
  }
  const messages = asArray(body.messages);
  return messages === undefined ? null : fromMessages(messages, ROOT_KEYS.filter((key) => asObject(body[key] ?? null) !== undefined));
}

function fromMessages(messages: readonly Json[], roots: readonly string[]): Detection | null {
  const looked = messages.slice(0, MAX_LOOK);
  const good = looked.filter(isMessage).length;
  // A body whose messages are mostly broken is still one when its members say so.
  if (good * 10 < looked.length * 6 && !(good > 0 && roots.length > 0) || good === 0 && roots.length === 0) return null;
  if (good === 0) return { confidence: 0.6, reasons: roots.map((key) => `member ${key}`) };
  return { confidence: roots.length > 0 ? 0.96 : 0.9, reasons: [`${good} messages of keyed blocks`, ...roots.map((key) => `member ${key}`)] };
}

function isMessage(value: Json): boolean {
  const message = asObject(value);
  const content = message === undefined ? undefined : asArray(message.content);
  if (content === undefined || content.length === 0 || message?.role !== 'user' && message?.role !== 'assistant' && message?.role !== 'system') return false;
  // Goose and its like have keyed blocks with a type beside them.
  return content.every((block) => blockKey(block) !== undefined && asObject(block)?.type === undefined);
}
