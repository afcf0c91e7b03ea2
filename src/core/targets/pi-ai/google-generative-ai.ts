import { asArray, asObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Serializer } from '../../replay/serializer.ts';
import { textRef, type Wire } from '../../replay/wire.ts';
import type { Message, Part } from './context.ts';
import { BLANK, Conversion, EMPTY, UNKNOWN, type Node } from './conversion.ts';
import { googleThinking } from './google-thinking.ts';
import { argumentsValue, cleaned, drop, dropEmpty, idOf, joinedText, mediaOf, nameOf, needText, send } from './parts.ts';
import { refuse } from './refusal.ts';
import { oldPrompt, promptText, resolved, settleTools } from './system.ts';
import { piTarget } from './target.ts';
import { currentTools, definitions, listed, requestTools, type SpellTool } from './tools.ts';
import { transformMessages } from './transform.ts';

/** pi-ai for Gemini. The model stands in the address, not in the body. */
export const piGoogleGenerativeAi: Serializer = piTarget({
  api: 'google-generative-ai', label: 'Gemini', wire: 'gemini', array: 'contents', ruleFamilies: ['gemini', 'json', 'pi-ai'], mergesAdjacent: false,
  note: 'The body is what Google\'s own library makes of it. Strict sampling of tools is not emulated.',
  write: (request) => new Google(request).write(),
});

class Google extends Conversion {
  private resultsOpen: Node[] | undefined;

  write(): Wire {
    const { old, call, context, foreign, writer, conversation, options } = this.request;
    const { model } = call;
    // The client looks up the level before it converts anything, and how to switch thinking off behind that.
    const asked = call.reasoning === undefined ? undefined : googleThinking(call);
    const transcript = old ? this.request.messages : resolved(this.request.messages, false, writer);
    const head = !old && transcript[0]?.role === 'system' ? transcript[0] : undefined;
    const prompt = old ? oldPrompt(context, foreign, writer) : head === undefined ? undefined : promptText(head, writer);
    if (head !== undefined) settleTools(head, writer);
    const messages = transformMessages(head === undefined ? transcript : transcript.slice(1), call, writer, (id) => this.ids ? id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) : id);
    this.each(messages, {
      system: (message) => { this.unsentSystem(message); }, user: (message) => { this.user(message); }, assistant: (message) => { this.assistant(message); },
      results: (run) => { for (const message of run) this.result(message); }, other: (message) => { this.unknown(message); },
    });
    const thinking = asked ?? googleThinking(call);
    if (this.out.length === 0) refuse(messages[0]?.blame ?? '', 'contents are required');
    const tools = options.tools === 'recorded' ? declared(definitions(old ? listed(context.tools) : currentTools(this.request.messages), spellFor(old))) : wrapped(requestTools({ picks: [] }, conversation, options, spellFor(old), writer), options.tools === 'stubs');
    const config = { ...(call.temperature === undefined ? {} : { temperature: call.temperature }), ...(this.request.maxTokens === undefined ? {} : { maxOutputTokens: this.request.maxTokens }), ...(model.reasoning && thinking !== undefined ? { thinkingConfig: thinking } : {}) };
    return {
      contents: this.out, ...(prompt === undefined ? {} : { systemInstruction: writer.frame({ parts: [{ text: writer.place(prompt.node, prompt.ids) }], role: 'user' }) }),
      ...(tools === undefined ? {} : { tools }), ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
    };
  }

  /** Whether the model needs ids on calls and results. */
  private get ids(): boolean {
    const { id } = this.request.call.model;
    return id.startsWith('claude-') || id.startsWith('gpt-oss-') || !this.request.old && (geminiMajor(id) ?? 0) >= 3;
  }

  private user(message: Message): void {
    const { writer } = this.request;
    if (message.form === 'string') {
      const [part] = message.parts;
      if (part === undefined) { dropEmpty(message, writer, EMPTY); return; }
      this.push('user', [send({ text: cleaned(part.facts) }, part, writer)]);
      return;
    }
    this.needArray(message, 'map');
    if (message.parts.length === 0) { dropEmpty(message, writer, EMPTY); return; }
    this.push('user', message.parts.map((part) => { needText(part, 'replace'); return part.type === 'text' ? send({ text: cleaned(part.facts) }, part, writer) : this.sendImage(inline(part), part); }));
  }

  private push(role: 'user' | 'model', parts: Node[]): void {
    this.resultsOpen = undefined;
    this.out.push(this.request.writer.frame({ role, parts }));
  }

  private assistant(message: Message): void {
    const { writer, old, call } = this.request;
    const same = message.provider === call.model.provider && message.model === call.model.id;
    const parts: Node[] = [];
    for (const part of message.parts) {
      const signature = same && part.signature !== undefined && isBase64(part) ? { thoughtSignature: textRef(part.signature) } : undefined;
      if (part.type === 'toolCall') {
        const call = { name: nameOf(part), args: argumentsValue(part), ...(this.ids ? { id: idOf(part) } : {}) };
        parts.push(this.sealed({ functionCall: call, ...signature }, part, signature !== undefined));
      } else if (part.type === 'text' || part.type === 'thinking') {
        // A part without text that carries a signature is sent by 1.x, and dropped with it by 0.73.1.
        if (part.facts.state !== 'text' && (old || signature === undefined)) { drop(part, writer, BLANK); continue; }
        needText(part, 'replace');
        const thought = part.type === 'thinking' && same ? { thought: true } : {};
        parts.push(this.sealed({ ...thought, text: cleaned(part.facts), ...signature }, part, signature !== undefined));
      } else drop(part, writer, UNKNOWN);
    }
    if (parts.length === 0) { dropEmpty(message, writer, EMPTY); return; }
    this.push('model', parts);
  }

  private sealed(node: Node, part: Part, signed: boolean): Node {
    const { writer } = this.request;
    if (part.signature === undefined || signed) return send(node, part, writer);
    return send(node, part, writer, 'converted', { rule: 'pi-ai/signature-left-out', reason: 'What stands for its signature is no base64: it is left out.' });
  }

  private result(message: Message): void {
    const { writer, old, call } = this.request;
    this.needArray(message, 'filter');
    const texts = message.parts.filter((part) => part.type === 'text');
    const images = call.model.images ? message.parts.filter((part) => part.type === 'image') : [];
    for (const part of message.parts) if (part.type !== 'text' && !images.includes(part)) drop(part, writer, UNKNOWN);
    const length = texts.reduce((sum, part) => sum + part.facts.length, 0) + Math.max(0, texts.length - 1);
    const hasText = old ? length > 0 : texts.some((part) => part.facts.state === 'text');
    const value = hasText ? joinedText(texts.map(readable), '\n', message, writer) : this.standIn(images.length > 0 ? '(see attached image)' : '', message, texts);
    const nested = (geminiMajor(call.model.id) ?? 3) >= 3;
    const pictures = images.map((image) => send(inline(image), image, writer));
    const node: Node = writer.frame({
      functionResponse: {
        name: message.toolName, response: message.isError === true ? { error: value } : { output: value }, ...(images.length > 0 && nested ? { parts: pictures } : {}),
        ...(this.ids ? { id: message.toolCallId } : {}),
      },
    });
    if (this.resultsOpen !== undefined) this.resultsOpen.push(node);
    else {
      const parts = [node];
      this.push('user', parts);
      this.resultsOpen = parts;
    }
    // Images that the model takes only in a turn of their own break the run of results.
    if (images.length > 0 && !nested) this.push('user', [writer.insert({ text: 'Tool result image:' }, { reason: 'A caption for images of a tool result.' }), ...pictures]);
  }
}

