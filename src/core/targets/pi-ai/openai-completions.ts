import type { Serializer } from '../../replay/serializer.ts';
import { derivedRef, joinRef, literal, textRef, type Wire } from '../../replay/wire.ts';
import { isReasoningDetails } from '../../formats/pi-message/reasoning-details.ts';
import { completionsParameters, spellChatTool } from './completions-parameters.ts';
import { completionsCompat, type CompletionsCompat } from './completions-compat.ts';
import type { Message, Part } from './context.ts';
import { shortHash } from './hash.ts';
import { BLANK, Conversion, EMPTY, UNKNOWN, type Node } from './conversion.ts';
import { argumentsText, cleaned, dataUrl, drop, dropEmpty, emptyOnceCleaned, idOf, joinedText, nameOf, needText, send } from './parts.ts';
import { oldPrompt, promptText, resolved, settleTools, updateText, type SystemText } from './system.ts';
import { piTarget, type PiRequest } from './target.ts';
import { definitions, foldedSystems } from './tools.ts';
import { transformMessages } from './transform.ts';

/** pi-ai for Chat Completions and what calls itself compatible with it. */
export const piOpenaiCompletions: Serializer = piTarget({
  api: 'openai-completions', label: 'OpenAI Chat Completions', wire: 'openai-chat', array: 'messages', ruleFamilies: ['json', 'openai-chat', 'pi-ai'], mergesAdjacent: false,
  note: 'Grammar and strict sampling of tools are not emulated.',
  write: (request) => new Completions(request).write(),
});

const FIELDS = new Set(['reasoning', 'reasoning_content', 'reasoning_text']);
const BRIDGE = 'I have processed the tool results.';

class Completions extends Conversion {
  private readonly compat: CompletionsCompat;
  private lastRole: string | undefined;

  constructor(request: PiRequest) {
    super(request);
    this.compat = completionsCompat(request.call.model, request.old);
  }

  write(): Wire {
    const { old, context, writer, foreign, call } = this.request;
    const transcript = old ? this.request.messages : resolved(this.request.messages, this.compat.supportsMidConvoSystemMessages, writer);
    const prompt = old ? oldPrompt(context, foreign, writer) : undefined;
    if (prompt !== undefined) this.instruct(prompt);
    const inPlace = !old && this.compat.supportsMidConvoSystemMessages && this.compat.supportsMidConvoToolAdditions && this.request.options.tools === 'recorded';
    const folded = inPlace ? foldedSystems(transcript) : Number.POSITIVE_INFINITY;
    const messages = transformMessages(transcript, call, writer, (id) => this.callId(id));
    let systems = 0;
    this.each(messages, {
      system: (message, index) => {
        this.lastRole = 'system';
        if (old) { this.unsentSystem(message); return; }
        if (systems++ >= folded) this.toolMessage(message); else settleTools(message, writer);
        const text = index === 0 ? promptText(message, writer) : updateText(message, writer);
        if (text !== undefined) this.instruct(text); else dropEmpty(message, writer, EMPTY);
      },
      user: (message) => { this.bridge(); this.user(message); },
      assistant: (message) => { this.assistant(message); },
      results: (run) => { this.results(run); },
      other: (message) => { this.unknown(message); this.lastRole = 'other'; },
    });
    return completionsParameters(this.request, this.compat, this.out, { folded, transcript });
  }

  private callId(id: string): string {
    const openai = this.request.call.model.provider === 'openai';
    if (!id.includes('|')) return openai && id.length > 40 ? id.slice(0, 40) : id;
    const clean = (text: string): string => text.replace(/[^a-zA-Z0-9_-]/g, '_');
    const cut = id.indexOf('|');
    const call = clean(id.slice(0, cut));
    if (this.request.old) return call.slice(0, 40);
    const item = clean(id.slice(cut + 1));
    const both = item.length > 0 ? `${call}_${item}` : call;
    if (both.length <= 40) return both;
    const hash = shortHash(id).slice(0, 8);
    return `${call.slice(0, Math.max(1, 40 - hash.length - 1))}_${hash}`;
  }

  private instruct(text: SystemText): void {
    const { writer, call } = this.request;
    const role = call.model.reasoning && this.compat.supportsDeveloperRole ? 'developer' : 'system';
    this.out.push(writer.frame({ role, content: writer.place(text.node, text.ids) }));
  }

  /** A message that is sent; one that is not leaves the last role as it was, and the bridge is built anew. */
  private push(node: Node): void {
    this.lastRole = node.role as string;
    this.out.push(this.request.writer.frame(node));
  }

  /** Tools added in the history are declared in place, by a message of their own. */
  private toolMessage(message: Message): void {
    const { writer } = this.request;
    const { toolsAdded: added, toolsRemoved: removed } = message;
    if (added !== undefined && added.names.length > 0) {
      const node = { role: 'system', tools: definitions({ picks: added.names.map((name, index) => ({ at: added.at, index, name })) }, spellChatTool(this.compat)) };
      this.out.push(added.id === undefined ? writer.insert(node, EMPTY) : writer.place(node, [added.id], 'converted', { reason: 'Tools added are declared in the history.' }));
    } else if (added?.id !== undefined) writer.omit(added.id, EMPTY);
    if (removed?.id !== undefined) writer.omit(removed.id, { reason: 'Tools taken away go into the request\'s list of tools.' });
  }

