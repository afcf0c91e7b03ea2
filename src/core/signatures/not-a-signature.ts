import { asObject, asString } from '../model/json.ts';
import { parse } from '../records/line-reader.ts';
import type { Shape } from './shape.ts';

/** Fields that OpenAI-compatible servers name reasoning by; clients store the name where a signature would stand. */
const FIELDS: readonly string[] = ['reasoning_content', 'reasoning', 'reasoning_text', 'reasoning_details', 'reasoning_opaque', 'thinking', 'thinking_blocks'];
/** Prefixes of ids that providers and clients give to items, messages and calls. */
const ID = /^(?:rs|fc|fco|ctc|ctco|tsc|lsh|msg|amsg|cmp|resp|reasoning|item|ws|ig|mcp|call|tool|toolu|srvtoolu|tooluse|chatcmpl|func|function)[-_]/;
/** Real values are longer: the shortest known has over 70 characters. */
const SHORTEST = 16;

/**
 * Recognises what stands where a signature would, but is none: nothing, the JSON of a whole provider item (pi-ai and
 * opencodex keep one there), the name of a field, an id, or something too short.
 */
export function notASignature(value: string): Shape | undefined {
  if (value === '') return { kind: 'none', wellFormed: null, facts: { looks: 'empty' } };
  if (FIELDS.includes(value)) return { kind: 'field-name', wellFormed: null, facts: { field: value } };
  if (value.startsWith('{') || value.startsWith('[')) {
    const parsed = parse(value);
    const item = asObject(Array.isArray(parsed) ? parsed[0] : parsed);
    const type = asString(item?.type);
    if (item !== undefined && type !== undefined) return { kind: 'item-json', wellFormed: null, facts: { type: type.slice(0, 64), encrypted: typeof item.encrypted_content === 'string' } };
  }
  if (value.length <= 200 && ID.test(value)) return { kind: 'none', wellFormed: null, facts: { looks: 'id' } };
  return value.length < SHORTEST ? { kind: 'none', wellFormed: null, facts: { looks: 'short' } } : undefined;
}
