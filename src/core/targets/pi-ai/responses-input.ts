import type { Why } from '../../model/decision.ts';
import { derivedRef, joinRef, literal, type Wire } from '../../replay/wire.ts';
import type { Message, Part, ToolList } from './context.ts';
import { BLANK, Conversion, EMPTY, UNKNOWN, type Node } from './conversion.ts';
import { shortHash } from './hash.ts';
import { flag } from './model.ts';
import { argumentsText, cleaned, dataUrl, drop, dropEmpty, joinedText, nameOf, needText, send } from './parts.ts';
import { refuse } from './refusal.ts';
import { promptText, resolved, settleTools, updateText } from './system.ts';
import { definitions, foldedSystems, type SpellTool } from './tools.ts';
import { sameModel, transformMessages } from './transform.ts';

/** How a backend is told of tools that change: declared in the history, found by a search, or only in the request's own list. */
export type ToolSupport = 'changes' | 'additions' | 'none';

/** What the two Responses APIs differ in. */
export interface ResponsesKind {
  /** Providers whose ids are pairs of call and item. */
  readonly providers: ReadonlySet<string>;
  readonly spell: SpellTool;
  /** Effort that is told in the input, where the model has its level managed there. */
  readonly effort: Wire | undefined;
}

const NOTICE = 'This is an incremental tools update. Previously declared tools remain available unless explicitly marked unavailable. A tool declared again here is available again, and its latest definition replaces the earlier one.';

/** The `input` of a Responses request. */
export class ResponsesInput extends Conversion {
  private index = 0;
  private declared = false;
  private readonly unavailable = new Set<string>();
  private systems = 0;
  readonly support: ToolSupport;
  /** How many system messages the request's own list of tools stands for. */
  folded = Number.POSITIVE_INFINITY;
  transcript: readonly Message[] = [];

  constructor(request: ConstructorParameters<typeof Conversion>[0], private readonly kind: ResponsesKind) {
    super(request);
    const { model } = request.call;
    const changes = !request.old && request.options.tools === 'recorded';
    this.support = changes && flag(model, 'supportsMidConvoSystemMessages', false) && flag(model, 'supportsAdditionalTools', false) ? 'changes' : changes && flag(model, 'supportsToolSearch', false) ? 'additions' : 'none';
  }

  write(): readonly Node[] {
    const { old, writer, call, messages } = this.request;
    this.transcript = old ? messages : resolved(messages, flag(call.model, 'supportsMidConvoSystemMessages', false), writer);
    if (this.support === 'changes') this.folded = 0;
    else if (this.support === 'additions') this.folded = foldedSystems(this.transcript);
    const transformed = transformMessages(this.transcript, call, writer, (id, source) => this.callId(id, source));
    let first = true;
    this.each(transformed, {
      system: (message) => { if (old) { this.unsentSystem(message); this.index++; } else this.system(message, first); first = false; },
      user: (message) => { if (this.user(message)) this.index++; first = false; },
      assistant: (message) => { if (this.assistant(message)) this.index++; first = false; },
      results: (run) => { for (const message of run) { this.result(message); this.index++; } first = false; },
      other: (message) => { this.unknown(message); this.index++; first = false; },
    });
    if (this.kind.effort !== undefined) this.configure(this.kind.effort);
    return this.out;
  }

  /** Role of the prompt. */
  get role(): string {
    const { model } = this.request.call;
    return model.reasoning && (this.request.old || flag(model, 'supportsDeveloperRole', true)) ? 'developer' : 'system';
  }