  private bridge(): void {
    if (!this.compat.requiresAssistantAfterToolResult || this.lastRole !== 'toolResult') return;
    this.out.push(this.request.writer.insert({ role: 'assistant', content: BRIDGE }, { rule: 'pi-ai/filler-inserted', reason: 'The model takes no user message directly after tool results.' }));
  }

  private user(message: Message): void {
    const { writer, old } = this.request;
    if (message.form === 'string') {
      const [part] = message.parts;
      if (part === undefined) { dropEmpty(message, writer, EMPTY); return; }
      this.push({ role: 'user', content: send(cleaned(part.facts), part, writer) });
      return;
    }
    this.needArray(message, old ? 'map' : 'filter');
    const content: Node[] = [];
    for (const part of message.parts) {
      needText(part, old ? 'replace' : 'length');
      if (part.type !== 'text') content.push(this.image(part));
      else if (!old && part.facts.length === 0) drop(part, writer, BLANK);
      else content.push(send({ type: 'text', text: cleaned(part.facts) }, part, writer));
    }
    if (content.length === 0) { dropEmpty(message, writer, EMPTY); return; }
    this.push({ role: 'user', content });
  }

  private image(part: Part): Node {
    return this.sendImage({ type: 'image_url', image_url: { url: dataUrl(part) } }, part);
  }

  private assistant(message: Message): void {
    const { writer, call, old } = this.request;
    const { compat } = this;
    const texts: Part[] = [];
    for (const part of message.parts) {
      if (part.type === 'text') { needText(part, 'trim'); if (part.facts.state === 'text') texts.push(part); else drop(part, writer, BLANK); }
      else if (part.type !== 'thinking' && part.type !== 'toolCall') drop(part, writer, UNKNOWN);
    }
    const thinking = message.parts.filter((part) => part.type === 'thinking');
    const calls = message.parts.filter((part) => part.type === 'toolCall');
    for (const part of thinking) needText(part, 'trim');
    const spoken = thinking.filter((part) => part.facts.state === 'text');
    const node: Node = { role: 'assistant', content: compat.requiresAssistantAfterToolResult || !old && compat.requiresNonNullAssistantContent ? '' : null };
    const sent = texts.filter((part) => !emptyOnceCleaned(part.facts));
    const asText = spoken.length > 0 && compat.requiresThinkingAsText;
    // Under 0.73.1 the field can be one of those that make an answer worth sending.
    const named = old && !asText ? spoken[0]?.signature?.inline : undefined;
    const has = asText || sent.length > 0 || calls.length > 0 || named === 'content' || named === 'tool_calls';
    const details = !has ? undefined : old ? oldDetails(calls) : newDetails(thinking, calls);
    if (!has) {
      for (const part of [...texts, ...spoken, ...thinking]) drop(part, writer, { rule: 'pi-ai/thinking-left-out', reason: 'An answer without text and calls is not sent, its thinking with it.' });
      dropEmpty(message, writer, EMPTY);
      return;
    }
    if (asText) {
      const text = joinRef(spoken.map((part) => cleaned(part.facts)), '\n\n');
      node.content = [writer.place({ type: 'text', text }, spoken.flatMap((p) => p.ids), 'converted', { rule: 'pi-ai/thinking-as-text', reason: 'The model wants thinking as visible text.' }), ...texts.map((part) => send({ type: 'text', text: cleaned(part.facts) }, part, writer))];
    } else if (sent.length > 0) node.content = joinedText(texts, '', message, writer);
    else for (const part of texts) drop(part, writer, BLANK);
    if (calls.length > 0) node.tool_calls = calls.map((part) => send({ id: idOf(part), type: 'function', function: { name: nameOf(part), arguments: argumentsText(part) } }, part, writer));
    this.reasoning(node, thinking, asText ? [] : spoken, asText, details, texts);
    if (compat.requiresReasoningContentOnAssistantMessages && call.model.reasoning && node.reasoning_content === undefined) node.reasoning_content = writer.insert(literal(''), { rule: 'pi-ai/filler-inserted', reason: 'The model wants reasoning_content on every answer.' });
    this.push(node);
  }

