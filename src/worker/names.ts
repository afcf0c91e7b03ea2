import type { Block } from '../core/model/block.ts';
import { previewOf, type Facts } from '../core/model/facts.ts';
import type { Severity } from '../core/model/problem.ts';
import type { Turn } from '../core/model/turn.ts';
import type { Serializer } from '../core/replay/serializer.ts';

/** UTF-16 units of text in a row. 200 rows of them, every unit escaped, stay below 1 MB. */
export const PREVIEW = 400;

/** The head of a text, never cut inside a surrogate pair. */
export function head(text: string, units: number): string {
  if (text.length <= units) return text;
  const code = text.charCodeAt(units - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? units - 1 : units);
}

/** What a row shows of a text. */
export function preview(facts: Facts): string {
  return head(previewOf(facts), PREVIEW);
}

/** A number for people: narrow spaces between groups of three. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** `1 turn`, `2 turns`. */
export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A size for people. Exact bytes are for the details. */
export function sized(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A block in a few words: its kind as the vocabulary has it, inside a tool result named so. */
export function kindOf(block: Block, turn: Turn | undefined): string {
  return turn?.role === 'toolResult' && block.kind === 'text' ? 'tool-result' : block.kind;
}

/** Who judges the request of a target, for sentences about it. */
export function providerOf(serializer: Serializer): string {
  if (serializer.id.startsWith('dsh/')) return 'DeepSeek';
  switch (serializer.api) {
    case 'anthropic-messages': return 'Anthropic';
    case 'openai-responses': case 'openai-chat': return 'OpenAI';
    case 'gemini': return 'Google';
    case 'bedrock-converse': return 'Bedrock';
    case 'mistral-chat': return 'Mistral';
    case 'dsh': return 'DeepSeek';
    case 'pi-ai': return 'pi-ai';
  }
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/** The worse of two severities. */
export function worse(a: Severity | undefined, b: Severity | undefined): Severity | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
}
