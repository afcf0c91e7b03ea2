import { textRef, type Wire } from '../../replay/wire.ts';
import type { Serializer } from '../../replay/serializer.ts';
import type { Message, Part } from './context.ts';
import { BLANK, Conversion, EMPTY, UNKNOWN, type Node } from './conversion.ts';
import { anthropicEffort, anthropicParameters, spellAnthropicTool } from './anthropic-parameters.ts';
import { flag } from './model.ts';
import { argumentsValue, blankOnceCleaned, cleaned, drop, dropEmpty, idOf, joinedText, mediaOf, nameOf, needText, send } from './parts.ts';
import { refuse } from './refusal.ts';
import { oldPrompt, promptText, resolved, settleTools, updateText, type SystemText } from './system.ts';
import { piTarget } from './target.ts';
import { currentTools, definitions, listed, requestTools } from './tools.ts';
import { replaced, transformMessages } from './transform.ts';

/** pi-ai for Anthropic Messages. */
export const piAnthropicMessages: Serializer = piTarget({
  api: 'anthropic-messages', label: 'Anthropic Messages', wire: 'anthropic-messages', array: 'messages', ruleFamilies: ['anthropic', 'json', 'pi-ai'], mergesAdjacent: true,
  write: (request) => new Messages(request).write(),
});

class Messages extends Conversion {
  private pending: Node[] = [];
  private readonly levels = new Map<number, string>();