  /** The reasoning of an answer: structured details, or all thinking joined in the field that the first block names. */
  private reasoning(node: Node, thinking: readonly Part[], spoken: readonly Part[], asText: boolean, details: Details | undefined, texts: readonly Part[]): void {
    const { writer, old, call } = this.request;
    const carried = new Set<string>();
    if (details !== undefined) {
      for (const id of details.ids) carried.add(id);
      node.reasoning_details = writer.place(details.node, details.ids, 'converted', { reason: 'The reasoning details are sent as they were received.' });
    }
    const head = spoken[0]?.signature;
    if (head !== undefined && (old || details === undefined)) {
      let field = head.inline;
      if (!old && call.model.provider === 'opencode-go' && field === 'reasoning') field = 'reasoning_content';
      // 0.73.1 takes whatever stands there for the field's name, the JSON of reasoning details too.
      if (field !== undefined && (old || FIELDS.has(field))) {
        const ids = spoken.flatMap((p) => p.ids);
        if (field === '__proto__' || field === 'tool_calls' && node.tool_calls !== undefined || field === 'reasoning_details' && details !== undefined) return this.unsentThinking(thinking, carried);
        // A field that is named as the text's own takes its place.
        if (field === 'content') for (const part of texts) drop(part, writer, { reason: 'The thinking takes the place of the text: its field has that name.' });
        for (const id of ids) carried.add(id);
        const text = writer.place(spoken.length === 1 ? textRef(spoken[0]!.facts) : joinRef(spoken.map((p) => textRef(p.facts)), '\n'), ids, spoken.length > 1 ? 'merged' : 'converted', { reason: 'Thinking goes into the field that its first block names.' });
        node[field] = text;
      }
    }
    this.unsentThinking(asText ? thinking.filter((part) => part.facts.state !== 'text') : thinking, carried);
  }

  private unsentThinking(thinking: readonly Part[], carried: ReadonlySet<string>): void {
    for (const part of thinking) for (const id of part.ids) if (!carried.has(id)) this.request.writer.omit(id, { rule: 'pi-ai/thinking-left-out', reason: 'Thinking without the name of a field for it is not sent.' });
  }

  private results(run: readonly Message[]): void {
    const { writer, old, call } = this.request;
    const images: Node[] = [];
    for (const message of run) {
      this.needArray(message, 'filter', 'toolMsg');
      const texts = message.parts.filter((part) => part.type === 'text');
      const pictures = message.parts.filter((part) => part.type === 'image');
      for (const part of message.parts) if (part.type !== 'text' && part.type !== 'image') drop(part, writer, UNKNOWN);
      const length = texts.reduce((sum, part) => sum + part.facts.length, 0) + Math.max(0, texts.length - 1);
      const hasText = old ? length > 0 : texts.some((part) => part.facts.state === 'text');
      const content = hasText ? joinedText(texts.map(asText), '\n', message, writer) : this.standIn(old || pictures.length > 0 ? '(see attached image)' : '(no tool output)', message, texts);
      const named = this.compat.requiresToolResultName && message.toolName ? { name: message.toolName } : {};
      this.out.push(writer.frame({ role: 'tool', content, tool_call_id: message.toolCallId, ...named }));
      for (const picture of pictures) {
        if (call.model.images) images.push(send({ type: 'image_url', image_url: { url: dataUrl(picture) } }, picture, writer, 'moved', { rule: 'pi-ai/images-moved', reason: 'Images of tool results follow in a user message.' }));
        else drop(picture, writer, UNKNOWN);
      }
    }
    this.lastRole = 'toolResult';
    if (images.length === 0) return;
    if (this.compat.requiresAssistantAfterToolResult) this.bridge();
    this.out.push(writer.frame({ role: 'user', content: [writer.insert({ type: 'text', text: 'Attached image(s) from tool result:' }, { reason: 'A caption for images of tool results.' }), ...images] }));
    this.lastRole = 'user';
  }
}

interface Details { readonly node: Wire & object; readonly ids: readonly string[] }

/** 1.x: the details of the first thinking block that has some, else one for each call that carries one. */
function newDetails(thinking: readonly Part[], calls: readonly Part[]): Details | undefined {
  const signed = thinking.find((part) => part.block?.detail?.reasoningDetails === true && part.signature !== undefined);
  if (signed !== undefined) return { node: derivedRef([parsedAt(signed)], [], ([value]) => (isReasoningDetails(value) ? value : []) as Wire), ids: signed.ids };
  const legacy = calls.filter((part) => part.block?.detail?.encryptedDetail === true && part.signature !== undefined);
  return legacy.length === 0 ? undefined : { node: derivedRef(legacy.map(parsedAt), [], (values) => values as readonly Wire[]), ids: legacy.flatMap((p) => p.ids) };
}

/** 0.73.1: whatever JSON the calls carry. */
function oldDetails(calls: readonly Part[]): Details | undefined {
  const carrying = calls.filter((part) => part.block?.detail?.thoughtJson === 'value' && part.signature !== undefined);
  return carrying.length === 0 ? undefined : { node: derivedRef(carrying.map(parsedAt), [], (values) => values as readonly Wire[]), ids: carrying.flatMap((p) => p.ids) };
}

function parsedAt(part: Part): Parameters<typeof derivedRef>[0][number] {
  const at = part.signature!.at[0]!;
  return { ...at, via: [...(at.via ?? []), 'json'] };
}

function asText(part: Part): Part {
  return part.lacks === undefined ? part : { ...part, facts: { length: 0, state: 'empty', loneSurrogate: false, inline: '', at: [] } };
}
