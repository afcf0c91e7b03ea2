import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Source } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import { derivedRef, type Wire } from '../../replay/wire.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';
import type { Message, ToolList } from './context.ts';

/** A definition as pi-ai has it. */
export interface PiTool { readonly name: Json; readonly description?: Json; readonly parameters: Json }

/** How an API spells a definition. `last` is told for the one that a cache mark goes on. Without parameters only the shape for rules is asked for. */
export type SpellTool = (tool: PiTool, last: boolean) => Wire;

/** Which definitions of which lists are in force. */
export interface CurrentTools { readonly picks: readonly { readonly at: Source; readonly index: number; readonly name: string }[] }

/** The tools in force after the transcript's changes, applied in order. */
export function currentTools(messages: readonly Message[]): CurrentTools {
  const tools = new Map<string, CurrentTools['picks'][number]>();
  for (const { toolsAdded, toolsRemoved } of messages) {
    for (const name of toolsRemoved?.names ?? []) tools.delete(name);
    toolsAdded?.names.forEach((name, index) => { tools.set(name, { at: toolsAdded.at, index, name }); });
  }
  return { picks: [...tools.values()] };
}

/** All definitions of one list. */
export function listed(tools: ToolList | undefined): CurrentTools {
  return { picks: tools === undefined ? [] : tools.names.map((name, index) => ({ at: tools.at, index, name })) };
}

/** The request's `tools` as the options ask for them; undefined where there are none. */
export function requestTools(current: CurrentTools, conversation: Conversation, options: ReplayOptions, spell: SpellTool, writer: RequestWriter): Wire | undefined {
  if (options.tools === 'none') return undefined;
  if (options.tools === 'stubs') {
    const names = [...new Set(activeTurns(conversation).flatMap((turn) => turn.blocks).filter((b) => b.kind === 'tool-call' && b.name !== undefined && b.name !== '').map((b) => b.name!))];
    return names.length === 0 ? undefined : names.map((name, k) => writer.insert(spell({ name, description: 'Stub: the definition of this tool is not recorded.', parameters: { type: 'object', properties: {} } }, k === names.length - 1) as object, { reason: 'The definition of this tool is not recorded; an inert one stands for it.' }) as Wire);
  }
  if (options.tools !== 'recorded') return options.tools.length === 0 ? undefined : options.tools as readonly Wire[];
  return current.picks.length === 0 ? undefined : definitions(current, spell);
}

/** The definitions themselves, made when the request is written. */
export function definitions({ picks }: CurrentTools, spell: SpellTool): readonly Wire[] {
  return picks.map(({ at, index, name }, k) => derivedRef([at], spell({ name, parameters: {} }, k === picks.length - 1), ([value]) => spell(piTool(asArray(value)?.[index]), k === picks.length - 1)));
}

/** A recorded definition of any API's form as pi-ai would hold it. */
function piTool(value: Json | undefined): PiTool {
  const object = asObject(value ?? null) ?? {};
  const inner = asObject(object.function ?? null) ?? asObject(object.custom ?? null) ?? object;
  const parameters = inner.parameters ?? inner.input_schema ?? inner.parametersJsonSchema ?? {};
  return { name: inner.name ?? asString(object.type) ?? '', ...(inner.description === undefined ? {} : { description: inner.description }), parameters: parameters as Json };
}

/** The schema as an object, for what APIs take out of it. */
export function schemaOf(tool: PiTool): JsonObject {
  return asObject(tool.parameters) ?? {};
}

/** How many system messages the request's own list of tools stands for: later ones declare what they add in place. */
export function foldedSystems(messages: readonly Message[]): number {
  const systems = messages.filter((m) => m.role === 'system');
  const declared = new Set<string>();
  let last = -1;
  systems.forEach((message, index) => {
    if ((message.toolsRemoved?.names.length ?? 0) > 0) last = index;
    for (const name of message.toolsAdded?.names ?? []) { if (declared.has(name)) last = index; declared.add(name); }
  });
  return Math.max(messages[0]?.role === 'system' ? 1 : 0, last + 1);
}

