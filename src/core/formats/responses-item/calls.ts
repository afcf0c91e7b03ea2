import type { ArgsState, Block, Native } from '../../model/block.ts';
import { factsOf, factsOfJson, NO_TEXT, type Facts } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { parse } from '../../records/line-reader.ts';
import { contentBlocks, type Shared } from './content.ts';
import { below, word } from './repeated.ts';

/** Calls that the client runs: member with the arguments, and the name where the item carries none. */
const CALLS: Readonly<Record<string, { readonly args: string; readonly name?: string }>> = {
  function_call: { args: '/arguments' },
  custom_tool_call: { args: '/input' },
  local_shell_call: { args: '/action', name: 'local_shell' },
  tool_search_call: { args: '/arguments', name: 'tool_search' },
  shell_call: { args: '/action', name: 'shell' },
  apply_patch_call: { args: '/operation', name: 'apply_patch' },
  computer_call: { args: '/action', name: 'computer' },
};

/** True for a call that gets its result as an item of its own. */
export function isCall(type: string): boolean { return Object.hasOwn(CALLS, type); }

/** Results of calls, whose content stands in `output` (tool search: in `tools`). */
const OUTPUTS: readonly string[] = ['function_call_output', 'custom_tool_call_output', 'local_shell_call_output', 'shell_call_output', 'apply_patch_call_output', 'computer_call_output', 'tool_search_output', 'program_output'];

/** True for an item that holds the result of a call. */
export function isOutput(type: string): boolean { return OUTPUTS.includes(type); }

/** The one block of a call. Arguments stay as recorded: a string byte for byte, an object as its slice of the file. */
export function callBlock(type: string, item: JsonObject, source: Source, native: Native, shared: Shared): Block {
  const known = CALLS[type]!;
  const name = typeof item.name === 'string' ? word(item.name) : known.name;
  const namespace = asString(item.namespace);
  const { text, args } = argsOf(type, item[known.args.slice(1)], at(source, below(source.pointer, known.args)));
  const id = idOf(source);
  const { itemId, response, callId } = shared;
  if (namespace === undefined && name !== undefined && itemId !== undefined && response !== undefined && callId !== undefined) {
    return { id, kind: 'tool-call', nativeType: type, source, text, args, name, native, itemId, response, callId };
  }
  return { id, kind: 'tool-call', nativeType: type, source, text, args, ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }), native, ...shared };
}

function argsOf(type: string, value: Json | undefined, source: Source): { readonly text: Facts; readonly args: ArgsState } {
  if (typeof value === 'string') return { text: factsOf(value, [source]), args: type === 'custom_tool_call' ? value === '' ? 'empty' : 'other' : argsState(value) };
  if (value === undefined || value === null) return { text: NO_TEXT, args: 'empty' };
  return { text: factsOfJson(value, source), args: asObject(value) === undefined ? 'other' : 'object' };
}

/** What raw arguments parse to. The free text of a custom tool is never parsed: it is no JSON even where it looks like it. */
export function argsState(text: string): ArgsState {
  if (text === '') return 'empty';
  const value = parse(text);
  return value === undefined ? 'invalid' : asObject(value) === undefined ? 'other' : 'object';
}

/**
 * The blocks of a result. Old Codex files wrap the content as `{content, success}`; found tools are a block of their own,
 * whose names emulations list.
 */
export function outputBlocks(type: string, item: JsonObject, record: Source, pointer: string, shared: Shared): { readonly blocks: readonly Block[]; readonly isError?: boolean } {
  if (type === 'tool_search_output') {
    const source = at(record, below(pointer, '/tools'));
    const tools = asArray(item.tools);
    if (tools === undefined || tools.length === 0) return { blocks: [] };
    const names = tools.slice(0, 256).map((tool) => asString(asObject(tool)?.name) ?? '').filter((name) => name !== '');
    return { blocks: [{ id: idOf(source), kind: 'opaque', meaning: 'tool-change', nativeType: type, text: NO_TEXT, source, detail: { tools: names }, ...shared }] };
  }
  const wrapped = asObject(item.output);
  if (wrapped !== undefined && wrapped.type === undefined && wrapped.content !== undefined) {
    return { blocks: contentBlocks(wrapped.content, record, `${pointer}/output/content`, shared), ...(wrapped.success === false ? { isError: true } : {}) };
  }
  return { blocks: contentBlocks(item.output, record, below(pointer, '/output'), shared) };
}