function geminiMajor(model: string): number | undefined {
  const major = /^gemini(?:-live)?-(\d+)/.exec(model.toLowerCase())?.[1];
  return major === undefined ? undefined : Number(major);
}

/** Google takes bytes: base64 in its padded form. Of a long value its reader has looked at the whole. */
function isBase64({ signature, block }: Part): boolean {
  if (signature?.inline !== undefined) return signature.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(signature.inline);
  return block?.signature?.wellFormed === true && (signature?.length ?? 1) % 4 === 0;
}

function inline(part: Part): Node {
  const { mimeType, data } = mediaOf(part);
  return { inlineData: { mimeType, data } };
}

function readable(part: Part): Part {
  return part.lacks === undefined ? part : { ...part, facts: { length: 0, state: 'empty', loneSurrogate: false, inline: '', at: [] } };
}

function declared(list: readonly Wire[]): Wire | undefined {
  return list.length === 0 ? undefined : [{ functionDeclarations: list }];
}

/** Given definitions are already in Google's own form; stubs are declarations only. */
function wrapped(tools: Wire | undefined, stubs: boolean): Wire | undefined {
  return tools === undefined ? undefined : stubs ? [{ functionDeclarations: tools }] : tools;
}

function spellFor(old: boolean): SpellTool {
  return (tool) => ({ name: tool.name as Wire, ...(tool.description === undefined ? {} : { description: tool.description as Wire }), parametersJsonSchema: (old ? tool.parameters : enumsForConsts(tool.parameters, false, 0)) as Wire });
}

const NAME_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const SUBSCHEMAS = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'contentSchema']);
/** Schemas of tools are shallow; below this depth they stay as they are. */
const DEEPEST = 500;

/** 1.x: Gemini ignores `const`, so a text or number becomes an enum of one. */
function enumsForConsts(value: Json, names: boolean, depth: number): Json {
  if (depth > DEEPEST) return value;
  const list = asArray(value);
  if (list !== undefined) return list.map((item) => enumsForConsts(item, false, depth + 1));
  const schema = asObject(value);
  if (schema === undefined) return value;
  const entries = Object.entries(schema).map(([key, inner]): [string, Json] => {
    const child = inner ?? null;
    return names || SUBSCHEMAS.has(key) ? [key, enumsForConsts(child, false, depth + 1)] : NAME_MAPS.has(key) ? [key, enumsForConsts(child, true, depth + 1)] : [key, child];
  });
  const made: JsonObject = Object.fromEntries(entries);
  const { const: only, ...rest } = made;
  return !names && made.enum === undefined && (typeof only === 'string' || typeof only === 'number') ? { ...rest, enum: [only] } : made;
}
