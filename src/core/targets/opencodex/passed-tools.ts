import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { CLIENT_TEXT } from './system-text.ts';
import { wireName } from './tools.ts';

/** The namespace under which Codex groups its ordinary tools: their names stay bare (source 2.31.0). */
const ORDINARY = 'functions';

/** The name of a namespaced tool on a wire that knows no namespaces. */
export function publicName(namespace: string | undefined, name: string): string {
  return namespace === ORDINARY ? name : wireName(namespace, name);
}

/**
 * Tool definitions as a Responses service takes them that is not OpenAI's own for Codex: namespaces become names, the private
 * tool search a function, schemas say `object` at their root, private marks go. The first of a name counts, declared ones before
 * those that a search has loaded (source 2.31.0; a plain function stays as it is, recorded with 2.63.0).
 */
export function publicTools(lists: readonly (Json | undefined)[]): readonly Json[] {
  const seen = new Set<string>();
  return lists.flatMap((list) => (asArray(list) ?? []).flatMap((tool) => flat(tool))).filter((tool) => {
    const name = asString(asObject(tool)?.['name']);
    return name === undefined || !seen.has(name) && seen.add(name) !== undefined;
  });
}

function flat(value: Json): readonly Json[] {
  const tool = asObject(value);
  if (tool === undefined) return [value];
  const type = tool['type'];
  if (type !== 'namespace') return [type === 'tool_search' ? searchTool(tool) : publicTool(tool)];
  const namespace = asString(tool['name']);
  if (namespace === undefined || namespace === '') return [];
  return (asArray(tool['tools']) ?? []).flatMap((member) => {
    const inner = asObject(member);
    const name = asString(inner?.['name']);
    return inner === undefined || name === undefined || name === '' || inner['type'] === 'namespace' ? [] : [publicTool({ ...inner, name: publicName(namespace, name) })];
  });
}

function publicTool(tool: JsonObject): JsonObject {
  const own = without(tool, 'defer_loading');
  const parameters = asObject(own['parameters']);
  return own['type'] !== 'function' || parameters?.['type'] === 'object' ? own : { ...own, parameters: { ...parameters, type: 'object' } };
}

/** The client's own words of the description are a placeholder. */
function searchTool(tool: JsonObject): JsonObject {
  const own = without(without(tool, 'execution'), 'defer_loading');
  const text = { type: 'string', description: CLIENT_TEXT };
  const fallback = { type: 'object', properties: { query: text, limit: { type: 'number', description: CLIENT_TEXT } }, required: ['query'] };
  return { ...own, type: 'function', name: 'tool_search', description: asString(tool['description']) ?? CLIENT_TEXT, parameters: asObject(tool['parameters']) ?? fallback };
}

/** An object without one of its members. */
export function without(object: JsonObject, key: string): JsonObject {
  return Object.hasOwn(object, key) ? Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) : object;
}
