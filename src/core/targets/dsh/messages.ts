import type { Block } from '../../model/block.ts';
import type { Id } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { ReplayOptions, Serializer } from '../../replay/serializer.ts';
import { joinRef, jsonRef, literal, textRef, type RefNode, type Wire, type WireObject } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { historyOf, modelOf, replayDetail, textOf, type DshBlock, type DshMessage } from './history.ts';
import { IMAGE_SENT, imageModeOf, imageText, type ImageMode } from './images.ts';
import { checkPairing, repairPairing, type WireDraft, type WirePart } from './pairing.ts';
import { deferredTools, toolsOf } from './tools.ts';

const UNSUPPORTED = 'UNSUPPORTED_CONTENT';
const cannot = (what: string): string => `DeepSeek Messages cannot represent ${what}`;
/** The default cap of dsh's connection (its settings documentation, 2026-09). */
const MAX_TOKENS = 256_000;
const EFFORTS = ['off', 'low', 'high', 'max'];

/** dsh's Messages adapter in the state of its decision of 2026-09-18: assistant blocks in user and tool-result input are omitted, nothing else is. */
export const dshMessages: Serializer = {
  id: 'dsh/messages',
  label: 'dsh, Messages adapter',
  api: 'anthropic-messages',
  kind: 'emulation',
  description: 'deepseek-harness, llm-deepseek with protocol messages, as of the decision "Replay assistant blocks in Messages user input" (2026-09-18); read in public forks of dsh.',
  ruleFamilies: ['dsh'],
  array: 'messages',
  mergesAdjacent: false,
  options: [
    { name: 'systemPromptUpdate', values: ['in-history', 'off'], default: 'off (in-history for deepseek-flash)', description: 'Whether the route takes system updates inside the history. A fact of the model catalogue, not of the model\'s name.' },
    { name: 'pairing', values: ['strict', 'repair'], default: 'strict', description: 'strict refuses unpaired calls and results; repair drops them, as a fork of 2026-09-21 does. `mode: repair` asks for repair too.' },
    { name: 'reasoningEffort', values: EFFORTS, default: 'as recorded, else high', description: 'Effort of the request; off disables thinking.' },
    { name: 'images', values: ['send', 'text-only'], default: 'send', description: 'text-only writes what dsh\'s runtime sends to a model that takes no images.' },
  ],
  accepts: () => true,
  write: (conversation, options, writer) => new MessagesWriter(conversation, options, writer).write(),
};

class MessagesWriter {
  private readonly messages: WireDraft[] = [];
  private appended = 0;
  private queue: { readonly message: DshMessage; readonly parts: WirePart[]; readonly after: number }[] = [];
  private top: { message: DshMessage; moved: boolean } | undefined;
  private readonly model: string;
  private readonly inHistory: boolean;
  private readonly images: ImageMode;

  constructor(private readonly conversation: Conversation, private readonly options: ReplayOptions, private readonly writer: RequestWriter) {
    this.model = modelOf(conversation, options);
    const asked = options.extra.systemPromptUpdate;
    this.inHistory = asked === undefined ? this.model === 'deepseek-flash' : asked === 'in-history';
    this.images = imageModeOf(options.extra);
  }

  write(): Wire {
    const { writer, options } = this;
    const history = historyOf(this.conversation, options, writer);
    if (options.tools === 'recorded' && deferredTools(this.conversation).length > 0) this.reject('', 'deferred tool loading');
    for (const message of history.messages) this.message(message);
    this.flush();
    const repair = (options.extra.pairing ?? options.mode) === 'repair';
    const messages = repair ? repairPairing(this.messages, writer) : this.messages;
    if (!repair) checkPairing(messages, writer);
    return this.request(messages, this.system(history.system));
  }

  private message(message: DshMessage): void {
    if (message.role === 'developer') { this.reject(message.subject, 'developer message'); this.dropAll(message, 'dsh/messages refuses developer messages.'); return; }
    const change = message.blocks.find((b) => b.type === 'tool-addition' || b.type === 'tool-removal');
    if (change !== undefined) this.reject(change.block.id, 'tool-change blocks outside developer messages');
    if (message.role === 'system') this.systemUpdate(message);
    else if (message.role === 'assistant') { this.flush(); this.assistant(message); }
    else if (message.role === 'tool') this.append('user', [this.toolResult(message)]);
    else this.user(message);
  }

