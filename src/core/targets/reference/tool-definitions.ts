import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { derivedRef, nativeRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';

/** The API forms that tool definitions are written in here. */
export type ToolForm = 'anthropic-messages' | 'bedrock-converse' | 'gemini' | 'mistral-chat' | 'openai-chat' | 'openai-responses';

/** A definition taken out of its API's form. `schema` is absent for a tool that takes free text (`format` says which). */
interface Definition { readonly name: string; readonly description?: string; readonly schema?: Json; readonly format?: Json; readonly free: boolean }

/** A tool's name for an API without namespaces; names of namespaces that already end with the separator are taken as they are. */
export function flatName(name: string, namespace: string | undefined): string {
  return namespace === undefined || namespace === '' ? name : namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`;
}

/** The `tools` of a request as the options ask for them, or undefined where there are none. */
export function toolsOf(conversation: Conversation, options: ReplayOptions, form: ToolForm, writer: RequestWriter): Wire | undefined {
  if (options.tools === 'none') return undefined;
  if (options.tools === 'stubs') return stubs(conversation, form, writer);
  if (options.tools !== 'recorded') return options.tools;
  const { tools } = conversation.recorded;
  if (tools === undefined) return undefined;
  const shape = listed(tools.names.map((name) => spelled({ name, free: false }, form, true)), form);
  if (tools.api === form) return nativeRef(tools.at, shape);
  if (tools.names.length === 0) return undefined;
  return derivedRef([tools.at], shape, ([value]) => listed((asArray(value) ?? []).flatMap((tool) => read(tool, undefined)).map((d) => spelled(d, form, false)), form));
}

/** Gemini has one list of functions inside a tool; elsewhere each definition is a tool. */
function listed(definitions: readonly WireObject[], form: ToolForm): readonly WireObject[] {
  return form === 'gemini' ? [{ functionDeclarations: definitions }] : definitions;
}

/** One inert definition for each tool name that the conversation uses, in order of use. */
function stubs(conversation: Conversation, form: ToolForm, writer: RequestWriter): Wire | undefined {
  const names = new Set<string>();
  for (const turn of activeTurns(conversation)) for (const block of turn.blocks) {
    if (block.kind === 'tool-call' && block.name !== undefined && block.name !== '') names.add(form === 'openai-responses' ? block.name : flatName(block.name, block.namespace));
  }
  if (names.size === 0) return undefined;
  return listed([...names].map((name) => writer.insert(
    spelled({ name, description: 'Stub: the definition of this tool is not recorded.', schema: { type: 'object' }, free: false }, form, false),
    { reason: 'The definition of this tool is not recorded; an inert one stands for it.', rule: 'reference/tool-stub' },
  )), form);
}

/** Reads a definition of any API's form. Tools that run at a provider have no form elsewhere and are left out. */
function read(tool: Json, namespace: string | undefined): readonly Definition[] {
  const object = asObject(tool);
  if (object === undefined) return [];
  const declared = asArray(object.functionDeclarations ?? object.function_declarations);
  if (declared !== undefined) return declared.flatMap((t) => read(t, undefined));
  const inner = asObject(object.function ?? null) ?? asObject(object.custom ?? null) ?? asObject(object.toolSpec ?? null) ?? object;
  if (object.type === 'namespace') return (asArray(object.tools) ?? []).flatMap((t) => read(t, asString(object.name)));
  const name = asString(inner.name);
  if (name === undefined) return [];
  const description = asString(inner.description);
  const common = { name: flatName(name, namespace), ...(description === undefined ? {} : { description }) };
  const schema = inner.input_schema ?? inner.parameters ?? inner.parametersJsonSchema ?? asObject(inner.inputSchema ?? null)?.json ?? undefined;
  if (schema !== undefined && schema !== null) return [{ ...common, schema, free: false }];
  if (object.type === 'custom') return [{ ...common, free: true, ...(inner.format === undefined ? {} : { format: inner.format }) }];
  return object.type === undefined || object.type === 'function' ? [{ ...common, schema: { type: 'object' }, free: false }] : [];
}

/** A definition in an API's form. `bare` gives only what is known without reading it: its name. */
function spelled({ name, description, schema, format, free }: Definition, form: ToolForm, bare: boolean): WireObject {
  const said = description === undefined ? {} : { description };
  const text: JsonObject = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] };
  const formatted = format === undefined ? {} : { format };
  switch (form) {
    case 'anthropic-messages': return bare ? { name } : { name, ...said, input_schema: free ? text : schema };
    case 'openai-chat':
      return free ? { type: 'custom', custom: { name, ...said, ...formatted } } : { type: 'function', function: bare ? { name } : { name, ...said, parameters: schema } };
    case 'mistral-chat': return { type: 'function', function: bare ? { name } : { name, ...said, parameters: free ? text : schema } };
    case 'gemini': return bare ? { name } : { name, ...said, parametersJsonSchema: free ? text : schema };
    case 'bedrock-converse': return { toolSpec: bare ? { name } : { name, ...said, inputSchema: { json: free ? text : schema } } };
    // Without it the API takes `strict` for true and refuses schemas that other APIs take (API reference, 2026-11-30); its published types want it.
    case 'openai-responses': return free ? { type: 'custom', name, ...said, ...formatted } : bare ? { name } : { type: 'function', name, ...said, parameters: schema, strict: false };
  }
}
