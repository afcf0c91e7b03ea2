import type { Serializer } from '../../replay/serializer.ts';
import { literal, type RefNode, type Wire } from '../../replay/wire.ts';
import { composedText } from './composed-text.ts';
import type { Message, Part } from './context.ts';
import { BLANK, Conversion, EMPTY, type Node } from './conversion.ts';
import { shortHash } from './hash.ts';
import { clampedLevel, flag } from './model.ts';
import { argumentsText, cleaned, dataUrl, drop, dropEmpty, idOf, nameOf, needText, send, stripped } from './parts.ts';
import { oldPrompt, promptText, resolved, settleTools, updateText, type SystemText } from './system.ts';
import { piTarget } from './target.ts';
import { currentTools, listed, requestTools, type SpellTool } from './tools.ts';
import { transformMessages } from './transform.ts';

/** pi-ai for Mistral. */
export const piMistralConversations: Serializer = piTarget({
  api: 'mistral-conversations', label: 'Mistral', wire: 'mistral-chat', array: 'messages', ruleFamilies: ['json', 'mistral', 'pi-ai'], mergesAdjacent: false,
  note: 'Strict sampling of tools is not emulated.',
  write: (request) => new Mistral(request).write(),
});

const ID_LENGTH = 9;
/** Models of 0.73.1 that take an effort; others take a mode. */
const EFFORT_MODELS = new Set(['mistral-small-2603', 'mistral-small-latest', 'mistral-medium-3.5']);
const USER_IMAGE = '(image omitted: model does not support images)';

class Mistral extends Conversion {
  private readonly names = new Map<string, string>();
  private readonly owners = new Map<string, string>();
  /** A call has no name: Mistral's library refuses the request before it spells it. */
  private unnamed = false;

