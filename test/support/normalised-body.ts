import { asArray, asObject, type Json, type JsonObject } from '../../src/core/model/json.ts';
import { dialectOf } from '../../src/core/targets/openai-chat/dialect.ts';

/** One way in which a request that was read and written again may differ from what it was, in the words of the README. */
interface Normalisation { readonly what: string; readonly formats: readonly string[]; apply(body: JsonObject, dialect: string | undefined): JsonObject }

const REASONING = ['reasoning_content', 'reasoning', 'reasoning_text', 'reasoning_opaque', 'reasoning_details', 'thinking_blocks'];

/** The whole list. Each is applied to the body as it went in and as it came out. */
const NORMALISATIONS: readonly Normalisation[] = [
  {
    what: 'string content is one text block', formats: ['anthropic-messages'],
    apply: (body) => ({
      ...body, ...(typeof body.system === 'string' ? { system: textBlock(body.system) } : {}),
      messages: each(body.messages, (message) => typeof message.content === 'string' ? { ...message, content: textBlock(message.content) } : message),
    }),
  },
  {
    what: 'unsigned thinking, and thinking of another provider, is left out, with the message when nothing else is in it', formats: ['anthropic-messages', 'bedrock-converse'],
    apply: (body) => ({
      ...body, messages: each(body.messages, (message) => ({ ...message, ...(Array.isArray(message.content) ? { content: message.content.filter((block) => !isUnsigned(block)) } : {}) }))
        .filter((message, index) => !Array.isArray(asObject(message)?.content) || (asObject(message)?.content as readonly Json[]).length > 0 || (asArray(asObject((body.messages as readonly Json[])[index]!)?.content) ?? []).length === 0),
    }),
  },
  { what: 'a body that names no model gets a placeholder', formats: ['anthropic-messages', 'bedrock-converse', 'openai-chat'], apply: (body) => without(body, body.model === 'MODEL' ? ['model'] : body.modelId === 'MODEL' ? ['modelId'] : []) },
  {
    what: 'reasoning members that the service does not take are left out, with a message of nothing else', formats: ['openai-chat'],
    apply: (body, dialect) => {
      const { fields } = dialectOf(dialect);
      return { ...body, messages: each(body.messages, (message) => message.role === 'assistant' ? withoutChunks(without(message, REASONING.filter((field) => !fields.includes(field)))) : message)
        .filter((message, index) => !isSpent(asObject(message), asObject((body.messages as readonly Json[])[index]!))) };
    },
  },
  {
    what: 'a developer message is a system message where the service has no such role', formats: ['openai-chat'],
    apply: (body, dialect) => dialectOf(dialect).developerRole === 'developer' ? body : { ...body, messages: each(body.messages, (message) => message.role === 'developer' ? { ...message, role: 'system' } : message) },
  },
  { what: 'reasoning without encrypted content is left out', formats: ['openai-responses'], apply: (body) => ({ ...body, ...(Array.isArray(body.input) ? { input: body.input.filter((item) => !(asObject(item)?.type === 'reasoning' && typeof asObject(item)?.encrypted_content !== 'string')) } : {}) }) },
  { what: 'an empty list of tools is left out', formats: ['openai-responses'], apply: (body) => without(body, (asArray(body.tools) ?? [null]).length === 0 ? ['tools'] : []) },
  // pi-ai 0.73.1 makes it of an assistant block that it does not know.
  { what: 'a member that no API has (toolCalls) is left out', formats: ['mistral-chat'], apply: (body) => ({ ...body, messages: each(body.messages, (message) => without(message, ['toolCalls'])) }) },
  { what: 'parameters are those of the API that the body is read as', formats: ['mistral-chat'], apply: ({ messages, tools }) => present({ messages, tools }) },
  { what: 'one text chunk is string content, and no content beside calls is ""', formats: ['mistral-chat'], apply: (body) => ({ ...body, messages: each(body.messages, (message) => ({ ...message, content: plainText(message.content) })) }) },
  {
    what: 'members that spell a default (prefix, index, strict) are left out', formats: ['mistral-chat'],
    apply: (body) => ({
      messages: each(body.messages, (message) => ({ ...without(message, message.prefix === false ? ['prefix'] : []), ...(Array.isArray(message.tool_calls) ? { tool_calls: each(message.tool_calls, (call) => without(call, ['index'])) } : {}) })),
      ...(body.tools === undefined ? {} : { tools: each(body.tools, (tool) => ({ ...tool, function: without(asObject(tool.function ?? null) ?? {}, ['strict']) })) }),
    }),
  },
  { what: 'string input is one user message', formats: ['openai-responses'], apply: (body) => ({ ...body, ...(typeof body.input === 'string' ? { input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: body.input }] }] } : {}) }) },
  {
    what: 'the wrapper of Code Assist is taken off', formats: ['gemini'],
    apply: (body) => asObject(asObject(body.request ?? null)?.contents === undefined ? null : body.request ?? null) ?? body,
  },
  {
    what: 'the SDK\'s config is spelled as members of the REST body', formats: ['gemini'],
    apply: (body) => {
      const settings = asObject(body.config ?? null);
      if (settings === undefined) return body;
      const rest = without(body, ['config', 'model']);
      const { systemInstruction, tools, toolConfig, safetySettings, cachedContent, ...generationConfig } = settings;
      return { ...rest, ...present({ tools, toolConfig, safetySettings, cachedContent }), ...(systemInstruction === undefined ? {} : { systemInstruction: typeof systemInstruction === 'string' ? { parts: [{ text: systemInstruction }] } : systemInstruction }), ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }) };
    },
  },
  { what: 'system_instruction is spelled systemInstruction', formats: ['gemini'], apply: ({ system_instruction, ...body }) => system_instruction === undefined ? body : { ...body, systemInstruction: system_instruction } },
];