  private systemUpdate(message: DshMessage): void {
    const odd = message.blocks.find((b) => b.type !== 'text');
    if (odd !== undefined) this.reject(odd.block.id, 'non-text system message');
    const texts = message.blocks.filter((b) => b.type === 'text').map((b) => b.block);
    for (const { type, block } of message.blocks) if (type !== 'text') this.writer.omit(block.id, { reason: 'Not a text; the request is refused.' });
    if (!this.inHistory || this.messages.length === 0) {
      this.supersede();
      this.top = { message, moved: this.messages.length > 0 };
      return;
    }
    if (texts.every((b) => b.text.state === 'empty')) {
      this.reject(message.subject, 'empty in-history system update');
      this.dropAll(message, 'An empty update; the request is refused.');
      return;
    }
    const node: WireObject = { type: 'text', text: textOf(texts.map((b) => b.text)) };
    const ids = texts.map((b) => b.id);
    this.writer.place(node, ids, ids.length > 1 ? 'merged' : 'kept', { reason: 'A system update inside the history goes out as a system message behind the user turn before it.' });
    this.queue.push({ message, parts: [{ node, type: 'other', subject: message.subject, subjects: ids }], after: this.appended });
  }

  /** Updates wait until the user turn that they were recorded before has been written: they need one in front of them. */
  private flush(): void {
    if (this.queue.length === 0) return;
    const last = this.messages[this.messages.length - 1];
    const [first] = this.queue;
    if (last?.role !== 'user') this.reject(first!.message.subject, 'system update without a preceding user or tool-result turn');
    for (const { parts, after } of this.queue) {
      if (after < this.appended) for (const id of parts[0]!.subjects) this.writer.mark(id, 'moved', { reason: 'A system update goes behind the user turn that follows it: Messages wants it directly before the next assistant turn.' });
    }
    for (const { parts } of this.queue) this.messages.push({ role: 'system', parts });
    this.queue = [];
  }

  private supersede(): void {
    if (this.top === undefined) return;
    const { message } = this.top;
    this.dropAll(message, 'A later system message takes its place: only the latest snapshot is sent.', 'dsh/system-superseded');
    this.top = undefined;
  }

  private user(message: DshMessage): void {
    const parts: WirePart[] = [];
    for (const b of message.blocks) parts.push(...this.input(b).map((node): WirePart => ({ node, type: 'other', subject: b.block.id, subjects: [b.block.id] })));
    if (parts.length > 0) { this.append('user', parts); return; }
    if (message.blocks.length === 0 && message.entry.blocks.length === 0) this.writer.omit(message.subject, { rule: 'dsh/empty-user', reason: 'A user message without content is not sent.' });
  }

  private toolResult(message: DshMessage): WirePart {
    const { entry } = message;
    const content = message.blocks.flatMap((b) => this.input(b));
    const id = literal(entry.callId ?? '');
    const node: WireObject = this.writer.frame({ type: 'tool_result', tool_use_id: id, content, ...(entry.isError === undefined ? {} : { is_error: entry.isError }) });
    if (entry.blocks.length === 0) this.writer.place(node, [message.subject], 'kept', { reason: 'An empty tool result keeps its call id and goes out with empty content.' });
    const subjects = entry.blocks.length === 0 ? [message.subject] : message.blocks.map((b) => b.block.id);
    return { node, type: 'result', callId: entry.callId ?? '', subject: message.subject, subjects };
  }

