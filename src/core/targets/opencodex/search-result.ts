import { asArray, asObject, asString, type Json } from '../../model/json.ts';
import { wireName } from './tools.ts';

/** The text that the client writes for a tool search: the names that can be called now, or that there are none. */
export function searchResult(item: Json | undefined): { readonly text: string; readonly failed: boolean } {
  const object = asObject(item);
  const names = (asArray(object?.['tools']) ?? []).flatMap((tool) => {
    const spec = asObject(tool);
    const name = asString(spec?.['name']);
    if (spec?.['type'] !== 'namespace') return name === undefined ? [] : [name];
    return (asArray(spec['tools']) ?? []).flatMap((member) => {
      const inner = asString(asObject(member)?.['name']);
      return inner === undefined ? [] : [wireName(name, inner)];
    });
  });
  const status = asString(object?.['status']);
  const failed = names.length === 0 && status !== undefined && status !== 'completed' && status !== 'success';
  if (failed) return { text: `Tool search failed (status: ${status}).`, failed };
  // The client's own sentence around the names is not recorded; the names are what a reader needs.
  return { text: names.length === 0 ? 'Tool search returned no tools.' : `[opencodex text] ${names.join(', ')}`, failed };
}
