import type { Json, JsonObject } from '../../model/json.ts';
import type { Serializer } from '../../replay/serializer.ts';
import { derivedRef, textRef, type RefNode, type Wire } from '../../replay/wire.ts';
import { bedrockFields, bedrockLimits, cachesPrompt, isClaude } from './bedrock-model.ts';
import { composedText } from './composed-text.ts';
import type { Message, Part } from './context.ts';
import { BLANK, Conversion, EMPTY, UNKNOWN, type Node } from './conversion.ts';
import { argumentsValue, blankOnceCleaned, cleaned, drop, dropEmpty, idOf, mediaOf, nameOf, needText, send } from './parts.ts';
import { refuse } from './refusal.ts';
import { oldPrompt, promptText, resolved, settleTools, type SystemText } from './system.ts';
import { piTarget } from './target.ts';
import { currentTools, listed, requestTools, type SpellTool } from './tools.ts';
import { replaced, transformMessages } from './transform.ts';

/** pi-ai for Bedrock: the input of the SDK's ConverseStream command. */
export const piBedrockConverseStream: Serializer = piTarget({
  api: 'bedrock-converse-stream', label: 'Bedrock Converse', wire: 'bedrock-converse', array: 'messages', ruleFamilies: ['bedrock', 'json', 'pi-ai'], mergesAdjacent: false,
  note: 'The request is the SDK command\'s input; bytes stand as {"$bytes": base64}. Strict sampling of tools and settings from the environment are not emulated.',
  write: (request) => new Bedrock(request).write(),
});

const EMPTY_TEXT = '<empty>';

