import { asArray, asObject, type Json, type JsonObject } from '../../model/json.ts';
import { sha256Hex } from './sha256.ts';

/** Gemini takes names of this form only; the client hashes any other (source 2.31.0). */
export function geminiName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) return name;
  const clean = name.replace(/[^A-Za-z0-9_-]/g, '_');
  const prefix = (/^[A-Za-z_]/.test(clean) ? clean : `_${clean}`).slice(0, 55);
  return `${prefix}_${sha256Hex(name).slice(0, 8)}`;
}

const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array', 'object'];
/** Deeper schemas are cut (Google's own limit is 32 levels), and larger ones. */
const DEPTH = 24;
const NODES = 1024;

interface State { left: number; readonly defs: ReadonlyMap<string, Json>; readonly inside: Set<string> }

/**
 * A tool schema in the subset that Google documents: type, nullable, description, format, enum, properties, required, items.
 * Local references are followed; a union is kept only where it is one type and null, or enums of one type (source 2.31.0).
 * Recursion is bounded by DEPTH.
 */
export function geminiSchema(schema: JsonObject): JsonObject {
  const defs = new Map<string, Json>();
  for (const bag of ['$defs', 'definitions']) for (const [name, value] of Object.entries(asObject(schema[bag]) ?? {})) if (value !== undefined && !defs.has(name)) defs.set(name, value);
  const made = reduced(schema, { left: NODES, defs, inside: new Set() }, 0, false) ?? {};
  return { ...made, type: 'object', properties: asObject(made['properties']) ?? {} };
}

function reduced(node: Json | undefined, state: State, depth: number, keepNull: boolean): JsonObject | undefined {
  if (state.left-- <= 0) return undefined;
  const schema = asObject(node);
  if (schema === undefined || depth >= DEPTH) return {};
  const target = referenced(schema, state);
  if (target !== undefined) {
    const { ref, value } = target;
    if (state.inside.has(ref)) return {};
    state.inside.add(ref);
    const own = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$ref'));
    const made = reduced({ ...value, ...own }, state, depth + 1, keepNull);
    state.inside.delete(ref);
    return made;
  }
  const out: { [key: string]: Json | undefined } = typesOf(schema['type'], keepNull);
  if (typeof schema['nullable'] === 'boolean') out['nullable'] = schema['nullable'];
  for (const key of ['description', 'format']) if (typeof schema[key] === 'string') out[key] = schema[key];
  const values = enumOf(schema['enum'] ?? (typeof schema['const'] === 'string' ? [schema['const']] : undefined));
  if (values !== undefined) out['enum'] = values;
  membersOf(schema, out, state, depth);
  const items = asObject(schema['items']) === undefined ? undefined : reduced(schema['items'], state, depth + 1, false);
  if (items !== undefined) out['items'] = items;
  return schema['anyOf'] === undefined ? out : { ...out, ...unionOf(schema['anyOf'], state, depth) };
}

function referenced(schema: JsonObject, { defs }: State): { readonly ref: string; readonly value: JsonObject } | undefined {
  const ref = schema['$ref'];
  const name = typeof ref === 'string' ? /^#\/(?:\$defs|definitions)\/(.+)$/.exec(ref)?.[1] : undefined;
  const value = name === undefined ? undefined : asObject(defs.get(name.replace(/~1/g, '/').replace(/~0/g, '~')));
  return value === undefined ? undefined : { ref: ref as string, value };
}

function typesOf(value: Json | undefined, keepNull: boolean): { [key: string]: Json | undefined } {
  const words = (Array.isArray(value) ? value as readonly Json[] : [value]).flatMap((word) => typeof word === 'string' ? [word.toLowerCase()] : []);
  const type = words.find((word) => TYPES.includes(word));
  if (!words.includes('null')) return type === undefined ? {} : { type };
  if (type !== undefined) return { type, nullable: true };
  return keepNull ? { type: 'null' } : { nullable: true };
}

function enumOf(value: Json | undefined): readonly string[] | undefined {
  const words = [...new Set((asArray(value) ?? []).filter((word): word is string => typeof word === 'string'))];
  return words.length === 0 ? undefined : words;
}

function membersOf(schema: JsonObject, out: { [key: string]: Json | undefined }, state: State, depth: number): void {
  const members = asObject(schema['properties']);
  if (members === undefined) return;
  const properties: { [key: string]: Json | undefined } = Object.create(null) as { [key: string]: Json | undefined };
  for (const [name, member] of Object.entries(members)) {
    const made = reduced(member, state, depth + 1, false);
    if (made === undefined) break;
    properties[name] = made;
  }
  out['properties'] = properties;
  const required = [...new Set((asArray(schema['required']) ?? []).filter((name): name is string => typeof name === 'string' && Object.hasOwn(properties, name)))];
  if (required.length > 0) out['required'] = required;
}

function unionOf(value: Json | undefined, state: State, depth: number): JsonObject {
  const made = (asArray(value) ?? []).map((member) => reduced(member, state, depth + 1, true));
  if (made.length === 0 || made.includes(undefined)) return {};
  const members = made as readonly JsonObject[];
  const rest = members.filter((member) => member['type'] !== 'null');
  const nulls = members.filter((member) => member['type'] === 'null');
  if (rest.length === 1 && nulls.length > 0 && nulls.every((member) => Object.keys(member).length === 1)) return { ...rest[0], nullable: true };
  const type = members[0]!['type'];
  const plain = members.every((member) => member['type'] === type && Array.isArray(member['enum']) && Object.keys(member).every((key) => key === 'enum' || key === 'type' && type !== undefined));
  const values = plain && type !== 'null' ? enumOf(members.flatMap((member) => member['enum'] as readonly Json[])) : undefined;
  return values === undefined ? {} : { ...(type === undefined ? {} : { type }), enum: values };
}
