import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { isBound } from '../../model/signature.ts';
import type { Id } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions, Serializer } from '../../replay/serializer.ts';
import { joinRef, literal, textRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { historyOf, modelOf, textOf, type DshBlock, type DshMessage } from './history.ts';
import { IMAGE_SENT, imageModeOf, imageText, type ImageMode } from './images.ts';
import { deferredTools, toolsOf } from './tools.ts';

const UNSUPPORTED = 'UNSUPPORTED_CONTENT';

/** dsh's Chat Completions adapter: texts are joined, nothing is paired or merged, an emptied user message goes out as `""`. */
export const dshChat: Serializer = {
  id: 'dsh/chat',
  label: 'dsh, Chat Completions adapter',
  api: 'openai-chat',
  kind: 'emulation',
  description: 'deepseek-harness, llm-deepseek with protocol chat-completions: the state beside session format v4, and (variant d0) that of the snapshot of 2026-08-21; read in public forks of dsh.',
  ruleFamilies: ['dsh'],
  array: 'messages',
  mergesAdjacent: false,
  options: [
    { name: 'variant', values: ['d4', 'd0'], default: 'd4', description: 'd0: no developer messages and tool changes yet (they are not refused), and a user message whose only content is a tool result is not sent.' },
    { name: 'reasoningEffort', values: ['off', 'low', 'high', 'max'], default: 'as recorded', description: 'Effort of the request; off disables thinking.' },
    { name: 'images', values: ['send', 'text-only'], default: 'send', description: 'text-only writes what dsh\'s runtime sends to a model that takes no images.' },
  ],
  accepts: () => true,
  write: (conversation, options, writer) => new ChatWriter(conversation, options, writer).write(),
};

class ChatWriter {
  private readonly messages: Wire[] = [];
  private held: WireObject[] = [];
  private readonly images: ImageMode;
  private readonly d0: boolean;

  constructor(private readonly conversation: Conversation, private readonly options: ReplayOptions, private readonly writer: RequestWriter) {
    this.images = imageModeOf(options.extra);
    this.d0 = options.variant === 'd0';
  }

  write(): Wire {
    const { writer, options } = this;
    const history = historyOf(this.conversation, options, writer);
    this.leading(history.system);
    for (const message of history.messages) this.message(message);
    this.flushImages();
    if (!this.d0 && options.tools === 'recorded' && deferredTools(this.conversation).length > 0) writer.reject('', UNSUPPORTED, 'Deferred tool loading is not supported yet');
    return this.request();
  }

  /** dsh's one-shot system text is one message in front, sent even where it is empty. */
  private leading(blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    const refs = blocks.map((b) => textRef(b.text));
    const node = refs.length === 1 ? refs[0]! : joinRef(refs, '\n\n');
    this.writer.place(node, blocks.map((b) => b.id), blocks.length > 1 ? 'merged' : 'converted', { reason: 'The system text is a system message in front.' });
    this.messages.push({ role: 'system', content: node });
  }

  private message(message: DshMessage): void {
    const { writer } = this;
    if (!this.d0) {
      if (message.role === 'developer') writer.reject(message.subject, UNSUPPORTED, 'Developer messages are not supported yet');
      const change = message.blocks.find((b) => b.type === 'tool-addition' || b.type === 'tool-removal');
      if (change !== undefined) writer.reject(change.block.id, UNSUPPORTED, 'Tool-change blocks require developer role');
    }
    if (message.role !== 'user' && message.role !== 'tool') this.refuseImages(message);
    if (message.role === 'system' || message.role === 'developer') this.system(message);
    else if (message.role === 'assistant') this.assistant(message);
    else if (message.role === 'tool') this.toolResult(message);
    else this.user(message);
  }

  private refuseImages(message: DshMessage): void {
    const image = message.blocks.find((b) => b.type === 'image');
    if (image !== undefined) this.writer.reject(image.block.id, UNSUPPORTED, `The DeepSeek chat-completions adapter cannot represent image content in a ${message.role} message.`);
  }

  private system(message: DshMessage): void {
    this.flushImages();
    const texts = this.textsOnly(message, 'Only the texts of a system message are sent.', 'dsh/input-unknown-block');
    this.messages.push({ role: 'system', content: this.joined(texts, message, { reason: 'A system message without text goes out as "".' }, true) });
  }

  private user(message: DshMessage): void {
    const parts = this.inputParts(message);
    this.flushImages();
    this.messages.push({ role: 'user', content: this.content(parts, message) });
  }

  private content(parts: readonly Part[], message: DshMessage): Wire {
    if (parts.some((part) => part.image !== undefined)) {
      return parts.map((part) => this.place(part.image ?? { type: 'text', text: part.text }, part, part.op));
    }
    const texts = textParts(parts);
    if (texts.length > 0) return this.joinedParts(texts);
    const node = literal('');
    const why: Why = { rule: 'dsh/empty-user', reason: 'A user message with nothing left is still sent, as "".' };
    return message.entry.blocks.length === 0 ? this.writer.place(node, [message.subject], 'kept', why) : this.writer.insert(node, why);
  }

  private toolResult(message: DshMessage): void {
    const parts = this.inputParts(message);
    const id = this.writer.frame(literal(message.entry.callId ?? ''));
    const filled = textParts(parts);
    const node = filled.length > 0 ? this.joinedParts(filled) : literal('(no output)');
    if (filled.length === 0) {
      const why: Why = { rule: 'dsh/no-output', reason: 'An empty tool result goes out as "(no output)".' };
      if (message.entry.blocks.length === 0) this.writer.place(node, [message.subject], 'converted', why);
      else this.writer.insert(node, why);
    }
    this.messages.push({ role: 'tool', tool_call_id: id, content: node });
    for (const part of parts) {
      if (part.image === undefined) continue;
      this.held.push(this.place(part.image, part, 'moved', { reason: 'A tool message holds text only: its images follow in a user message.' }));
    }
  }

  /** Images of a run of tool messages share one user message behind them. */
  private flushImages(): void {
    if (this.held.length === 0) return;
    const caption = this.writer.insert({ type: 'text', text: 'Attached image(s) from tool result:' }, { reason: 'The caption of images that were in tool results.' });
    this.messages.push({ role: 'user', content: [caption, ...this.held] });
    this.held = [];
  }

  private inputParts(message: DshMessage): readonly Part[] {
    const parts: Part[] = [];
    for (const b of message.blocks) {
      const part = this.inputPart(b);
      if (part !== undefined) parts.push(part);
    }
    return parts;
  }

  private inputPart({ type, block }: DshBlock): Part | undefined {
    const { writer } = this;
    if (type === 'text') {
      if (block.text.state !== 'empty') return { id: block.id, text: textRef(block.text), op: 'kept' };
      writer.omit(block.id, { reason: 'An empty text adds nothing.' });
      return undefined;
    }
    if (type === 'image') {
      const stand = imageText(block, this.images);
      if (stand !== undefined) return { id: block.id, text: stand.node, op: 'converted', why: stand.why };
      const media = block.media!;
      const url = media.where === 'url' ? textRef(media.value) : joinRef([literal(`data:${media.mediaType ?? 'image/png'};base64,`), textRef(media.value)]);
      return { id: block.id, op: 'converted', why: IMAGE_SENT, image: { type: 'image_url', image_url: { url } } };
    }
    const assistant = type === 'reasoning' || type === 'tool-call';
    writer.omit(block.id, assistant ? { rule: 'dsh/input-assistant-block', reason: `A ${type} block in user or tool-result input is not sent: only assistant messages can hold it.` }
      : { rule: 'dsh/input-unknown-block', reason: `The adapter sends only texts and images of user and tool-result input; ${type} is left out.` });
    return undefined;
  }

  private assistant(message: DshMessage): void {
    this.flushImages();
    const { writer } = this;
    const of = (type: string): readonly Block[] => message.blocks.filter((b) => b.type === type).map((b) => b.block);
    const texts = of('text');
    const reasoning = of('reasoning').filter((block) => this.filled(block));
    const calls = of('tool-call');
    for (const { type, block } of message.blocks) if (!['text', 'reasoning', 'tool-call'].includes(type)) writer.omit(block.id, { rule: 'dsh/assistant-unknown-block', reason: `The adapter sends text, reasoning and calls of an assistant message; ${type} is left out.` });
    const content = this.joined(texts.filter((block) => this.filled(block)), message, { reason: 'Assistant content is never null: without text it is "".' }, false);
    this.markOrder(message);
    const thought = reasoning.length === 0 ? undefined : textOf(reasoning.map((b) => b.text));
    if (thought !== undefined) for (const block of reasoning) writer.place(thought, [block.id], reasoning.length > 1 ? 'merged' : 'converted', this.reasoningWhy(block));
    this.messages.push({
      role: 'assistant', content, ...(thought === undefined ? {} : { reasoning_content: thought }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map((block) => writer.place({ id: block.callId ?? '', type: 'function', function: { name: block.name ?? '', arguments: textRef(block.text) } }, [block.id])) }),
    });
  }

  private filled(block: Block): boolean {
    if (block.text.state !== 'empty') return true;
    this.writer.omit(block.id, { reason: 'An empty text adds nothing.' });
    return false;
  }

  private reasoningWhy(block: Block): Why {
    if (!isBound(block.signature)) return { reason: 'Reasoning goes to reasoning_content.' };
    return { rule: 'dsh/signature-left-out', reason: 'Reasoning goes to reasoning_content, which has no place for its signature.' };
  }

  /** The message has a field each for text, reasoning and calls: what stood behind a call no longer does. */
  private markOrder(message: DshMessage): void {
    let called = false;
    for (const { type, block } of message.blocks) {
      if (type === 'tool-call') called = true;
      else if (called && type === 'text' && block.text.state !== 'empty') this.writer.mark(block.id, 'moved', { reason: 'Stood behind a tool call; the order of texts and calls is lost.' });
    }
  }

  private textsOnly(message: DshMessage, reason: string, rule: string): readonly Block[] {
    const texts: Block[] = [];
    for (const { type, block } of message.blocks) {
      if (type === 'text') { if (this.filled(block)) texts.push(block); } else this.writer.omit(block.id, { rule, reason });
    }
    return texts;
  }

  private joined(texts: readonly Block[], message: DshMessage, empty: Why, owned: boolean): RefNode {
    if (texts.length > 0) return this.joinedParts(texts.map((b): TextPart => ({ id: b.id, text: textRef(b.text), op: 'kept' })));
    return owned && message.entry.blocks.length === 0 ? this.writer.place(literal(''), [message.subject], 'kept', empty) : this.writer.insert(literal(''), empty);
  }

  private joinedParts(parts: readonly TextPart[]): RefNode {
    const [only, ...more] = parts;
    if (only !== undefined && more.length === 0) return this.place(only.text, only, only.op);
    const node = joinRef(parts.map((part) => part.text));
    for (const part of parts) {
      // What a text stands for says more than that it was joined: its rule must not be lost.
      this.writer.place(node, [part.id], 'merged', part.why ?? { reason: 'The texts of a message are joined with nothing between them.' });
      if (part.op !== 'kept') this.writer.mark(part.id, part.op, part.why ?? { reason: 'Sent as a text.' });
    }
    return node;
  }

  private place<T extends object>(node: T, part: Part, op: 'kept' | 'converted' | 'moved', why?: Why): T {
    const reason = why ?? part.why;
    return reason === undefined ? this.writer.place(node, [part.id], op) : this.writer.place(node, [part.id], op, reason);
  }

  private request(): Wire {
    const params = this.conversation.recorded.api === 'dsh' ? this.conversation.recorded.params ?? {} : {};
    const effort = this.options.extra.reasoningEffort ?? params.reasoningEffort;
    if (effort !== undefined && !(typeof effort === 'string' && ['off', 'low', 'high', 'max'].includes(effort))) {
      this.writer.reject('', 'UNSUPPORTED_REASONING_EFFORT', `DeepSeek does not support reasoning effort "${String(effort)}"`);
    }
    const tools = toolsOf(this.conversation, this.options, (name, description, parameters) => ({ type: 'function', function: { name, description, parameters } }));
    return {
      model: modelOf(this.conversation, this.options), messages: this.messages, stream: true, stream_options: { include_usage: true },
      ...(effort === undefined ? {} : { thinking: { type: effort === 'off' ? 'disabled' : 'enabled' } }),
      ...(typeof effort === 'string' && effort !== 'off' ? { reasoning_effort: effort } : {}),
      ...(tools === undefined ? {} : { tools }),
      ...(typeof params.temperature === 'number' ? { temperature: params.temperature } : {}),
      ...(typeof params.maxTokens === 'number' ? { max_tokens: params.maxTokens } : {}),
    };
  }
}

interface Shared { readonly id: Id; readonly op: 'kept' | 'converted'; readonly why?: Why }
type TextPart = Shared & { readonly text: RefNode; readonly image?: undefined };
type Part = TextPart | Shared & { readonly text?: undefined; readonly image: WireObject };

function textParts(parts: readonly Part[]): readonly TextPart[] {
  return parts.filter((part): part is TextPart => part.image === undefined);
}