  /** A block of user or tool-result input. The omission keys on the role and the block's type alone, never on who made it or when. */
  private input({ type, block }: DshBlock): readonly WireObject[] {
    const { writer } = this;
    if (type === 'text') {
      if (block.text.state === 'empty') { writer.omit(block.id, { reason: 'An empty text in user or tool-result input is not sent.' }); return []; }
      return [writer.place({ type: 'text', text: textRef(block.text) }, [block.id])];
    }
    if (type === 'reasoning' || type === 'tool-call') {
      writer.omit(block.id, { rule: 'dsh/input-assistant-block', reason: `A ${type} block in user or tool-result input is not sent: only assistant messages can hold it.` });
      return [];
    }
    if (type === 'image') return this.image(block);
    this.reject(block.id, `user/tool-result content ${type}`);
    return [];
  }

  private image(block: Block): readonly WireObject[] {
    const text = imageText(block, this.images);
    if (text !== undefined) return [this.writer.place({ type: 'text', text: text.node }, [block.id], 'converted', text.why)];
    const media = block.media!;
    const source: WireObject = media.where === 'url' ? { type: 'url', url: textRef(media.value) } : { type: 'base64', media_type: media.mediaType ?? 'image/png', data: textRef(media.value) };
    return [this.writer.place({ type: 'image', source }, [block.id], 'converted', IMAGE_SENT)];
  }

  private assistant(message: DshMessage): void {
    const restored = this.restores(message);
    const parts: WirePart[] = [];
    for (const { type, block } of message.blocks) {
      const node = this.assistantBlock(type, block, restored);
      if (node !== undefined) parts.push({ node, type: type === 'tool-call' ? 'call' : 'other', subject: block.id, subjects: [block.id], ...(type === 'tool-call' ? { callId: block.callId ?? '' } : {}) });
    }
    if (this.messages[this.messages.length - 1]?.role === 'assistant') {
      for (const part of parts) this.writer.mark(part.subject, 'merged', { rule: 'dsh/assistants-merged', reason: 'Nothing that is sent stands between this response and the one before: both go out as one assistant message.' });
    }
    if (parts.length > 0) this.append('assistant', parts);
  }

  /** Signatures come back only through a replay state of this adapter that is valid and for the very model asked for. */
  private restores(message: DshMessage): boolean {
    const replay = replayDetail(message.entry);
    return replay !== undefined && replay.messagesTrouble === undefined && replay.model === this.model;
  }

  private assistantBlock(type: string, block: Block, restored: boolean): WireObject | undefined {
    const { writer } = this;
    if (type === 'text') return writer.place({ type: 'text', text: textRef(block.text) }, [block.id]);
    if (type === 'tool-call') {
      const object = block.args === 'object';
      const call = { type: 'tool_use', id: block.callId ?? '', name: block.name ?? '', input: object ? jsonRef(block.text) : {} };
      return writer.place(call, [block.id], 'converted', object ? { reason: 'The raw arguments are sent as the object they spell.' } : { rule: 'dsh/arguments-replaced', reason: 'The arguments are no JSON object: an empty object is sent.' });
    }
    if (type === 'reasoning') {
      const signature = restored && block.signature?.carrier === 'dsh-replay-state' ? block.signature : undefined;
      const node = { type: 'thinking', thinking: textRef(block.text), ...(signature === undefined ? {} : { signature: textRef(signature.value) }) };
      return writer.place(node, [block.id], 'kept', this.thinkingWhy(block, signature !== undefined));
    }
    this.reject(block.id, `assistant content ${type}`);
    return undefined;
  }

  private thinkingWhy(block: Block, restored: boolean): { reason: string; rule?: string } {
    if (restored) return { reason: 'Sent with the signature of its replay state.' };
    if (block.signature === undefined || block.signature.state === 'unsigned') return { reason: 'Sent without a signature: none is known.' };
    const why = block.signature.boundModel !== undefined && block.signature.boundModel !== this.model ? `its signature is for ${block.signature.boundModel}, not ${this.model}` : 'its signature was not made by this adapter';
    return { rule: 'dsh/signature-left-out', reason: `Sent without a signature: ${why}.` };
  }

  private append(role: 'user' | 'assistant', parts: readonly WirePart[]): void {
    this.appended++;
    const last = this.messages[this.messages.length - 1];
    if (last?.role === role) last.parts.push(...parts);
    else this.messages.push({ role, parts: [...parts] });
  }

