import type { Block } from '../../model/block.ts';
import { factsOf, factsOfJson, NO_TEXT } from '../../model/facts.ts';
import { asArray, asObject, asString, pointerStep, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import { piContent } from './blocks.ts';

/** Blocks of a system message (pi-ai 1.x): its content, each section, and what it does to the tools. */
export function systemBlocks(message: JsonObject, source: Source): readonly Block[] {
  const step = (key: string): Source => at(source, `${source.pointer}/${key}`);
  const blocks: Block[] = [...piContent(message.content, step('content'), {})];
  const sections = asObject(message.sections ?? null);
  if (sections !== undefined) for (const [name, value] of Object.entries(sections)) blocks.push(section(name, value ?? null, at(source, `${source.pointer}/sections${pointerStep(name)}`)));
  for (const key of ['toolsAdded', 'toolsRemoved'] as const) {
    const tools = message[key];
    if (tools !== undefined && tools !== null) blocks.push(toolChange(key, tools, step(key)));
  }
  return blocks;
}

/** A section of the prompt; `null` takes one away. */
function section(name: string, value: Json, source: Source): Block {
  const shared = { id: idOf(source), nativeType: 'section', source, native: { api: 'pi-ai' as const, at: source } };
  if (typeof value === 'string') return { ...shared, kind: 'text', text: factsOf(value, [source]), detail: { section: name } };
  return { ...shared, kind: 'opaque', meaning: 'control', text: NO_TEXT, detail: { section: name, removed: value === null } };
}

function toolChange(key: 'toolsAdded' | 'toolsRemoved', tools: Json, source: Source): Block {
  return { id: idOf(source), kind: 'opaque', meaning: 'tool-change', nativeType: key, text: factsOfJson(tools, source), source, native: { api: 'pi-ai', at: source }, detail: { tools: toolNames(tools) } };
}

/** Names of tool definitions in order; what has none counts under the empty name. */
export function toolNames(tools: Json | undefined): readonly string[] {
  return (asArray(tools) ?? []).map((tool) => asString(asObject(tool)?.name) ?? '');
}
