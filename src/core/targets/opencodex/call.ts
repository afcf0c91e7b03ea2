import { asArray, asObject, type Json } from '../../model/json.ts';
import type { Block } from '../../model/block.ts';
import { derivedRef, jsonRef, literal, textRef, type RefNode, type Wire } from '../../replay/wire.ts';
import { responseOf } from './content.ts';
import type { Item } from './item.ts';
import type { CallPart, Mark } from './message.ts';

const NOT_AN_OBJECT: Mark = { op: 'converted', why: { reason: 'The recorded arguments are no JSON object: the client sends {}.', rule: 'anthropic/tool-use-input-not-object' } };

/** A call as the client holds it, by item type; undefined where it makes none of the item. */
export function callOf(item: Item, block: Block): CallPart | undefined {
  switch (item.type) {
    case 'custom_tool_call': return made(item, block, item.callId ?? '', block.name ?? '', { input: textRef(block.text) }, [converted('A free-form call becomes a call with one argument, `input`.')]);
    case 'local_shell_call': {
      const id = item.callId ?? item.itemId;
      return id === undefined || id === '' ? undefined : made(item, block, id, 'shell', built(block, shellInput), [converted('A local shell call becomes a call of `shell` with its command.')]);
    }
    case 'tool_search_call': return made(item, block, item.callId ?? item.itemId ?? '', 'tool_search', built(block, searchInput), [converted('A tool search becomes a call of `tool_search`.')]);
    default: return functionCall(item, block);
  }
}

function functionCall(item: Item, block: Block): CallPart {
  const usable = block.args === 'object';
  return made(item, block, item.callId ?? '', block.name ?? '', usable ? jsonRef(block.text) : {}, usable || block.args === 'empty' ? [] : [NOT_AN_OBJECT], usable ? undefined : literal('{}'));
}

function made(item: Item, block: Block, callId: string, name: string, input: Wire, marks: readonly Mark[], spelled: RefNode = spelledOf(item, block)): CallPart {
  return {
    type: 'call', callId, name, input, spelled, marks, ids: [block.id], order: item.order,
    ...(block.namespace === undefined ? {} : { namespace: block.namespace }), ...(item.type === 'custom_tool_call' ? { custom: true as const } : {}),
    ...(item.type === 'function_call' && block.native?.api === 'openai-responses' ? { item: block.native.at } : {}), ...responseOf(block),
  };
}

function converted(reason: string): Mark {
  return { op: 'converted', why: { reason } };
}

/** The arguments in the compact spelling; what cannot be spelled (deeper than the stack) as recorded. */
function spelledOf(item: Item, block: Block): RefNode {
  return derivedRef(block.text.at, textRef(block.text), ([value]) => {
    try {
      return literal(JSON.stringify(argumentsOf(item.type, value)));
    } catch {
      return textRef(block.text);
    }
  });
}

function argumentsOf(type: string, value: Json | undefined): Json {
  if (type === 'custom_tool_call') return { input: typeof value === 'string' ? value : '' };
  if (type === 'local_shell_call') return shellInput(value);
  if (type === 'tool_search_call') return searchInput(value);
  return typeof value === 'string' ? JSON.parse(value) as Json : value ?? {};
}

function shellInput(action: Json | undefined): { readonly [key: string]: Json } {
  const command = asArray(asObject(action)?.['command']);
  return command === undefined || command.length === 0 ? {} : { command };
}

function searchInput(value: Json | undefined): { readonly [key: string]: Json | undefined } {
  return asObject(value) ?? {};
}

/** An input that is made from the recorded value when the request is written. */
function built(block: Block, input: (value: Json | undefined) => { readonly [key: string]: Json | undefined }): Wire {
  return derivedRef(block.text.at, {}, ([value]) => input(value));
}