  private system(leading: readonly Block[]): RefNode | undefined {
    const parts: RefNode[] = [];
    const said = leading.filter((block) => block.text.state !== 'empty');
    for (const block of leading) if (block.text.state === 'empty') this.writer.omit(block.id, { reason: 'An empty system text is not sent.' });
    if (said.length > 0) parts.push(joinTexts(said));
    const { top } = this;
    const texts = top === undefined ? [] : top.message.blocks.filter((b) => b.type === 'text').map((b) => b.block);
    const filled = texts.filter((block) => block.text.state !== 'empty');
    if (top !== undefined && filled.length === 0) this.dropAll(top.message, 'An empty system message clears the system prompt.');
    else if (filled.length > 0) {
      parts.push(textOf(filled.map((b) => b.text)));
      for (const block of texts) if (block.text.state === 'empty') this.writer.omit(block.id, { reason: 'An empty text adds nothing to the system prompt.' });
    }
    const [only, ...more] = parts;
    if (only === undefined) return undefined;
    const node = more.length === 0 ? only : joinRef(parts, '\n\n');
    this.placeSystem(node, said.map((b) => b.id), filled.map((b) => b.id));
    return node;
  }

  private placeSystem(node: RefNode, leading: readonly Id[], snapshot: readonly Id[]): void {
    const joined = leading.length + snapshot.length > 1;
    const op = joined ? 'merged' : 'converted';
    const why = { reason: joined ? 'Joined with other system text in the request\'s system field.' : 'Goes to the request\'s system field.' };
    this.writer.place(node, leading, op, why);
    if (this.top?.moved === true) {
      this.writer.place(node, snapshot, 'moved', { rule: 'dsh/system-update-moved', reason: `The route takes no system updates inside the history: the latest snapshot goes to the system field and its place is lost.${this.hint()}` });
    } else if (snapshot.length > 0) this.writer.place(node, snapshot, op, why);
  }

  private hint(): string {
    return this.conversation.recorded.params?.systemPromptUpdate === 'in-history' ? ' The session\'s own route was recorded as taking them: set systemPromptUpdate to in-history.' : '';
  }

  private request(messages: readonly WireDraft[], system: RefNode | undefined): Wire {
    const params = this.conversation.recorded.api === 'dsh' ? this.conversation.recorded.params ?? {} : {};
    const effort = this.options.extra.reasoningEffort ?? params.reasoningEffort ?? 'high';
    if (typeof effort !== 'string' || !EFFORTS.includes(effort)) this.writer.reject('', 'UNSUPPORTED_REASONING_EFFORT', `DeepSeek Messages does not support reasoning effort ${String(effort)}`);
    const tools = toolsOf(this.conversation, this.options, (name, description, parameters) => ({ name, description, input_schema: parameters }));
    return {
      model: this.model, stream: true, messages: messages.map((m) => ({ role: m.role, content: m.parts.map((p) => p.node) })),
      max_tokens: typeof params.maxTokens === 'number' ? params.maxTokens : MAX_TOKENS,
      thinking: { type: effort === 'off' ? 'disabled' : 'enabled' },
      ...(effort === 'off' ? {} : { output_config: { effort: String(effort) } }),
      ...(system === undefined ? {} : { system }),
      ...(typeof params.temperature === 'number' ? { temperature: params.temperature } : {}),
      ...(tools === undefined ? {} : { tools }),
    };
  }

  private dropAll(message: DshMessage, reason: string, rule?: string): void {
    const why = rule === undefined ? { reason } : { reason, rule };
    if (message.entry.blocks.length === 0) this.writer.omit(message.subject, why);
    for (const { block } of message.blocks) this.writer.omit(block.id, why);
  }

  private reject(block: Id, what: string): void {
    this.writer.reject(block, UNSUPPORTED, cannot(what));
  }
}

function joinTexts(blocks: readonly Block[]): RefNode {
  const refs = blocks.map((block) => textRef(block.text));
  return refs.length === 1 ? refs[0]! : joinRef(refs, '\n\n');
}
