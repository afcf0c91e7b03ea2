import type { Json } from '../../model/json.ts';

/** Keys whose members are named by the tool's author: `encrypted` is a name there, not the marker. */
const NAMES = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependencies', 'dependentSchemas', 'dependentRequired']);
/** Keys whose values are data, not schemas. */
const DATA = new Set(['const', 'default', 'enum', 'examples']);

/**
 * A tool schema without the `encrypted` markers that only OpenAI's own backend reads (Codex multi-agent tools). Other keys of
 * that name stay. Iterative: a schema may be nested deeper than the stack.
 */
export function withoutMarker(schema: Json): Json {
  const root: { value: Json } = { value: null };
  const stack: { readonly node: Json; readonly names: boolean; readonly assign: (made: Json) => void }[] = [{ node: schema, names: false, assign: (made) => { root.value = made; } }];
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const { node, names } = frame;
    if (Array.isArray(node)) {
      const out: Json[] = [];
      frame.assign(out);
      (node as readonly Json[]).forEach((member, index) => stack.push({ node: member, names: false, assign: (made) => { out[index] = made; } }));
    } else if (typeof node === 'object' && node !== null) {
      const out: { [key: string]: Json } = Object.create(null) as { [key: string]: Json };
      frame.assign(out);
      for (const [key, member] of Object.entries(node as { readonly [key: string]: Json })) {
        if (key === 'encrypted' && !names) continue;
        // Set now, so that keys keep their order; filled when the frame is taken.
        out[key] = member;
        if (names || !DATA.has(key)) stack.push({ node: member, names: !names && NAMES.has(key), assign: (made) => { out[key] = made; } });
      }
    } else frame.assign(node);
  }
  return root.value;
}