class Bedrock extends Conversion {
  write(): Wire {
    const { old, call, context, foreign, writer, conversation, options } = this.request;
    const transcript = old ? this.request.messages : resolved(this.request.messages, false, writer);
    const head = !old && transcript[0]?.role === 'system' ? transcript[0] : undefined;
    const prompt = old ? oldPrompt(context, foreign, writer) : head === undefined ? undefined : promptText(head, writer);
    if (head !== undefined) settleTools(head, writer);
    const messages = transformMessages(head === undefined ? transcript : transcript.slice(1), call, writer, (id) => id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64));
    const stranger = (message: Message): void => { if (old) refuse(message.blame, 'Unknown message role'); this.unknown(message); };
    this.each(messages, {
      system: (message) => { if (foreign) this.unsentSystem(message); else stranger(message); }, user: (message) => { this.user(message); }, assistant: (message) => { this.assistant(message); },
      results: (run) => { this.results(run); }, other: stranger,
    });
    const last = this.out[this.out.length - 1];
    const point = this.cachePoint();
    if (point !== undefined && last?.role === 'user') (last.content as Wire[]).push(point);
    const tools = requestTools(old ? listed(context.tools) : currentTools(this.request.messages), conversation, options, SPELL, writer);
    const { maxTokens, budget } = bedrockLimits(this.request);
    const fields = bedrockFields(this.request, budget);
    return {
      modelId: call.model.id, messages: this.out, ...(prompt === undefined ? {} : { system: this.system(prompt) }),
      inferenceConfig: { ...(maxTokens === undefined ? {} : { maxTokens }), ...(call.temperature === undefined ? {} : { temperature: call.temperature }) },
      ...(tools === undefined ? {} : { toolConfig: { tools } }), ...(fields === undefined ? {} : { additionalModelRequestFields: fields }),
    };
  }

  private cachePoint(): Node | undefined {
    const { call, writer, old } = this.request;
    if (call.cacheRetention === 'none' || !cachesPrompt(call.model, old)) return undefined;
    return writer.insert({ cachePoint: { type: 'default', ...(call.cacheRetention === 'long' ? { ttl: '1h' } : {}) } }, { reason: 'A mark for the prompt cache.' });
  }

  private system(prompt: SystemText): Wire {
    const { writer } = this.request;
    const point = this.cachePoint();
    return [writer.frame({ text: writer.place(prompt.node, prompt.ids) }), ...(point === undefined ? [] : [point])];
  }

  private push(role: 'user' | 'assistant', content: readonly Node[]): void {
    this.out.push(this.request.writer.frame({ role, content: [...content] }));
  }

  private text(part: Part): Node {
    return send({ text: cleaned(part.facts) }, part, this.request.writer);
  }

  private user(message: Message): void {
    const { writer, old } = this.request;
    if (message.form !== 'string') {
      if (old) this.needArray(message, 'map', 'm');
      else if (message.form === 'other') refuse(message.blame, 'm.content is not iterable');
    }
    const content: Node[] = [];
    for (const part of message.parts) {
      needText(part, 'replace');
      if (part.type === 'text') { if (old || !blankOnceCleaned(part.facts)) content.push(this.text(part)); else drop(part, writer, BLANK); }
      else if (part.type === 'image') content.push(send(this.image(part), part, writer));
      else if (old) refuse(part.ids[0]!, 'Unknown user content type');
      else drop(part, writer, UNKNOWN);
    }
    if (content.length === 0 && (!old || message.form === 'string')) content.push(this.filler(message));
    // 0.73.1 sends an empty list.
    this.push('user', content);
    if (content.length === 0 && message.subject !== undefined) writer.place(this.out[this.out.length - 1]!, [message.subject]);
  }

  private filler(message: Message): Node {
    const { writer } = this.request;
    const node = { text: EMPTY_TEXT };
    const why = { rule: 'pi-ai/filler-inserted', reason: 'Bedrock takes no empty content: the client sends a filler.' };
    return message.subject === undefined ? writer.insert(node, why) : writer.place(node, [message.subject], 'converted', why);
  }

  private image(part: Part): Node {
    const { mimeType } = mediaOf(part);
    const format = FORMATS[mimeType ?? ''];
    if (format === undefined) refuse(part.ids[0]!, `Unknown image type: ${String(mimeType)}`);
    const { media } = part.block!;
    if (media?.where !== 'data' || media.value.inline !== undefined && canonical(media.value.inline) === undefined) refuse(part.ids[0]!, 'The string to be decoded is not correctly encoded.');
    return { image: { source: { bytes: { $bytes: composedText([media.value], ([data = '']) => canonical(data) ?? data) } }, format } };
  }

  private assistant(message: Message): void {
    const { writer, old } = this.request;
    const content: Node[] = [];
    for (const part of message.parts) {
      if (part.type === 'text') { needText(part, old ? 'trim' : 'replace'); if (old ? part.facts.state === 'text' : !blankOnceCleaned(part.facts)) content.push(this.text(part)); else drop(part, writer, BLANK); }
      else if (part.type === 'toolCall') content.push(send({ toolUse: { toolUseId: idOf(part), name: nameOf(part), input: this.input(part) } }, part, writer));
      else if (part.type === 'thinking') { const node = this.thinking(part); if (node !== undefined) content.push(node); }
      else if (old) refuse(part.ids[0]!, 'Unknown assistant content type');
      else drop(part, writer, UNKNOWN);
    }
    if (content.length === 0) dropEmpty(message, writer, EMPTY);
    else this.push('assistant', content);
  }

  /** 1.x takes members with an empty name away, at any depth: Bedrock refuses them. */
  private input(part: Part): Wire | undefined {
    const { block, facts } = part;
    if (block?.native?.api === 'pi-ai' && block.args === 'empty') return undefined;
    if (block?.detail?.arguments === 'null') return null;
    const at = facts.at[0];
    if (this.request.old || at === undefined || block?.args !== 'object') return argumentsValue(part);
    return derivedRef([at], {}, ([value]) => named(typeof value === 'string' ? parsed(value) : value ?? null) as Wire);
  }

  private thinking(part: Part): Node | undefined {
    const { writer, old, call } = this.request;
    if (part.redacted === true && !old) {
      const { signature } = part;
      const bytes = signature?.inline === undefined ? undefined : canonical(signature.inline);
      if (signature === undefined || signature.inline !== undefined && (bytes === undefined || bytes === '')) { drop(part, writer, { rule: 'pi-ai/thinking-left-out', reason: 'Redacted thinking whose payload is no base64 is not sent.' }); return undefined; }
      return send({ reasoningContent: { redactedContent: { $bytes: composedText([signature], ([value = '']) => canonical(value) ?? value) } } }, part, writer);
    }
    needText(part, old ? 'trim' : 'replace');
    if (old ? part.facts.state !== 'text' : blankOnceCleaned(part.facts)) {
      drop(part, writer, { rule: 'pi-ai/thinking-left-out', reason: part.signature === undefined ? 'Thinking without text is not sent.' : 'Thinking without text is not sent, its signature with it.' });
      return undefined;
    }
    const text: RefNode = cleaned(part.facts);
    const signed = part.signature !== undefined && part.signature.state === 'text';
    if (!isClaude(call.model)) return signed ? send({ reasoningContent: { reasoningText: { text } } }, part, writer, 'converted', { rule: 'pi-ai/signature-left-out', reason: 'Only Claude takes a signature here.' }) : send({ reasoningContent: { reasoningText: { text } } }, part, writer);
    if (!signed) return send({ text }, part, writer, 'converted', { rule: 'pi-ai/thinking-as-text', reason: 'Thinking without a signature goes out as visible text.' });
    return send({ reasoningContent: { reasoningText: { text, signature: textRef(part.signature) } } }, part, writer, part.redacted === true ? 'converted' : 'kept', part.redacted === true ? { reason: 'Redacted thinking goes out as thinking, its payload as the signature.' } : undefined);
  }

  private results(run: readonly Message[]): void {
    const { writer, old, call } = this.request;
    const results: Node[] = [];
    const after: Node[] = [];
    for (const message of run) {
      if (old) this.needArray(message, 'map', message === run[0] ? 'm' : 'nextMsg');
      else if (message.form === 'string' && message.parts.some((part) => part.facts.length > 0)) refuse(message.blame, 'Cannot read properties of undefined (reading \'replace\')');
      else if (message.form === 'other') refuse(message.blame, 'content is not iterable');
      const images = message.parts.filter((part) => part.type === 'image');
      const apart = !old && isClaude(call.model) && message.isError === true && images.length > 0;
      const parts = apart ? replaced(message.parts, '(image attached after the tool results)', writer, { reason: 'It says where the images of the error result are.' }) : message.parts;
      const content = this.resultContent(message, parts);
      const result: Node = writer.frame({ toolResult: { toolUseId: message.toolCallId, content, status: message.isError === true ? 'error' : 'success' } });
      results.push(content.length === 0 && message.subject !== undefined ? writer.place(result, [message.subject]) : result);
      if (!apart) continue;
      after.push(writer.insert({ text: `Images from the error result of tool call ${String(message.toolCallId)} (${String(message.toolName)}):` }, { reason: 'A caption for the images of an error result.' }));
      for (const image of images) after.push(send(this.image(image), image, writer, 'moved', { rule: 'pi-ai/images-moved', reason: 'Images of an error result follow all results of the turn: Claude takes only text in one.' }));
    }
    this.push('user', [...results, ...after]);
  }

  private resultContent(message: Message, parts: readonly Part[]): readonly Node[] {
    const { writer, old } = this.request;
    const content: Node[] = [];
    for (const part of parts) {
      if (part.type === 'image') content.push(send(this.image(part), part, writer));
      else if (part.type !== 'text' || part.lacks !== undefined) refuse(part.ids[0]!, 'Cannot read properties of undefined (reading \'replace\')');
      else if (!old && blankOnceCleaned(part.facts)) drop(part, writer, BLANK);
      else content.push(this.text(part));
    }
    return content.length > 0 || old ? content : [this.filler(message)];
  }
}

