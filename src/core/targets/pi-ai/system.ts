import type { Why } from '../../model/decision.ts';
import type { Id } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { joinRef, literal, textRef, type RefNode } from '../../replay/wire.ts';
import type { Context, Message, Part } from './context.ts';

/** Text of system messages: the ref and the blocks in it. Undefined where it is empty. */
export interface SystemText { readonly node: RefNode; readonly ids: readonly Id[] }
/** The one-shot prompt, also as it stands in the context. */
export interface PromptText extends SystemText { readonly raw: RefNode }

const COLLAPSED: Why = { rule: 'pi-ai/system-collapsed', reason: 'The model takes no system message inside the history: it becomes part of the prompt.' };
const NO_TEXT: Why = { reason: 'It has no text that the prompt could take.' };
const REPLACED: Why = { rule: 'pi-ai/system-collapsed', reason: 'A later system message replaces this section of the prompt, or takes it away.' };

/** The transcript that 1.x works on: prompt and tools folded into a leading system message. */
export function normalized({ prompt, messages, tools }: Context, writer: RequestWriter): readonly Message[] {
  if ((prompt === undefined || prompt.facts.length === 0) && (tools === undefined || tools.names.length === 0)) {
    for (const id of prompt?.ids ?? []) writer.omit(id, NO_TEXT);
    return messages;
  }
  const head: Message = {
    role: 'system', blame: prompt?.ids[0] ?? '', form: 'string', parts: prompt === undefined ? [] : [prompt], timestamp: 0,
    ...(tools === undefined || tools.names.length === 0 ? {} : { toolsAdded: tools }),
  };
  return [head, ...messages];
}

/** All system messages replayed into one leading one, or left where they are for a model that takes them there. */
export function resolved(messages: readonly Message[], inHistory: boolean, writer: RequestWriter): readonly Message[] {
  if (inHistory) return messages;
  const systems = messages.filter((m) => m.role === 'system');
  const others = messages.filter((m) => m.role !== 'system');
  if (systems.length === 0) return others;
  const sections = new Map<string, { readonly name: string; readonly part: Part; readonly removed: boolean }>();
  const parts: Part[] = [];
  systems.forEach((message, index) => {
    const text = contentParts(message, writer);
    // The texts of one message are joined by a line break, those of several by a blank line.
    if (text.length > 0) parts.push(...text.map((part, k) => k === 0 ? part : { ...part, type: 'continued' }));
    if (index > 0) for (const part of text) for (const id of part.ids) writer.mark(id, 'moved', COLLAPSED);
    for (const section of message.sections ?? []) {
      const before = sections.get(section.name);
      if (before !== undefined) for (const id of before.part.ids) writer.omit(id, REPLACED);
      if (section.removed) { sections.delete(section.name); for (const id of section.part.ids) writer.omit(id, { reason: 'It takes a section of the prompt away.' }); }
      else sections.set(section.name, section);
    }
    settleTools(message, writer);
  });
  const first = systems[0]!;
  return [{
    role: 'system', blame: first.blame, form: 'string', parts, sections: [...sections.values()],
    ...(first.timestamp === undefined ? {} : { timestamp: first.timestamp }),
  }, ...others];
}

/** Tool changes become part of the request's tool list, which is written apart. */
export function settleTools(message: Message, writer: RequestWriter): void {
  for (const change of [message.toolsAdded, message.toolsRemoved]) if (change?.id !== undefined) writer.omit(change.id, { reason: 'Tool changes go into the request\'s list of tools.' });
  if (message.subject !== undefined) writer.omit(message.subject, NO_TEXT);
}

/** The text blocks of a system message's content. Others are not sent. */
function contentParts(message: Message, writer: RequestWriter): readonly Part[] {
  const texts: Part[] = [];
  for (const part of message.parts) if (part.type === 'text' || part.type === 'continued') texts.push(part); else for (const id of part.ids) writer.omit(id, { reason: `Only the texts of a system message are sent; ${part.type} is left out.` });
  // Two empty texts are a line break, and that is sent.
  if (texts.length < 2 && texts.every((part) => part.facts.length === 0)) { for (const part of texts) for (const id of part.ids) writer.omit(id, NO_TEXT); return []; }
  return texts;
}

/** A system message as a whole prompt: its content, then its sections, a blank line between them. */
export function promptText(message: Message, writer: RequestWriter): SystemText | undefined {
  const groups: Part[][] = [];
  for (const part of contentParts(message, writer)) if (part.type === 'continued') groups[groups.length - 1]!.push(part); else if (message.form !== 'string' && groups.length > 0) groups[0]!.push(part); else groups.push([part]);
  for (const { part } of message.sections ?? []) {
    if (part.type !== 'section' || part.block?.kind !== 'text') { for (const id of part.ids) writer.omit(id, NO_TEXT); continue; }
    if (part.facts.length === 0) { for (const id of part.ids) writer.omit(id, NO_TEXT); continue; }
    groups.push([part]);
  }
  return joined(groups.map((group) => group.length === 1 ? textRef(group[0]!.facts, 'strip-surrogates') : joinRef(group.map((p) => textRef(p.facts, 'strip-surrogates')), '\n')), groups.flatMap((g) => g.flatMap((p) => p.ids)));
}

/** A system message inside the history: its content, and each section framed by its name. */
export function updateText(message: Message, writer: RequestWriter): SystemText | undefined {
  const pieces: RefNode[] = [];
  const ids: Id[] = [];
  const content = contentParts(message, writer);
  if (content.length > 0) { pieces.push(joinRef(content.map((p) => textRef(p.facts, 'strip-surrogates')), '\n')); ids.push(...content.flatMap((p) => p.ids)); }
  for (const { name, part, removed } of message.sections ?? []) {
    const safe = name.isWellFormed() ? name : name.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
    pieces.push(removed ? literal(`Removed system prompt section "${safe}".`) : joinRef([literal(`Updated system prompt section "${safe}":`), textRef(part.facts, 'strip-surrogates')], '\n\n'));
    for (const id of part.ids) { ids.push(id); writer.mark(id, 'converted', { reason: 'A section inside the history is framed by its name.' }); }
  }
  return joined(pieces, ids);
}

function joined(pieces: readonly RefNode[], ids: readonly Id[]): SystemText | undefined {
  if (pieces.length === 0) return undefined;
  return { node: pieces.length === 1 ? pieces[0]! : joinRef(pieces, '\n\n'), ids };
}

/** The prompt of 0.73.1, which knows none but `systemPrompt`. Sessions of other clients give their system texts. */
export function oldPrompt({ prompt, messages }: Context, foreign: boolean, writer: RequestWriter): PromptText | undefined {
  if (!foreign) {
    if (prompt === undefined) return undefined;
    if (prompt.facts.length === 0) { for (const id of prompt.ids) writer.omit(id, NO_TEXT); return undefined; }
    return { node: textRef(prompt.facts, 'strip-surrogates'), raw: textRef(prompt.facts), ids: prompt.ids };
  }
  const head = resolved(messages.filter((m) => m.role === 'system'), false, writer)[0];
  const text = head === undefined ? undefined : promptText(head, writer);
  return text === undefined ? undefined : { ...text, raw: text.node };
}
