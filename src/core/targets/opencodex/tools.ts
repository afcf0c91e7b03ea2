import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, type Source } from '../../model/source.ts';
import type { Recorded } from '../../model/turn.ts';
import { derivedRef, literal, type RefNode, type WireObject } from '../../replay/wire.ts';
import type { CallPart, Parsed } from './message.ts';
import type { ToolForm } from './offered-tools.ts';
import { withoutMarker } from './schema-marker.ts';

/** A tool as the client holds it, whatever API it was declared for. */
export interface Tool { readonly name: string; readonly namespace?: string; readonly description: string; readonly parameters: JsonObject; readonly strict?: Json }

/** Tools that run at the provider: the client has no form for them. They are recorded without a name, under their type. */
const HOSTED = new Set(['web_search', 'web_search_preview', 'image_generation', 'file_search', 'code_interpreter', 'computer_use_preview', 'computer', 'mcp', 'local_shell', 'unknown', '']);

/** The name of a tool on the wire: behind its namespace and two underscores (recorded: `collaboration__spawn_agent`). */
export function wireName(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}__${name}`;
}

/**
 * The request's tool definitions in an API's form, made when the request is written: those recorded with the request, then
 * those that items of the input bring along (additional tools, loaded by a tool search); the first of a name counts.
 */
export function recordedTools(recorded: Recorded, parsed: Pick<Parsed, 'loadedTools'>, allowed: readonly string[] | undefined, form: ToolForm): RefNode | undefined {
  const sources: Source[] = [...(recorded.tools === undefined ? [] : [recorded.tools.at]), ...parsed.loadedTools.map(({ at: item }) => at(item, `${item.pointer}/tools`))];
  const names = recorded.tools?.names ?? [];
  if (parsed.loadedTools.length === 0 && names.every((name) => HOSTED.has(name))) return undefined;
  return derivedRef(sources, form.list(names.map((name) => ({ name }))), (values) => {
    const seen = new Set<string>();
    const tools = values.flatMap((value) => (asArray(value) ?? []).flatMap((tool) => toolsOf(tool)))
      .filter((tool) => {
        const name = wireName(tool.namespace, tool.name);
        return !seen.has(name) && seen.add(name) !== undefined && (allowed === undefined || allowed.includes(name) || allowed.includes(tool.name));
      });
    return form.list(tools.map((tool, index) => form.one({ ...tool, parameters: withoutMarker(tool.parameters) as JsonObject }, wireName(tool.namespace, tool.name), index === tools.length - 1)));
  });
}

/**
 * The name of a call on the wire. A free-form call is recorded under its bare name; the client finds the namespace again among
 * the request's own tools (source 2.31.0), so that name is only known when the request is written.
 */
export function callName(call: CallPart, recorded: Recorded, spell: (name: string) => string = (name) => name): string | RefNode {
  const name = spell(wireName(call.namespace, call.name));
  if (call.custom !== true || call.namespace !== undefined || recorded.tools === undefined || recorded.tools.names.includes(call.name)) return name;
  return derivedRef([recorded.tools.at], literal(name), ([tools]) => literal(spell(wireName(customNamespace(tools, call.name), call.name))));
}

function customNamespace(tools: Json | undefined, name: string): string | undefined {
  for (const value of asArray(tools) ?? []) {
    const tool = asObject(value);
    const namespace = asString(tool?.['name']);
    if (tool?.['type'] !== 'namespace' || namespace === 'functions') continue;
    if ((asArray(tool['tools']) ?? []).some((member) => asObject(member)?.['type'] === 'custom' && asObject(member)?.['name'] === name)) return namespace;
  }
  return undefined;
}

/** Anthropic's form; prompt caching marks the last definition (recorded, opencodex 2.63.0). */
export const ANTHROPIC_TOOLS: ToolForm = {
  one: (tool, name, last) => ({ name, description: tool.description, input_schema: inputSchema(tool.parameters), ...(last ? { cache_control: { type: 'ephemeral' } } : {}) }),
  list: (definitions) => definitions,
};

/** One recorded definition; a namespace holds several, hosted tools (web search, image generation) give none. */
function toolsOf(value: Json): readonly Tool[] {
  const tool = asObject(value);
  if (tool === undefined) return [];
  const inner = asObject(tool['function']);
  if (tool['type'] === 'function' && inner !== undefined && named(inner)) return [declared(inner)];
  if (tool['type'] === 'namespace' && Array.isArray(tool['tools'])) {
    const namespace = tool['name'] === 'functions' ? undefined : asString(tool['name']);
    return (tool['tools'] as readonly Json[]).flatMap((member) => {
      const object = asObject(member);
      if (object === undefined || !named(object)) return [];
      return object['type'] === 'function' ? [declared(object, namespace)] : object['type'] === 'custom' ? [freeform(object, namespace)] : [];
    });
  }
  if (tool['type'] === 'custom' && named(tool) && tool['input_schema'] === undefined) return [freeform(tool)];
  if (tool['type'] === 'tool_search') return [{ name: 'tool_search', description: asString(tool['description']) ?? '', parameters: asObject(tool['parameters']) ?? {} }];
  if (!named(tool) || tool['type'] === 'web_search' || tool['type'] === 'image_generation') return [];
  const schema = asObject(tool['input_schema']);
  if (schema !== undefined) return [{ name: tool['name'] as string, description: asString(tool['description']) ?? '', parameters: schema }];
  // A server tool of the Messages API (bash_…, text_editor_…) has no schema and no form in a Responses request.
  return typeof tool['type'] === 'string' && /_\d{8}$/.test(tool['type']) ? [] : [declared(tool)];
}

function named(tool: JsonObject): boolean {
  return typeof tool['name'] === 'string' && tool['name'] !== '';
}

function declared(tool: JsonObject, namespace?: string): Tool {
  return { name: tool['name'] as string, description: asString(tool['description']) ?? '', parameters: asObject(tool['parameters']) ?? {}, ...(tool['strict'] === undefined ? {} : { strict: tool['strict'] }), ...(namespace === undefined ? {} : { namespace }) };
}

/** A free-form tool takes one text; the client's own wording for it is not recorded. */
function freeform(tool: JsonObject, namespace?: string): Tool {
  const parameters = { type: 'object', properties: { input: { type: 'string', description: '[opencodex text]' } }, required: ['input'] };
  return { name: tool['name'] as string, description: asString(tool['description']) ?? '', parameters, ...(namespace === undefined ? {} : { namespace }) };
}

/** Anthropic wants an object at the root, with properties and without a composition: alternatives are laid over each other. */
function inputSchema(schema: JsonObject): WireObject {
  const composed = (['oneOf', 'anyOf', 'allOf'] as const).filter((key) => Array.isArray(schema[key]));
  if (composed.length === 0) return { ...schema, type: 'object', properties: schema['properties'] ?? {} };
  const properties: { [key: string]: Json | undefined } = { ...asObject(schema['properties']) };
  const required = new Set<string>(strings(schema['required']));
  for (const key of composed) {
    for (const branch of schema[key] as readonly Json[]) {
      Object.assign(properties, asObject(asObject(branch)?.['properties']));
      if (key === 'allOf') for (const name of strings(asObject(branch)?.['required'])) required.add(name);
    }
  }
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !['oneOf', 'anyOf', 'allOf', 'type', 'properties', 'required'].includes(key)));
  return { ...rest, type: 'object', properties, ...(required.size === 0 ? {} : { required: [...required] }) };
}

function strings(value: Json | undefined): readonly string[] {
  return (asArray(value) ?? []).filter((entry): entry is string => typeof entry === 'string');
}
