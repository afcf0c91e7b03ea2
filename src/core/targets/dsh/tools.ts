import { asArray, asObject, type Json, type JsonObject } from '../../model/json.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { derivedRef, type Wire } from '../../replay/wire.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';

/** A tool definition of dsh (`name`, `description`, `parameters`) in an adapter's own form. */
export type ToolForm = (name: Wire, description: Wire | undefined, parameters: Wire | undefined) => Wire;

const STUB = 'A tool of this name was used in the session; its definition is not recorded.';

/** The `tools` of a request: as recorded by dsh, given, or stubs; undefined where there are none. */
export function toolsOf(conversation: Conversation, options: ReplayOptions, form: ToolForm, skipDeferred = false): Wire | undefined {
  if (options.tools === 'none') return undefined;
  if (typeof options.tools !== 'string') return options.tools as readonly Wire[];
  if (options.tools === 'stubs') {
    const names = new Set<string>();
    for (const turn of activeTurns(conversation)) for (const block of turn.blocks) if (block.kind === 'tool-call' && block.name !== undefined) names.add(block.name);
    return names.size === 0 ? undefined : [...names].map((name) => form(name, STUB, { type: 'object', properties: {} }));
  }
  const { tools } = conversation.recorded;
  if (tools?.api !== 'dsh') return undefined;
  const deferred = skipDeferred ? new Set(deferredTools(conversation)) : new Set<string>();
  const sent = tools.names.filter((name) => !deferred.has(name));
  if (sent.length === 0) return undefined;
  return derivedRef([tools.at], sent.map((name) => form(name, undefined, undefined)), ([value]) => (asArray(value) ?? []).map(asObject)
    .filter((tool): tool is JsonObject => tool !== undefined && !(skipDeferred && tool.deferLoading === true))
    .map((tool) => form(wire(tool.name) ?? '', wire(tool.description), wire(tool.parameters))));
}

function wire(value: Json | undefined): Wire | undefined {
  return value as Wire | undefined;
}

/** Names of tools whose definition is to be loaded later (`deferLoading`). */
export function deferredTools(conversation: Conversation): readonly string[] {
  const list = asArray(conversation.recorded.params?.deferredTools) ?? [];
  return list.filter((name): name is string => typeof name === 'string');
}
