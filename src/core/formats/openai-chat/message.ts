import type { Block } from '../../model/block.ts';
import { factsOf, factsOfJson, NO_TEXT, type Facts } from '../../model/facts.ts';
import { asArray, asObject, asString, pointerStep, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import type { Entry, Response, Role } from '../../model/turn.ts';
import { signatureOf } from '../../signatures/classify.ts';
import { extraOf } from '../anthropic-block.ts';
import { misplacedValue, type CallPairs } from '../body.ts';
import { argsState } from '../responses-item/calls.ts';
import { chatContent } from './content.ts';
import { reasoningBlocks } from './reasoning.ts';

/** Members of a message that its blocks and its turn hold. */
const KNOWN: readonly string[] = ['role', 'content', 'tool_calls', 'function_call', 'tool_call_id', 'refusal', 'audio', 'reasoning_content', 'reasoning', 'reasoning_text', 'reasoning_opaque', 'reasoning_details', 'thinking_blocks'];
const ROLES: Readonly<Record<string, Role>> = { system: 'system', developer: 'developer', user: 'user', assistant: 'assistant', tool: 'toolResult', function: 'toolResult' };

/** The role that a message's `role` is; undefined for one that the API does not have. */
export function chatRole(role: Json | undefined): Role | undefined {
  return typeof role === 'string' && Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
}

/** One message as an entry. `source` leads to the message itself. Reasoning stands first, calls last: the API has no order between them. */
export function chatEntry(message: JsonObject, role: Role, source: Source, index: number, pairs: CallPairs, response: Response | undefined): Entry {
  const step = (key: string): Source => at(source, `${source.pointer}${pointerStep(key)}`);
  const { content } = message;
  const extra = extraOf(message, KNOWN);
  const detail = {
    message: index, role: String(message.role),
    content: typeof content === 'string' ? 'string' : Array.isArray(content) ? 'array' : content === null ? 'null' : content === undefined ? 'absent' : 'malformed',
    ...(extra === undefined ? {} : { extra }),
  };
  const shared = { source, visibility: 'active' as const, native: { api: 'openai-chat' as const, at: source }, detail };
  if (role === 'toolResult') {
    const name = asString(message.name);
    const callId = pairs.result(asString(message.tool_call_id), name);
    return { role, ...shared, blocks: chatContent(content, step('content'), undefined), ...(callId === undefined ? {} : { callId }), ...(name === undefined ? {} : { toolName: name }) };
  }
  if (role !== 'assistant') return { role, ...shared, blocks: chatContent(content, step('content'), undefined) };
  const key = response?.key;
  pairs.cut();
  const blocks = [
    ...reasoningBlocks(message, source, key), ...chatContent(content, step('content'), key), ...refusalBlocks(message, step, key),
    ...(asArray(message.tool_calls) ?? []).map((call, at) => callBlock(call, step('tool_calls'), at, pairs, key)),
    ...oldCall(message.function_call, step('function_call'), pairs, key),
  ];
  return { role, ...shared, blocks, ...(response === undefined ? {} : { response }) };
}

function refusalBlocks(message: JsonObject, step: (key: string) => Source, response: string | undefined): readonly Block[] {
  const made = response === undefined ? {} : { response };
  const blocks: Block[] = [];
  if (typeof message.refusal === 'string') blocks.push({ id: idOf(step('refusal')), kind: 'refusal', nativeType: 'refusal', text: factsOf(message.refusal, [step('refusal')]), source: step('refusal'), ...made });
  if (message.audio !== undefined && message.audio !== null) blocks.push({ id: idOf(step('audio')), kind: 'opaque', meaning: 'audio', nativeType: 'audio', text: NO_TEXT, source: step('audio'), ...made });
  return blocks;
}

function callBlock(value: Json, list: Source, index: number, pairs: CallPairs, response: string | undefined): Block {
  const source = at(list, `${list.pointer}/${index}`);
  const call = asObject(value);
  if (call === undefined) return misplacedValue(value, source, response);
  const custom = asObject(call.custom ?? null);
  const inner = custom ?? asObject(call.function ?? null);
  const name = asString(inner?.name);
  const { callId, made } = pairs.call(asString(call.id), name);
  const signature = asString(asObject(asObject(call.extra_content ?? null)?.google ?? null)?.thought_signature);
  const signed = signature === undefined || signature === '' ? {}
    : { signature: signatureOf({ value: signature, carrier: 'gemini-part', kind: 'gemini-thought', source: at(source, `${source.pointer}/extra_content/google/thought_signature`) }) };
  // The free text of a custom tool is never parsed, as in the Responses API, whose name for it every target knows.
  const args = custom === undefined ? argsOf(inner?.arguments, at(source, `${source.pointer}/function/arguments`)) : freeText(custom.input, at(source, `${source.pointer}/custom/input`));
  // Some servers give an object where the API wants the text of one.
  const spelled = custom === undefined && typeof inner?.arguments !== 'string' && args.text.at.length > 0;
  return {
    id: idOf(source), kind: 'tool-call', nativeType: custom === undefined ? asString(call.type) ?? 'function' : 'custom_tool_call', source, native: { api: 'openai-chat', at: source }, callId,
    ...args, ...(name === undefined ? {} : { name }), ...signed, ...(response === undefined ? {} : { response }), ...(made || spelled ? { detail: { ...(made ? { madeId: true } : {}), ...(spelled ? { spelled } : {}) } } : {}),
  };
}

/** The one call of a message before there were several; its result names the function. */
function oldCall(value: Json | undefined, source: Source, pairs: CallPairs, response: string | undefined): readonly Block[] {
  if (value === undefined || value === null) return [];
  const call = asObject(value);
  if (call === undefined) return [misplacedValue(value, source, response)];
  const name = asString(call.name);
  const { callId } = pairs.call(undefined, name);
  return [{
    id: idOf(source), kind: 'tool-call', nativeType: 'function_call', source, native: { api: 'openai-chat', at: source }, callId, detail: { madeId: true },
    ...argsOf(call.arguments, at(source, `${source.pointer}/arguments`)), ...(name === undefined ? {} : { name }), ...(response === undefined ? {} : { response }),
  }];
}

function argsOf(value: Json | undefined, source: Source): { readonly text: Facts; readonly args: NonNullable<Block['args']> } {
  if (typeof value === 'string') return { text: factsOf(value, [source]), args: argsState(value) };
  if (value === undefined || value === null) return { text: NO_TEXT, args: 'empty' };
  return { text: factsOfJson(value, source), args: asObject(value) === undefined ? 'other' : 'object' };
}

function freeText(value: Json | undefined, source: Source): { readonly text: Facts; readonly args: NonNullable<Block['args']> } {
  return typeof value === 'string' ? { text: factsOf(value, [source]), args: value === '' ? 'empty' : 'other' } : { text: NO_TEXT, args: 'empty' };
}
