import type { Message, Part } from './context.ts';
import type { PiCall } from './model.ts';
import { refuse } from './refusal.ts';

const CHARS_PER_TOKEN = 3.5;
const IMAGE_CHARS = 4800;

/**
 * How many tokens 1.x takes the context to have. It reads every message since the last counted answer on the way, and fails there on content that is not
 * what it should be: before anything is sent (recorded: null content, unknown assistant blocks).
 */
export function contextTokens(messages: readonly Message[]): number {
  let latest = Number.NEGATIVE_INFINITY;
  let counted: { usage: number; index: number } | undefined;
  messages.forEach((message, index) => {
    const time = message.timestamp ?? Number.NaN;
    if (message.role === 'assistant' && time >= latest && message.stopReason !== 'aborted' && message.stopReason !== 'error') {
      if (message.usage === 'absent' || message.usage === 'other') refuse(message.blame, 'Cannot read properties of undefined (reading \'totalTokens\')');
      if (message.usage !== undefined && message.usage > 0) counted = { usage: message.usage, index };
    }
    latest = Math.max(latest, time);
  });
  let tokens = counted?.usage ?? 0;
  for (const message of messages.slice((counted?.index ?? -1) + 1)) tokens += messageTokens(message);
  return tokens;
}

function messageTokens(message: Message): number {
  if (message.role === 'system') {
    const content = message.parts.filter((p) => p.type === 'text').map((p) => p.facts.length);
    const texts = [content.reduce((a, b) => a + b, Math.max(0, content.length - 1)), ...(message.sections ?? []).filter((s) => !s.removed).map((s) => s.part.facts.length)].filter((n) => n > 0);
    const tools = (list: Message['toolsAdded']): number => list === undefined || list.names.length === 0 ? 0 : Math.ceil(list.length / CHARS_PER_TOKEN);
    return Math.ceil((texts.reduce((a, b) => a + b, 0) + Math.max(0, texts.length - 1) * 2) / CHARS_PER_TOKEN) + tools(message.toolsAdded) + tools(message.toolsRemoved);
  }
  const { form } = message;
  if (form === 'null' || form === 'absent' || form === 'other') refuse(message.blame, message.role === 'user' || message.role === 'toolResult' ? 'content is not iterable' : 'message.content is not iterable');
  let chars = 0;
  for (const part of message.parts) chars += message.role === 'assistant' || message.role === 'other' ? assistantChars(part, form) : inputChars(part);
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

function inputChars(part: Part): number {
  if (part.type !== 'text') { if (part.type === 'null') refuse(part.ids[0]!, 'Cannot read properties of null (reading \'type\')'); return IMAGE_CHARS; }
  if (part.lacks === 'text') refuse(part.ids[0]!, 'Cannot read properties of undefined (reading \'length\')');
  return part.facts.length;
}

function assistantChars(part: Part, form: Message['form']): number {
  if (part.lacks !== undefined && part.lacks !== 'id' || form === 'string') refuse(part.ids[0]!, 'Cannot read properties of undefined (reading \'length\')');
  if (part.type === 'null') refuse(part.ids[0]!, 'Cannot read properties of null (reading \'type\')');
  if (part.type === 'text' || part.type === 'thinking') return part.facts.length;
  const name = part.type === 'toolCall' ? part.block?.name : part.block?.detail?.name;
  if (typeof name !== 'string') refuse(part.ids[0]!, 'Cannot read properties of undefined (reading \'length\')');
  // No arguments are spelled "undefined".
  return name.length + (part.block?.args === 'empty' || part.facts.at.length === 0 ? 9 : part.facts.length);
}

/** `maxTokens` cut to what the context window leaves; 0.73.1 does not look. */
export function clampToWindow(call: PiCall, tokens: number, maxTokens: number): number {
  const { contextWindow } = call.model;
  if (contextWindow <= 0) return Math.max(1, maxTokens);
  const margin = Math.max(4096, Math.ceil(tokens * 0.15));
  const room = contextWindow - tokens - margin;
  const left = room < 32768 ? Math.min(32768, contextWindow - tokens - 4096) : room;
  return Math.min(maxTokens, Math.max(1, left));
}