  write(): Wire {
    const { old, call, context, writer, foreign, conversation, options } = this.request;
    const { model } = call;
    const inHistory = !old && flag(model, 'supportsMidConvoSystemMessages', false);
    const transcript = old ? this.request.messages : resolved(this.request.messages, inHistory, writer);
    const initial = !old && transcript[0]?.role === 'system' ? transcript[0] : undefined;
    const prompt = old ? oldPrompt(context, foreign, writer) : initial === undefined ? undefined : promptText(initial, writer);
    if (initial !== undefined) settleTools(initial, writer);
    const native = inHistory && flag(model, 'supportsMidConvoToolChanges', false) && (initial?.toolsAdded?.names.length ?? 0) > 0 && options.tools === 'recorded';
    const transformed = transformMessages(transcript, call, writer, (id) => id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64));
    // The transformed list begins with the prompt where the transcript does.
    this.convert(initial === undefined ? transformed : transformed.slice(1), native);
    this.markCache();
    const messages = this.withLevels();
    const spell = spellAnthropicTool(this.request);
    const all = old ? listed(context.tools) : currentTools(native ? [initial!] : this.request.messages);
    const tools = requestTools(all, conversation, options, spell, writer);
    return anthropicParameters(this.request, messages, this.system(prompt), tools, native);
  }

  private get mark(): Wire | undefined {
    const { call } = this.request;
    if (call.cacheRetention === 'none') return undefined;
    return { type: 'ephemeral', ...(call.cacheRetention === 'long' && flag(call.model, 'supportsLongCacheRetention', true) ? { ttl: '1h' } : {}) };
  }

  private system(prompt: SystemText | undefined): Wire | undefined {
    if (prompt === undefined) return undefined;
    const { writer } = this.request;
    const mark = this.mark;
    return [writer.frame({ type: 'text', text: writer.place(prompt.node, prompt.ids), ...(mark === undefined ? {} : { cache_control: mark }) })];
  }

  private convert(messages: readonly Message[], native: boolean): void {
    this.each(messages, {
      system: (message) => { this.update(message, native); }, user: (message) => { this.user(message); }, assistant: (message) => { this.assistant(message); },
      results: (run) => { this.results(run); }, other: (message) => { this.unknown(message); },
    });
    this.flush();
  }

  /** A later system message waits for the next answer that is sent, so that it never stands between a call and its results. */
  private update(message: Message, native: boolean): void {
    const { old, writer } = this.request;
    if (old) { this.unsentSystem(message); return; }
    const text = updateText(message, writer);
    const content: Node[] = [];
    if (text !== undefined) content.push(writer.place({ type: 'text', text: text.node }, text.ids, 'moved', { reason: 'A system message inside the history is sent before the next answer.' }));
    if (native) this.toolChanges(message, content); else settleTools(message, writer);
    if (content.length > 0) this.pending.push(writer.frame({ role: 'system', content }));
    else if (message.subject !== undefined) writer.omit(message.subject, EMPTY);
  }

  private toolChanges(message: Message, content: Node[]): void {
    const { writer } = this.request;
    const { toolsAdded: added, toolsRemoved: removed } = message;
    const names = new Set(added?.names ?? []);
    const gone = (removed?.names ?? []).filter((name) => !names.has(name));
    gone.forEach((name) => {
      const node = { type: 'tool_removal', tool: { type: 'tool_reference', name } };
      content.push(removed?.id === undefined ? writer.insert(node, EMPTY) : writer.place(node, [removed.id], 'converted', { reason: 'Tools taken away are named in the history.' }));
    });
    if (removed?.id !== undefined && gone.length === 0) writer.omit(removed.id, { reason: 'Every tool taken away is defined anew in the same message.' });
    added?.names.forEach((name, index) => {
      const node = { type: 'tool_addition', tool: { type: 'tool_definition', definition: definitions({ picks: [{ at: added.at, index, name }] }, (tool) => spellAnthropicTool(this.request)(tool, false))[0] } };
      content.push(added.id === undefined ? writer.insert(node, EMPTY) : writer.place(node, [added.id], 'converted', { reason: 'Tools added are defined in the history.' }));
    });
    if (added?.id !== undefined && added.names.length === 0) writer.omit(added.id, EMPTY);
  }

  private flush(): void {
    this.out.push(...this.pending);
    this.pending = [];
  }

  private user(message: Message): void {
    const { writer } = this.request;
    if (message.form === 'string') {
      const [part] = message.parts;
      if (part === undefined || part.facts.state !== 'text') { if (part !== undefined) drop(part, writer, BLANK); dropEmpty(message, writer, EMPTY); return; }
      this.out.push(writer.frame({ role: 'user', content: send(cleaned(part.facts), part, writer) }));
      return;
    }
    this.needArray(message, 'map');
    const content: Node[] = [];
    for (const part of message.parts) {
      needText(part, 'replace');
      if (part.type !== 'text') content.push(this.image(part));
      else if (blankOnceCleaned(part.facts)) drop(part, writer, BLANK);
      else content.push(send({ type: 'text', text: cleaned(part.facts) }, part, writer));
    }
    if (content.length === 0) { dropEmpty(message, writer, EMPTY); return; }
    this.out.push(writer.frame({ role: 'user', content }));
  }

  private image(part: Part): Node {
    return this.sendImage(this.bareImage(part), part);
  }

  private assistant(message: Message): void {
    const { writer, call } = this.request;
    const content: Node[] = [];
    for (const part of message.parts) {
      if (part.type === 'text') {
        needText(part, 'trim');
        if (part.facts.state === 'text') content.push(send({ type: 'text', text: cleaned(part.facts) }, part, writer)); else drop(part, writer, BLANK);
      } else if (part.type === 'thinking') { const node = this.thinking(part); if (node !== undefined) content.push(node); }
      else if (part.type === 'toolCall') content.push(send({ type: 'tool_use', id: idOf(part), name: nameOf(part), input: argumentsValue(part) }, part, writer));
      else drop(part, writer, UNKNOWN);
    }
    if (content.length === 0) { dropEmpty(message, writer, EMPTY); return; }
    this.flush();
    if (message.api === 'anthropic-messages' && message.provider === call.model.provider && message.level !== undefined && EFFORTS.has(message.level)) this.levels.set(this.out.length, message.level);
    this.out.push(writer.frame({ role: 'assistant', content }));
  }

  private thinking(part: Part): Node | undefined {
    const { writer, call, old } = this.request;
    if (part.redacted === true) return send({ type: 'redacted_thinking', data: part.signature === undefined ? part.block?.signature?.carrier === 'pi-block' && part.block.signature.value.at.length > 0 ? '' : undefined : textRef(part.signature) }, part, writer);
    needText(part, 'trim');
    const signed = part.signature !== undefined && part.signature.state === 'text';
    if (part.facts.state !== 'text' && (old || !signed)) { drop(part, writer, { rule: 'pi-ai/thinking-left-out', reason: signed ? 'Thinking without text is not sent, its signature with it.' : 'Thinking without text and signature is not sent.' }); return undefined; }
    if (signed) return send({ type: 'thinking', thinking: cleaned(part.facts), signature: textRef(part.signature) }, part, writer);
    if (!old && flag(call.model, 'allowEmptySignature', false)) return send({ type: 'thinking', thinking: cleaned(part.facts), signature: '' }, part, writer, 'converted', { reason: 'The model takes thinking with an empty signature.' });
    return send({ type: 'text', text: cleaned(part.facts) }, part, writer, 'converted', { rule: 'pi-ai/thinking-as-text', reason: 'Thinking without a signature goes out as visible text.' });
  }

  private results(messages: readonly Message[]): void {
    const { writer, old } = this.request;
    const results: Node[] = [];
    const after: Node[] = [];
    for (const message of messages) {
      this.checkResult(message);
      const images = message.parts.filter((part) => part.type === 'image');
      const apart = !old && message.isError === true && images.length > 0;
      const parts = apart ? replaced(message.parts, '(image attached after the tool results)', writer, { reason: 'It says where the images of the error result are.' }) : message.parts;
      results.push(writer.frame({ type: 'tool_result', tool_use_id: message.toolCallId, content: this.resultContent(message, parts), is_error: message.isError }));
      if (!apart) continue;
      after.push(writer.insert({ type: 'text', text: `Images from the error result of tool call ${String(message.toolCallId)} (${String(message.toolName)}):` }, { reason: 'A caption for the images of an error result.' }));
      for (const image of images) after.push(send(this.bareImage(image), image, writer, 'moved', { rule: 'pi-ai/images-moved', reason: 'Images of an error result follow all results of the turn: the API takes only text in one.' }));
    }
    this.out.push(writer.frame({ role: 'user', content: [...results, ...after] }));
  }

  private checkResult({ form, blame }: Message): void {
    if (form === 'null' || form === 'absent') refuse(blame, `Cannot read properties of ${form === 'null' ? 'null' : 'undefined'} (reading 'some')`);
    if (form === 'string' || form === 'other') refuse(blame, 'content.some is not a function');
  }

  private resultContent(message: Message, parts: readonly Part[]): Wire {
    const { writer } = this.request;
    if (!parts.some((part) => part.type === 'image')) return joinedText(parts.map(asText), '\n', message, writer);
    const content = parts.map((part) => part.type === 'text' ? (needText(part, 'replace'), send({ type: 'text', text: cleaned(part.facts) }, part, writer)) : this.image(part));
    return parts.some((part) => part.type === 'text') ? content : [writer.insert({ type: 'text', text: '(see attached image)' }, { reason: 'A result of images only gets a text in front.' }), ...content];
  }

  private bareImage(part: Part): Node {
    const { mimeType, data } = mediaOf(part);
    return { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
  }

  /** A cache mark goes on the last block of a last user (or system) message; a string becomes a block for it. */
  private markCache(): void {
    const mark = this.mark;
    const last = this.out[this.out.length - 1];
    if (mark === undefined || last === undefined || last.role !== 'user' && (this.request.old || last.role !== 'system')) return;
    if (Array.isArray(last.content)) { const block = last.content[last.content.length - 1] as Node | undefined; if (block !== undefined) block.cache_control = mark; }
    else last.content = [{ type: 'text', text: last.content, cache_control: mark }];
  }

  /** Models with managed effort are told the level of each answer, and of the next one. */
  private withLevels(): readonly Node[] {
    const { old, call, writer } = this.request;
    if (old || !flag(call.model, 'supportsMidConvoEffort', false) || call.model.reasoning && call.reasoning === undefined && call.model.thinkingLevelMap.off !== null) return this.out;
    const told = (effort: string): Node => writer.insert({ role: 'system', content: [], output_config: { effort } }, { reason: 'The model is told the level of each answer.' });
    const out = this.out.flatMap((message, index) => { const level = this.levels.get(index); return level === undefined ? [message] : [told(level), message]; });
    const { forceAdaptiveThinking } = call.model.compat;
    return [...out, told(forceAdaptiveThinking === true ? anthropicEffort(this.request) : 'high')];
  }
}

const EFFORTS = new Set(['low', 'medium', 'high', 'xhigh', 'max']);
/** Without images the client reads `.text` of whatever stands there; what has none gives an empty one between the line breaks. */
function asText(part: Part): Part {
  return part.type === 'text' && part.lacks === undefined ? part : { ...part, facts: EMPTY_FACTS };
}

const EMPTY_FACTS = { length: 0, state: 'empty' as const, loneSurrogate: false, inline: '', at: [] };
