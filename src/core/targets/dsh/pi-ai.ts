import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { asObject } from '../../model/json.ts';
import { at } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions, Serializer } from '../../replay/serializer.ts';
import { derivedRef, joinRef, literal, textRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { historyOf, textOf, textsOf, type DshBlock, type DshMessage } from './history.ts';
import { IMAGE_SENT, imageModeOf, imageText, type ImageMode } from './images.ts';
import { piAssistant } from './pi-assistant.ts';
import { toolsOf } from './tools.ts';

const UNSUPPORTED = 'UNSUPPORTED_CONTENT';

/** States of the adapter: d0 (2026-08-21), s1 (around the decision of 2026-09-18), later (with pi-ai 1.x). */
type State = 'd0' | 's1' | 'later';

/** dsh's pi-ai adapter: gives the pi-ai Context, which pi-ai then turns into a request of its own. */
export const dshPiAi: Serializer = {
  id: 'dsh/pi-ai',
  label: 'dsh, pi-ai adapter',
  api: 'pi-ai',
  kind: 'emulation',
  description: 'deepseek-harness, llm-pi-ai: the pi-ai context it builds, not an HTTP body; read in the snapshot of 2026-08-21 and in public forks of dsh.',
  ruleFamilies: ['dsh'],
  array: 'messages',
  mergesAdjacent: false,
  options: [
    { name: 'variant', values: ['s1', 'd0', 'later', '0.8x', '1.x'], default: 's1', description: 'State of the adapter: s1 (a leading system message is the prompt), d0 (it becomes user text), later (system snapshots follow the Messages algorithm). 0.8x is s1, 1.x is later, each with what pi-ai of that line then does to foreign reasoning: visible text, or dropped.' },
    { name: 'systemPromptUpdate', values: ['in-history', 'off'], default: 'off', description: 'later and 1.x: whether the route takes system updates inside the history.' },
    { name: 'images', values: ['send', 'text-only'], default: 'send', description: 'text-only writes what dsh\'s runtime sends to a model that takes no images.' },
  ],
  accepts: () => true,
  write: (conversation, options, writer) => new PiWriter(conversation, options, writer).write(),
};

class PiWriter {
  private readonly messages: WireObject[] = [];
  private readonly names = new Map<string, string>();
  private queue: { readonly message: WireObject; readonly subject: string; readonly ids: readonly string[]; readonly after: number }[] = [];
  private top: { message: DshMessage; moved: boolean } | undefined;
  private readonly state: State;
  private readonly images: ImageMode;

  constructor(private readonly conversation: Conversation, private readonly options: ReplayOptions, private readonly writer: RequestWriter) {
    const { variant } = options;
    this.state = variant === 'd0' ? 'd0' : variant === 'later' || variant === '1.x' ? 'later' : 's1';
    this.images = imageModeOf(options.extra);
  }

  write(): Wire {
    const history = historyOf(this.conversation, this.options, this.writer);
    for (const message of history.messages) this.refuseImages(message);
    return this.state === 'later' ? this.later(history.system, history.messages) : this.early(history.system, history.messages);
  }

  private early(leading: readonly Block[], messages: readonly DshMessage[]): Wire {
    const [first, ...rest] = messages;
    // The one-shot text wins; without it a leading system message is the prompt (not in d0), and leaves the history.
    const takesFirst = leading.length === 0 && this.state === 's1' && first?.role === 'system';
    const prompt = takesFirst ? this.prompt(textsOf(first), first) : this.prompt(leading);
    for (const message of takesFirst ? rest : messages) this.message(message);
    const tools = this.tools(false);
    return { ...(prompt === undefined ? {} : { systemPrompt: prompt }), messages: this.messages, ...(tools === undefined ? {} : { tools }) };
  }

  private later(leading: readonly Block[], messages: readonly DshMessage[]): Wire {
    for (const message of messages) {
      const change = message.role === 'developer' ? undefined : message.blocks.find((b) => b.type === 'tool-addition' || b.type === 'tool-removal');
      if (change !== undefined) this.writer.reject(change.block.id, UNSUPPORTED, 'Tool-change blocks require developer role');
      if (message.role === 'developer') this.developer(message);
      else if (message.role === 'system') this.snapshot(message);
      else { if (message.role === 'assistant') this.flush(); this.message(message); }
    }
    this.flush();
    const head = this.head(leading);
    const tools = this.tools(true);
    if (head === undefined && tools === undefined && !this.messages.some((m) => m.role === 'system')) return { messages: this.messages };
    const why = { reason: 'pi-ai 1.x takes the prompt as a leading system message; an empty one keeps a later update from becoming the prompt.' };
    const content = head ?? this.writer.insert(literal(''), why);
    return { messages: [this.writer.frame({ role: 'system', content, timestamp: 0, ...(tools === undefined ? {} : { toolsAdded: tools }) }), ...this.messages] };
  }

  private message(message: DshMessage): void {
    if (message.role === 'assistant') { this.messages.push(piAssistant(message, this.options, this.writer, this.names)); return; }
    if (message.role === 'tool') { this.toolResult(message); return; }
    if (message.role === 'user') { this.user(message); return; }
    const texts = textsOf(message).filter((b) => this.filled(b));
    for (const { type, block } of message.blocks) if (type !== 'text') this.writer.omit(block.id, { rule: 'dsh/input-unknown-block', reason: `Only the texts of a ${message.role} message are sent; ${type} is left out.` });
    const why: Why = { rule: 'dsh/system-as-user', reason: 'pi-ai has one prompt slot: a system message inside the history becomes a user message in its place.' };
    this.push('user', texts.length === 0 ? this.empty(message, why) : this.place(texts, 'converted', why));
  }

  private user(message: DshMessage): void {
    const parts = this.parts(message);
    if (parts.length === 0 && this.state === 'later') {
      if (message.entry.blocks.length === 0) this.writer.omit(message.subject, { rule: 'dsh/empty-user', reason: 'A user message without content is not sent.' });
      return;
    }
    const why: Why = { rule: 'dsh/empty-user', reason: 'A user message with nothing left is still sent, as "".' };
    this.push('user', parts.length === 0 ? this.empty(message, why) : this.content(parts));
  }

  private toolResult(message: DshMessage): void {
    const parts = this.parts(message);
    const { entry } = message;
    const why: Why = { rule: 'dsh/no-output', reason: 'An empty tool result goes out as "(no output)".' };
    let content: Wire;
    if (parts.length === 0) {
      const node = { type: 'text', text: '(no output)' };
      content = [entry.blocks.length === 0 ? this.writer.place(node, [message.subject], 'converted', why) : this.writer.insert(node, why)];
    } else {
      const joined = this.content(parts);
      content = Array.isArray(joined) ? joined : [{ type: 'text', text: joined }];
    }
    const toolName = this.names.get(entry.callId ?? '') ?? 'unknown';
    this.messages.push(this.writer.frame({ role: 'toolResult', toolCallId: entry.callId ?? '', toolName, content, isError: entry.isError ?? false, timestamp: 0 }));
  }

  private push(role: 'user', content: Wire): void {
    this.messages.push(this.writer.frame({ role, content, timestamp: 0 }));
  }

  private empty(message: DshMessage, why: Why): RefNode {
    return message.entry.blocks.length === 0 ? this.writer.place(literal(''), [message.subject], 'kept', why) : this.writer.insert(literal(''), why);
  }

  private parts(message: DshMessage): readonly Part[] {
    const parts: Part[] = [];
    for (const b of message.blocks) { const part = this.part(b); if (part !== undefined) parts.push(part); }
    return parts;
  }

  private part({ type, block }: DshBlock): Part | undefined {
    if (type === 'text') return this.filled(block) ? { block, text: textRef(block.text) } : undefined;
    if (type === 'image') {
      const stand = imageText(block, this.images);
      if (stand !== undefined) return { block, text: stand.node, why: stand.why };
      const media = block.media!;
      return { block, text: literal(''), why: IMAGE_SENT, image: { type: 'image', data: textRef(media.value), mimeType: media.mediaType ?? 'image/png' } };
    }
    // A tool result inside a result (v0 only) gives its texts; the later state knows no such block.
    if (type === 'tool-result' && this.state !== 'later' && block.text.state !== 'empty') return { block, text: textRef(block.text), why: { reason: 'The texts of a tool result inside a tool result are sent.' } };
    const assistant = type === 'reasoning' || type === 'tool-call';
    this.writer.omit(block.id, assistant ? { rule: 'dsh/input-assistant-block', reason: `A ${type} block in user or tool-result input is not sent: only assistant messages can hold it.` }
      : { rule: 'dsh/input-unknown-block', reason: `The adapter sends only texts and images of user and tool-result input; ${type} is left out.` });
    return undefined;
  }

  /** Texts alone are one string; with an image among them each is a part. */
  private content(parts: readonly Part[]): Wire {
    if (parts.some((part) => part.image !== undefined)) {
      return parts.map((part) => this.writer.place(part.image ?? { type: 'text', text: part.text }, [part.block.id], part.why === undefined ? 'kept' : 'converted', part.why));
    }
    const node = parts.length === 1 ? parts[0]!.text : joinRef(parts.map((part) => part.text));
    for (const { block, why } of parts) {
      if (parts.length === 1) { this.writer.place(node, [block.id], why === undefined ? 'kept' : 'converted', why); continue; }
      // What a text stands for says more than that it was joined: its rule must not be lost.
      this.writer.place(node, [block.id], 'merged', why ?? { reason: 'The texts of a message are joined with nothing between them.' });
      if (why !== undefined) this.writer.mark(block.id, 'converted', why);
    }
    return node;
  }

  private place(texts: readonly Block[], op: 'converted' | 'kept', why: Why): RefNode {
    const node = textOf(texts.map((b) => b.text));
    return this.writer.place(node, texts.map((b) => b.id), texts.length > 1 ? 'merged' : op, why);
  }

  private filled(block: Block): boolean {
    if (block.text.state !== 'empty') return true;
    this.writer.omit(block.id, { reason: 'An empty text adds nothing.' });
    return false;
  }

  private prompt(blocks: readonly Block[], message?: DshMessage): RefNode | undefined {
    if (message !== undefined) {
      if (message.entry.blocks.length === 0) this.writer.omit(message.subject, { reason: 'A system message without text gives no prompt.' });
      for (const { type, block } of message.blocks) if (type !== 'text') this.writer.omit(block.id, { rule: 'dsh/input-unknown-block', reason: `Only the texts of a system message are sent; ${type} is left out.` });
    }
    // The one-shot text is sent as it is, even empty; an empty leading message gives no prompt.
    const said = message === undefined ? blocks : blocks.filter((b) => this.filled(b));
    if (said.length === 0) return undefined;
    const node = message === undefined && said.length > 1 ? joinRef(said.map((b) => textRef(b.text)), '\n\n') : textOf(said.map((b) => b.text));
    return this.writer.place(node, said.map((b) => b.id), said.length > 1 ? 'merged' : 'converted', { reason: 'The system text is the systemPrompt of the context.' });
  }

  private refuseImages(message: DshMessage): void {
    const image = message.role === 'user' || message.role === 'tool' ? undefined : message.blocks.find((b) => b.type === 'image');
    if (image === undefined) return;
    this.writer.reject(image.block.id, UNSUPPORTED, this.state === 'd0' && message.role === 'assistant' ? 'pi-ai chat history cannot represent structured assistant image output'
      : `pi-ai cannot represent an image in an in-history ${message.role} message`);
  }

  private snapshot(message: DshMessage): void {
    const odd = message.blocks.find((b) => b.type !== 'text');
    if (odd !== undefined) this.writer.reject(odd.block.id, UNSUPPORTED, 'pi-ai cannot represent non-text system messages');
    for (const { type, block } of message.blocks) if (type !== 'text') this.writer.omit(block.id, { reason: 'Not a text; the request is refused.' });
    if (this.options.extra.systemPromptUpdate !== 'in-history' || this.messages.length === 0) {
      if (this.top !== undefined) this.dropAll(this.top.message, { rule: 'dsh/system-superseded', reason: 'A later system message takes its place: only the latest snapshot is sent.' });
      this.top = { message, moved: this.messages.length > 0 };
      return;
    }
    const texts = textsOf(message).filter((b) => this.filled(b));
    if (texts.length === 0) {
      this.writer.reject(message.subject, UNSUPPORTED, 'pi-ai cannot represent an empty in-history system update');
      this.dropAll(message, { reason: 'An empty update; the request is refused.' });
      return;
    }
    const content = this.place(texts, 'kept', UPDATE);
    this.queue.push({ message: this.writer.frame({ role: 'system', content, timestamp: 0 }), subject: message.subject, ids: texts.map((b) => b.id), after: this.messages.length });
  }

  /** A developer message is one system update, with the tools that it brings and takes away. */
  private developer(message: DshMessage): void {
    const added: Wire[] = [];
    const removed: Wire[] = [];
    const content: Wire[] = [];
    const ids: string[] = [];
    for (const { type, block } of message.blocks) {
      const name = block.name ?? '';
      if (type === 'text') { if (this.filled(block)) { content.push(this.writer.place({ type: 'text', text: textRef(block.text) }, [block.id], 'converted', UPDATE)); ids.push(block.id); } continue; }
      if (type === 'tool-removal') { removed.push(this.writer.place({ name }, [block.id], 'converted', UPDATE)); ids.push(block.id); continue; }
      if (type !== 'tool-addition') { this.writer.reject(block.id, UNSUPPORTED, `pi-ai cannot represent developer content ${type}`); continue; }
      const tool = this.declared(name);
      if (tool === undefined) { this.writer.reject(block.id, 'INVALID_REQUEST', `pi-ai tool update references undeclared tool "${name}"`); continue; }
      added.push(this.writer.place(tool, [block.id], 'converted', UPDATE));
      ids.push(block.id);
    }
    if (ids.length === 0) { if (message.entry.blocks.length === 0) this.writer.omit(message.subject, { reason: 'A developer message without content is not sent.' }); return; }
    const node = this.writer.frame({ role: 'system', content, timestamp: 0, ...(added.length === 0 ? {} : { toolsAdded: added }), ...(removed.length === 0 ? {} : { toolsRemoved: removed }) });
    this.queue.push({ message: node, subject: message.subject, ids, after: this.messages.length });
  }

  private declared(name: string): RefNode | undefined {
    const { tools } = this.conversation.recorded;
    const index = tools?.names.indexOf(name) ?? -1;
    if (tools === undefined || index < 0 || this.options.tools === 'none') return undefined;
    return derivedRef([at(tools.at, `${tools.at.pointer}/${index}`)], { name }, ([tool]) => ({ name, description: asObject(tool)?.description as Wire | undefined, parameters: asObject(tool)?.parameters as Wire | undefined }));
  }

  private flush(): void {
    const [first] = this.queue;
    if (first === undefined) return;
    const last = this.messages[this.messages.length - 1]?.role;
    if (last !== 'user' && last !== 'toolResult') this.writer.reject(first.subject, UNSUPPORTED, 'pi-ai system update requires a preceding user or tool-result turn');
    for (const { ids, after, message } of this.queue) {
      if (after < this.messages.length) for (const id of ids) this.writer.mark(id, 'moved', UPDATE);
      this.messages.push(message);
    }
    this.queue = [];
  }

  private head(leading: readonly Block[]): RefNode | undefined {
    const said = leading.filter((b) => this.filled(b));
    const { top } = this;
    const texts = top === undefined ? [] : textsOf(top.message).filter((b) => this.filled(b));
    if (top !== undefined && top.message.entry.blocks.length === 0) this.writer.omit(top.message.subject, { reason: 'An empty system message clears the system prompt.' });
    const parts = [...said.map((b) => textRef(b.text)), ...(texts.length === 0 ? [] : [textOf(texts.map((b) => b.text))])];
    const [only, ...more] = parts;
    if (only === undefined) return undefined;
    const node = more.length === 0 ? only : joinRef(parts, '\n\n');
    const op = said.length + texts.length > 1 ? 'merged' : 'converted';
    const why: Why = { reason: 'The system text is the leading system message of the context.' };
    this.writer.place(node, said.map((b) => b.id), op, why);
    this.writer.place(node, texts.map((b) => b.id), top?.moved === true ? 'moved' : op, top?.moved === true ? { rule: 'dsh/system-update-moved', reason: 'The route takes no system updates inside the history: the latest snapshot goes in front and its place is lost.' } : why);
    return node;
  }

  private tools(skipDeferred: boolean): Wire | undefined {
    return toolsOf(this.conversation, this.options, (name, description, parameters) => ({ name, description, parameters }), skipDeferred);
  }

  private dropAll(message: DshMessage, why: Why): void {
    if (message.entry.blocks.length === 0) this.writer.omit(message.subject, why);
    for (const { block } of message.blocks) this.writer.omit(block.id, why);
  }
}

const UPDATE: Why = { reason: 'A system update inside the history is a system message behind the user turn before the next assistant turn.' };

interface Part { readonly block: Block; readonly text: RefNode; readonly why?: Why; readonly image?: WireObject }