  write(): Wire {
    const { old, call, context, foreign, writer, conversation, options, maxTokens } = this.request;
    const transcript = old ? this.request.messages : resolved(this.request.messages, flag(call.model, 'supportsMidConvoSystemMessages', false), writer);
    const prompt = old ? oldPrompt(context, foreign, writer) : undefined;
    if (prompt !== undefined) this.instruct(prompt);
    const messages = transformMessages(transcript, call, writer, (id) => this.callId(id));
    this.each(messages, {
      system: (message, index) => {
        if (old) { if (foreign) this.unsentSystem(message); else this.result(message); return; }
        settleTools(message, writer);
        const text = index === 0 ? promptText(message, writer) : updateText(message, writer);
        if (text !== undefined) this.instruct(text); else dropEmpty(message, writer, EMPTY);
      },
      user: (message) => { this.user(message); }, assistant: (message) => { this.assistant(message); },
      // Whatever has another role is taken for a tool result.
      results: (run) => { for (const message of run) this.result(message); }, other: (message) => { this.result(message); },
    });
    const tools = requestTools(old ? listed(context.tools) : currentTools(this.request.messages), conversation, options, SPELL, writer);
    const request: Node = {
      model: call.model.id, stream: true, messages: this.out, ...(tools === undefined ? {} : { tools }), ...(call.temperature === undefined ? {} : { temperature: call.temperature }),
      ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }), ...this.thinking(), ...(!old && call.cacheRetention !== 'none' && call.sessionId ? { prompt_cache_key: call.sessionId } : {}),
    };
    return old && this.unnamed ? asGiven(request, this.out) : request;
  }

  private thinking(): Node {
    const { old, call } = this.request;
    const { model } = call;
    const level = clampedLevel(call);
    if (!model.reasoning) return {};
    if (old) {
      if (level === undefined) return {};
      return EFFORT_MODELS.has(model.id) ? { reasoning_effort: (model.thinkingLevelMap[level] ?? 'high') as Wire } : { prompt_mode: 'reasoning' };
    }
    if (!model.mapsLevels) return level === undefined ? {} : { prompt_mode: 'reasoning' };
    const effort = level === undefined ? model.thinkingLevelMap.off ?? undefined : model.thinkingLevelMap[level] ?? 'high';
    return effort === undefined || effort === '' ? {} : { reasoning_effort: effort as Wire };
  }

  /** Nine letters or digits; another id that came to the same ones first is hashed anew. */
  private callId(id: string): string {
    const known = this.names.get(id);
    if (known !== undefined) return known;
    for (let attempt = 0; ; attempt++) {
      const plain = id.replace(/[^a-zA-Z0-9]/g, '');
      const seed = plain === '' ? id : plain;
      const name = attempt === 0 && plain.length === ID_LENGTH ? plain : shortHash(attempt === 0 ? seed : `${seed}:${attempt}`).replace(/[^a-zA-Z0-9]/g, '').slice(0, ID_LENGTH);
      const owner = this.owners.get(name);
      if (owner !== undefined && owner !== '' && owner !== id) continue;
      this.names.set(id, name);
      this.owners.set(name, id);
      return name;
    }
  }

  private instruct(text: SystemText): void {
    const { writer } = this.request;
    this.out.push(writer.frame({ role: 'system', content: writer.place(text.node, text.ids) }));
  }

  private user(message: Message): void {
    const { writer, call } = this.request;
    if (message.form === 'string') {
      const [part] = message.parts;
      if (part === undefined) { dropEmpty(message, writer, EMPTY); return; }
      this.out.push(writer.frame({ role: 'user', content: send(cleaned(part.facts), part, writer) }));
      return;
    }
    this.needArray(message, 'some');
    const content: Node[] = [];
    const images: Part[] = [];
    for (const part of message.parts) {
      needText(part, 'replace');
      if (part.type === 'text') content.push(send({ type: 'text', text: cleaned(part.facts) }, part, writer));
      else if (call.model.images) content.push(this.sendImage({ type: 'image_url', image_url: dataUrl(part) }, part));
      else images.push(part);
    }
    for (const part of images) drop(part, writer, { rule: 'pi-ai/image-omitted', reason: 'The model takes no images.' });
    if (content.length > 0) { this.out.push(writer.frame({ role: 'user', content })); return; }
    if (images.some((part) => part.type === 'image')) this.out.push(writer.frame({ role: 'user', content: writer.insert(literal(USER_IMAGE), { reason: 'It stands for the images.' }) }));
    else dropEmpty(message, writer, EMPTY);
  }

  private assistant(message: Message): void {
    const { writer } = this.request;
    const content: Node[] = [];
    const calls: Node[] = [];
    for (const part of message.parts) {
      if (part.type === 'text' || part.type === 'thinking') {
        needText(part, 'trim');
        if (part.facts.state !== 'text') { drop(part, writer, BLANK); continue; }
        if (part.type === 'text') content.push(send({ type: 'text', text: cleaned(part.facts) }, part, writer));
        else {
          const node = { type: 'thinking', thinking: [{ type: 'text', text: cleaned(part.facts) }] };
          content.push(part.signature === undefined ? send(node, part, writer) : send(node, part, writer, 'converted', { rule: 'pi-ai/signature-left-out', reason: 'Mistral\'s thinking has no signature: it is left out.' }));
        }
      } else calls.push(this.call(part));
    }
    if (content.length === 0 && calls.length === 0) { dropEmpty(message, writer, EMPTY); return; }
    this.out.push(writer.frame({ role: 'assistant', prefix: false, ...(content.length > 0 ? { content } : {}), ...(calls.length > 0 ? { tool_calls: calls } : {}) }));
  }

  /** Whatever is neither text nor thinking is taken for a call. */
  private call(part: Part): Node {
    const { writer } = this.request;
    const spelled = part.block?.args === 'empty' || part.block?.detail?.arguments === 'null' || part.type !== 'toolCall' && part.facts.at.length === 0 ? '{}' : argumentsText(part);
    if (nameOf(part) === undefined) this.unnamed = true;
    const node = { id: idOf(part), type: 'function', function: { name: nameOf(part), arguments: spelled }, index: 0 };
    return part.type === 'toolCall' ? send(node, part, writer) : send(node, part, writer, 'converted', { rule: 'pi-ai/unknown-block', reason: 'The client takes whatever is neither text nor thinking for a call.' });
  }

  private result(message: Message): void {
    const { writer, call } = this.request;
    this.needArray(message, 'filter');
    const texts = message.parts.filter((part) => part.type === 'text');
    const images = message.parts.filter((part) => part.type === 'image');
    for (const part of texts) needText(part, 'replace');
    for (const part of message.parts) if (part.type !== 'text' && part.type !== 'image') drop(part, writer, BLANK);
    const prefix = message.isError === true ? '[tool error] ' : '';
    const text = writer.frame({ type: 'text', text: this.resultText(message, texts, images.length > 0, prefix) });
    const pictures = call.model.images ? images.map((image) => send({ type: 'image_url', image_url: dataUrl(image) }, image, writer)) : [];
    if (!call.model.images) for (const image of images) drop(image, writer, { rule: 'pi-ai/image-omitted', reason: 'The model takes no images.' });
    this.out.push(writer.frame({ role: 'tool', tool_call_id: message.toolCallId, name: message.toolName, content: [text, ...pictures] }));
  }

  private resultText(message: Message, texts: readonly Part[], hasImages: boolean, prefix: string): RefNode {
    const { writer, call } = this.request;
    if (!texts.some((part) => part.facts.state === 'text' && !(part.facts.inline !== undefined && stripped(part.facts.inline).trim() === ''))) {
      return this.standIn(`${prefix}${hasImages ? call.model.images ? '(see attached image)' : USER_IMAGE : '(no tool output)'}`, message, texts);
    }
    const suffix = hasImages && !call.model.images ? '\n[tool image omitted: model does not support images]' : '';
    const node = composedText(texts.map((part) => part.facts), (values) => `${prefix}${values.map(stripped).join('\n').trim()}${suffix}`);
    const ids = texts.flatMap((part) => part.ids);
    if (ids.length === 0) return writer.insert(node, message.made ?? { reason: 'The client\'s own text.' });
    return texts.length > 1 ? writer.place(node, ids, 'merged', { reason: 'The texts of a result are joined into one, without the white space around them.' }) : writer.place(node, ids, 'converted', { reason: 'The text of a result is sent without the white space around it.' });
  }
}