/** A body with everything in its one spelling, and which normalisations changed it. */
export function normalised(body: JsonObject, format: string, dialect: string | undefined): { readonly body: Json; readonly used: ReadonlySet<string> } {
  const used = new Set<string>();
  const done = NORMALISATIONS.filter((n) => n.formats.includes(format)).reduce((before, { what, apply }) => {
    const after = apply(before, dialect);
    if (JSON.stringify(after) !== JSON.stringify(before)) used.add(what);
    return after;
  }, body);
  return { body: done, used };
}

function each(list: Json | undefined, change: (message: JsonObject) => JsonObject): readonly Json[] {
  return (asArray(list) ?? []).map((value) => { const message = asObject(value); return message === undefined ? value : change(message); });
}

function textBlock(text: string): Json {
  return [{ type: 'text', text }];
}

/** A single text chunk as the string it holds. */
function plainText(content: Json | undefined): Json {
  const [only, ...more] = asArray(content) ?? [];
  const part = only === undefined ? undefined : asObject(only);
  return content === undefined ? '' : more.length === 0 && part?.type === 'text' && typeof part.text === 'string' ? part.text : content;
}

/** Reasoning among the parts of the content, which only Mistral takes. */
function withoutChunks(message: JsonObject): JsonObject {
  const parts = asArray(message.content);
  const left = parts?.filter((part) => asObject(part)?.type !== 'thinking');
  return parts === undefined || left!.length === parts.length ? message : { ...message, content: plainText(left) };
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function present(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Thinking that no Claude model signed. */
function isUnsigned(value: Json): boolean {
  const block = asObject(value);
  const converse = asObject(asObject(block?.reasoningContent ?? null)?.reasoningText ?? null);
  if (converse !== undefined) return typeof converse.signature !== 'string' || converse.signature === '';
  return block?.type === 'thinking' && (typeof block.signature !== 'string' || block.signature === '');
}

/** An assistant message that held reasoning and nothing else. */
function isSpent(after: JsonObject | undefined, before: JsonObject | undefined): boolean {
  if (after?.role !== 'assistant' || JSON.stringify(after) === JSON.stringify(before)) return false;
  return Object.entries(after).every(([key, value]) => key === 'role' || value === null || Array.isArray(value) && value.length === 0);
}