  private callId(id: string, source: Message): string {
    const { model } = this.request.call;
    const part = (text: string): string => text.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64).replace(/_+$/, '');
    if (!this.kind.providers.has(model.provider) || !id.includes('|')) return part(id);
    const [call = '', item = ''] = id.split('|');
    const foreign = source.provider !== model.provider || source.api !== model.api;
    const named = foreign ? `fc_${shortHash(item)}`.slice(0, 64) : part(item);
    return `${part(call)}|${named.startsWith('fc_') ? named : part(`fc_${named}`)}`;
  }

  private system(message: Message, first: boolean): void {
    const { writer } = this.request;
    const anchored = this.systems++ >= this.folded;
    if (anchored) this.toolsAdded(message); else settleTools(message, writer);
    const text = first ? promptText(message, writer) : updateText(message, writer);
    const removed = anchored ? this.removed(message) : [];
    if (text !== undefined || removed.length > 0) {
      const notice = removed.length === 0 ? undefined : writer.insert(literal(`The following tools are no longer available. Do not call them:\n${removed.map((name) => `- ${name}`).join('\n')}`), { reason: 'Tools that were taken away are named.' });
      if (text === undefined) this.out.push(writer.frame({ role: this.role, content: notice }));
      else this.out.push(writer.frame({ role: this.role, content: writer.place(notice === undefined ? text.node : joinRef([text.node, notice], '\n\n'), text.ids) }));
    } else dropEmpty(message, writer, EMPTY);
    if (!first) this.index++;
  }

  private removed(message: Message): readonly string[] {
    const added = new Set(message.toolsAdded?.names ?? []);
    const names = (message.toolsRemoved?.names ?? []).filter((name) => !added.has(name));
    for (const name of names) this.unavailable.add(name);
    if (message.toolsRemoved?.id !== undefined) this.request.writer.omit(message.toolsRemoved.id, { reason: 'Tools taken away are named in a text.' });
    return names;
  }

  private toolsAdded({ toolsAdded: added }: Message): void {
    const { writer } = this.request;
    if (added === undefined) return;
    for (const name of added.names) this.unavailable.delete(name);
    if (added.names.length === 0 || this.support === 'none') { if (added.id !== undefined) writer.omit(added.id, EMPTY); return; }
    const place = (node: Node): Node => added.id === undefined ? writer.insert(node, { reason: 'The context\'s tools are declared in the input.' }) : writer.place(node, [added.id], 'converted', { reason: 'Tools added are declared in the input.' });
    if (this.support === 'changes') {
      if (this.declared) this.out.push(writer.insert({ role: this.role, content: this.unavailable.size > 0 ? `${NOTICE}\nStill unavailable: ${[...this.unavailable].join(', ')}.` : NOTICE }, { reason: 'The model is told how to read a later declaration of tools.' }));
      this.declared = true;
      this.out.push(place({ type: 'additional_tools', role: 'developer', tools: listOf(added, this.kind.spell) }));
      return;
    }
    const callId = `pi_tool_load_${shortHash(`system:${this.index}:${added.names.join(',')}`)}`;
    this.out.push(writer.insert({ type: 'tool_search_call', call_id: callId, execution: 'client', status: 'completed', arguments: { query: added.names.join(' '), limit: added.names.length } }, { reason: 'Tools added are given as the result of a search that the client makes up.' }));
    this.out.push(place({ type: 'tool_search_output', call_id: callId, execution: 'client', status: 'completed', tools: listOf(added, (tool, last) => ({ ...this.kind.spell(tool, last) as Node, defer_loading: true })) }));
  }

  private configure(effort: Wire): void {
    this.out.push(this.request.writer.insert({ type: 'configuration_update', reasoning: { effort } }, { reason: 'The model is told the level of each answer.' }));
  }

  private user(message: Message): boolean {
    const { writer } = this.request;
    if (message.form === 'string') {
      const [part] = message.parts;
      if (part === undefined) { dropEmpty(message, writer, EMPTY); return true; }
      this.out.push(writer.frame({ role: 'user', content: [send({ type: 'input_text', text: cleaned(part.facts) }, part, writer)] }));
      return true;
    }
    this.needArray(message, 'map');
    if (message.parts.length === 0) { dropEmpty(message, writer, EMPTY); return false; }
    const content = message.parts.map((part) => {
      needText(part, 'replace');
      return part.type === 'text' ? send({ type: 'input_text', text: cleaned(part.facts) }, part, writer) : this.sendImage({ type: 'input_image', detail: 'auto', image_url: dataUrl(part) }, part);
    });
    this.out.push(writer.frame({ role: 'user', content }));
    return true;
  }

  private assistant(message: Message): boolean {
    const { writer, call } = this.request;
    const same = sameModel(message, call.model);
    const otherModel = !same && message.provider === call.model.provider && message.api === call.model.api && message.model !== call.model.id;
    const output: Node[] = [];
    let texts = 0;
    for (const part of message.parts) {
      if (part.type === 'thinking') { const item = this.reasoning(part); if (item !== undefined) output.push(item); }
      else if (part.type === 'text') { needText(part, 'replace'); output.push(this.message(part, texts++)); }
      else if (part.type === 'toolCall') output.push(this.functionCall(part, same, otherModel));
      else drop(part, writer, UNKNOWN);
    }
    if (output.length === 0) { dropEmpty(message, writer, EMPTY); return false; }
    if (this.kind.effort !== undefined && same && message.level !== undefined) this.configure(message.level);
    this.out.push(...output);
    return true;
  }

  /** The reasoning item as the signature spells it; without one nothing is sent. */
  private reasoning(part: Part): Node | undefined {
    const { writer } = this.request;
    const { item } = part;
    if (part.signature === undefined && part.block?.detail?.oddSignature !== true && (item === undefined || part.block?.native?.api === 'pi-ai')) {
      drop(part, writer, { rule: 'pi-ai/thinking-left-out', reason: 'Thinking without a reasoning item is not sent.' });
      return undefined;
    }
    if (item === undefined) refuse(part.ids[0]!, '"[object Object]" is not valid JSON');
    if (item.state === 'invalid') refuse(part.ids[0]!, item.error ?? 'Unexpected end of JSON input');
    return send(derivedRef([item.at], { type: 'reasoning' }, ([value]) => (value ?? null) as Wire), part, writer, 'kept', { reason: 'The reasoning item is sent as its signature spells it.' }) as unknown as Node;
  }

  private message(part: Part, nth: number): Node {
    const { writer, old } = this.request;
    const own = part.foreign === true ? undefined : part.block?.itemId;
    const made = old ? `msg_${this.index}` : nth === 0 ? `msg_pi_${this.index}` : `msg_pi_${this.index}_${nth}`;
    const id = own === undefined || own === '' ? made : own.length > 64 ? `msg_${shortHash(own)}` : own;
    const phase = own === undefined ? undefined : part.block?.detail?.phase as Wire | undefined;
    return send({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: cleaned(part.facts), annotations: [] }], status: 'completed', id, phase }, part, writer);
  }

  private functionCall(part: Part, same: boolean, otherModel: boolean): Node {
    const { writer, old } = this.request;
    if (part.lacks === 'id') refuse(part.ids[0]!, 'Cannot read properties of undefined (reading \'split\')');
    const [call, item] = (part.callId ?? '').split('|');
    const id = old ? otherModel && item?.startsWith('fc_') === true ? undefined : item : otherModel || item?.startsWith('fc_') !== true ? undefined : item;
    const namespace = !old && same && part.block?.namespace !== undefined ? { namespace: part.block.namespace } : {};
    const node = { type: 'function_call', id, call_id: call, name: nameOf(part), arguments: argumentsText(part), ...namespace };
    return item !== undefined && id === undefined ? send(node, part, writer, 'converted', { rule: 'pi-ai/call-id-normalized', reason: 'The item\'s own id is left out: it would have to be paired with reasoning that is not sent.' }) : send(node, part, writer);
  }

  private result(message: Message): void {
    const { writer, old, call } = this.request;
    if (message.toolCallId === undefined) refuse(message.blame, 'Cannot read properties of undefined (reading \'split\')');
    if (old || message.form === 'null' || message.form === 'absent') this.needArray(message, 'filter');
    else if (message.form !== 'array') refuse(message.blame, 'content.filter is not a function');
    const texts = message.parts.filter((part) => part.type === 'text');
    const images = message.parts.filter((part) => part.type === 'image');
    for (const part of message.parts) if (part.type !== 'text' && part.type !== 'image') drop(part, writer, UNKNOWN);
    const length = texts.reduce((sum, part) => sum + part.facts.length, 0) + Math.max(0, texts.length - 1);
    const hasText = old ? length > 0 : texts.some((part) => part.facts.state === 'text');
    let output: Wire;
    if (images.length > 0 && call.model.images) {
      const content: Node[] = [];
      if (hasText) content.push({ type: 'input_text', text: joinedText(texts.map(readable), '\n', message, writer) });
      else for (const part of texts) drop(part, writer, BLANK);
      for (const image of images) content.push(send({ type: 'input_image', detail: 'auto', image_url: dataUrl(image) }, image, writer));
      output = content;
    } else output = hasText ? joinedText(texts.map(readable), '\n', message, writer) : this.standIn(old || images.length > 0 ? '(see attached image)' : '(no tool output)', message, texts);
    const [callId] = message.toolCallId.split('|');
    this.out.push(writer.frame({ type: 'function_call_output', call_id: callId, output }));
  }
}

const NONE: Why = { reason: 'Nothing of it is text.' };

function readable(part: Part): Part {
  return part.lacks === undefined ? part : { ...part, facts: { length: 0, state: 'empty', loneSurrogate: false, inline: '', at: [] }, made: NONE };
}

function listOf(tools: ToolList, spell: SpellTool): readonly Wire[] {
  return definitions({ picks: tools.names.map((name, index) => ({ at: tools.at, index, name })) }, spell);
}
