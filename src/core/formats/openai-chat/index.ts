import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, type Source } from '../../model/source.ts';
import type { Entry, Path, Recorded, Response } from '../../model/turn.ts';
import type { RecordMeta } from '../../records/record.ts';
import { bodyPath, CallPairs, misplacedValue, paramsOf } from '../body.ts';
import type { FormatReader, FormatSink, SessionFormat } from '../format.ts';
import { detectChatBody } from './detection.ts';
import { chatEntry, chatRole } from './message.ts';

/** Root members that are conversation, tools or model, not parameters. */
const NO_PARAMETER = new Set(['model', 'messages', 'tools', 'choices', 'id', 'object', 'created', 'usage', 'system_fingerprint']);

/**
 * A request or response body of Chat Completions or of a service that speaks it, or a bare array of its messages. A request's
 * assistant messages are one response each (inferred); a response body's first choice is one (exact by its id). Shapes: API
 * reference and SDK types, vendors' documentation of their own members, 2026-11.
 */
export const openaiChatFormat: SessionFormat = {
  id: 'openai-chat',
  label: 'Chat Completions body',
  description: 'A request or response body of OpenAI Chat Completions or of a service that speaks it (DeepSeek, Qwen, Kimi, OpenRouter and others), or the array of its messages.',
  shape: 'document',
  elements: ['messages', 'choices', ''],
  detect: detectChatBody,
  open: () => new ChatReader(),
};

class ChatReader implements FormatReader {
  readonly revision = 0;
  private readonly entries: Entry[] = [];
  private readonly pairs = new CallPairs();
  private recorded: Recorded = { system: [], missing: ['the request body: there is no object at the root'] };
  private responses = 0;
  private body: JsonObject | undefined;

  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void {
    if (meta.element === undefined) this.root(source, value, meta.terminated, out);
    else if (meta.element.key === 'choices') this.choice(source, value, meta.element.index, out);
    else this.message(source, value, meta.element.index, out);
  }

  path(): Path { return bodyPath(this.entries, this.recorded); }

  private root(source: Source, value: Json, whole: boolean, out: FormatSink): void {
    const before = this.entries.length;
    this.frame(source, value, whole, out);
    if (this.entries.length === before) out.hidden({ source, reason: Array.isArray(value) ? 'the list around the messages' : 'the body around the messages: model, tools, parameters' });
  }

  private frame(source: Source, value: Json, whole: boolean, out: FormatSink): void {
    const body = asObject(value);
    this.body = body;
    if (body === undefined) {
      if (Array.isArray(value)) this.recorded = { system: [], api: 'openai-chat', missing: ['tools and parameters: the file holds messages only'] };
      return;
    }
    const kind = body.messages === undefined && Array.isArray(body.choices) ? 'response' as const : 'request' as const;
    const model = asString(body.model);
    const tools = asArray(body.tools);
    this.recorded = {
      system: [], api: 'openai-chat', ...(model === undefined ? {} : { model }), ...(whole ? { body: { api: 'openai-chat' as const, at: source, kind } } : {}),
      ...(tools === undefined ? {} : { tools: { api: 'openai-chat' as const, at: at(source, '/tools'), names: tools.map(toolName) } }), params: paramsOf(body, NO_PARAMETER),
      missing: [...kind === 'response' ? ['the request that this response answers'] : [], ...(model === undefined ? ['the model: it is not in the body'] : []), ...(whole ? [] : ['the rest of the body: the file is cut off'])],
    };
    if (body.messages !== undefined && !Array.isArray(body.messages)) {
      const where = at(source, '/messages');
      out.problem({ code: 'chat/not-an-array', severity: 'error', message: 'The body\'s "messages" is no array; it is kept as one opaque block', source: where });
      this.entries.push({ role: 'user', source: where, blocks: [misplacedValue(body.messages, where)], visibility: 'active' });
    }
  }

  private message(source: Source, value: Json, index: number, out: FormatSink): void {
    const message = asObject(value);
    const role = message === undefined ? undefined : chatRole(message.role);
    if (message === undefined || role === undefined) {
      out.problem({ code: 'chat/malformed-message', severity: 'error', message: `messages[${index}]: ${message === undefined ? 'the message is no object' : 'the role is none of the API'}; it is kept as one opaque block`, source });
      this.entries.push({ role: 'user', source, blocks: [misplacedValue(value, source)], visibility: 'active', detail: { message: index, role: null } });
      return;
    }
    const { content } = message;
    if (content !== undefined && content !== null && typeof content !== 'string' && !Array.isArray(content)) out.problem({ code: 'chat/malformed-message', severity: 'error', message: `messages[${index}]: the content is neither text nor an array of parts; it is kept as one opaque block`, source });
    const response: Response | undefined = role !== 'assistant' ? undefined
      : { key: `r${++this.responses}`, confidence: 'inferred', api: 'openai-chat', evidence: 'an assistant message of a request: taken for one response' };
    this.entries.push(chatEntry(message, role, source, index, this.pairs, response));
  }

  /** The first choice is the answer; others are what the model might have said instead. */
  private choice(source: Source, value: Json, index: number, out: FormatSink): void {
    const message = asObject(asObject(value)?.message ?? null);
    if (message === undefined || chatRole(message.role) !== 'assistant' || index > 0) { out.hidden({ source, reason: index > 0 ? 'another choice of the same response' : 'the choice holds no assistant message' }); return; }
    const id = asString(this.body?.id);
    const { model } = this.recorded;
    const finish = asString(asObject(value)?.finish_reason);
    const response: Response = {
      key: id ?? 'r1', confidence: 'exact', api: 'openai-chat', ...(model === undefined ? {} : { model }), evidence: id === undefined ? 'the file is one response body' : 'id of the response body',
    };
    const entry = chatEntry(message, 'assistant', at(source, '/message'), index, this.pairs, response);
    this.entries.push(finish === undefined ? entry : { ...entry, detail: { ...entry.detail, finish_reason: finish } });
  }
}

function toolName(tool: Json): string {
  const object = asObject(tool);
  const inner = asObject(object?.function ?? null) ?? asObject(object?.custom ?? null);
  return asString(inner?.name) ?? asString(object?.name) ?? asString(object?.type) ?? '';
}