const FORMATS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpeg', 'image/jpg': 'jpeg', 'image/png': 'png', 'image/gif': 'gif', 'image/webp': 'webp' };

/** Base64 as it comes out of decoding and encoding again; undefined for what does not decode. */
function canonical(data: string): string | undefined {
  const clean = data.replace(/[\t\n\f\r ]/g, '');
  const bare = clean.length % 4 === 0 ? clean.replace(/={1,2}$/, '') : clean;
  if (bare.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(bare)) return undefined;
  // Bits of the last character that stand for no byte are dropped.
  const rest = bare.length % 4;
  if (rest === 0) return bare;
  const last = ALPHABET.indexOf(bare[bare.length - 1]!);
  return `${bare.slice(0, -1)}${ALPHABET[rest === 2 ? last & 0x30 : last & 0x3c]!}${'='.repeat(4 - rest)}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function parsed(text: string): Json {
  try { return JSON.parse(text) as Json; } catch { return {}; }
}

/** A value without members that have an empty name. Values too deep for that stay as they are. */
function named(value: Json): Json {
  const walk = (at: Json): Json => Array.isArray(at) ? (at as readonly Json[]).map(walk)
    : typeof at === 'object' && at !== null ? Object.fromEntries(Object.entries(at as JsonObject).filter(([key]) => key !== '').map(([key, inner]) => [key, walk(inner ?? null)])) : at;
  try { return walk(value); } catch { return value; }
}

const SPELL: SpellTool = (tool) => ({
  toolSpec: { name: tool.name as Wire, ...(tool.description === undefined ? {} : { description: tool.description as Wire }), inputSchema: { json: tool.parameters as Wire } },
});

