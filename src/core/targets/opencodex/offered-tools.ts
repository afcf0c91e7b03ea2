import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions } from '../../replay/serializer.ts';
import type { Wire, WireObject } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import type { Mark, Parsed } from './message.ts';
import { place } from './place.ts';
import { recordedTools, wireName, type Tool } from './tools.ts';

/** How an API declares tools: one definition, and the list of them. */
export interface ToolForm {
  readonly one: (tool: Tool, name: string, last: boolean) => WireObject;
  readonly list: (definitions: readonly Wire[]) => Wire;
}

const STUB: Mark = { op: 'converted', why: { reason: 'No tool definitions were asked for but these: one that does nothing for each name used.' } };
const MOVED: Mark = { op: 'moved', why: { reason: 'Tools that stand in the input join the request\'s tools.' } };

/** The tools that the request offers, by the `tools` option; undefined for none. Items that only carry tools are decided here. */
export function offeredTools(conversation: Conversation, parsed: Parsed, options: ReplayOptions, allowed: readonly string[] | undefined, form: ToolForm, writer: RequestWriter): Wire | undefined {
  const carriers = parsed.loadedTools.flatMap(({ id }) => id === undefined ? [] : [id]);
  const tools = options.tools === 'recorded' ? recordedTools(conversation.recorded, parsed, allowed, form) : undefined;
  if (tools !== undefined) return carriers.length === 0 ? tools : place(tools, carriers, [MOVED], writer);
  for (const id of carriers) writer.omit(id, { reason: 'Recorded tools are not sent: other ones were asked for.' });
  if (Array.isArray(options.tools)) return options.tools.length === 0 ? undefined : options.tools as Wire;
  return options.tools === 'stubs' ? stubs(parsed, form, writer) : undefined;
}

/** One inert definition for each name that a call uses. */
function stubs(parsed: Parsed, form: ToolForm, writer: RequestWriter): Wire | undefined {
  const names = new Set(parsed.messages.flatMap((message) => message.role === 'assistant' ? message.parts.flatMap((part) => part.type === 'call' ? [wireName(part.namespace, part.name)] : []) : []));
  if (names.size === 0) return undefined;
  const all = [...names];
  const inert = (name: string): Tool => ({ name, description: '', parameters: { type: 'object', properties: {} } });
  return form.list(all.map((name, index) => place(form.one(inert(name), name, index === all.length - 1), [], [STUB], writer)));
}