const SPELL: SpellTool = (tool) => ({
  type: 'function', function: { name: tool.name as Wire, ...(tool.description === undefined ? {} : { description: tool.description as Wire }), parameters: tool.parameters as Wire, strict: false },
});

const GIVEN: Readonly<Record<string, string>> = { max_tokens: 'maxTokens', prompt_mode: 'promptMode', reasoning_effort: 'reasoningEffort', tool_calls: 'toolCalls', tool_call_id: 'toolCallId', image_url: 'imageUrl' };

/**
 * The request of 0.73.1 as it is given to Mistral's library, under the library's own names. That is as far as a request gets that the library refuses: it is what
 * was recorded of such requests, and what pi-ai's payload hook shows.
 */
function asGiven(request: Node, messages: readonly Node[]): Node {
  for (const message of messages) {
    if (message.role === 'assistant') delete message.prefix;
    if (Array.isArray(message.content)) for (const part of message.content as readonly Node[]) rename(part);
    rename(message);
  }
  return rename(request);
}

/** In place: nodes keep their identity, by which their blocks are found. */
function rename(node: Node): Node {
  for (const [from, to] of Object.entries(GIVEN)) if (Object.hasOwn(node, from)) { node[to] = node[from]; delete node[from]; }
  // The index is a default of the library.
  if (Array.isArray(node.toolCalls)) for (const call of node.toolCalls as readonly Node[]) delete call.index;
  return node;
}
