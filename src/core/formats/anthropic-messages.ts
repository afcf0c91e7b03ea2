import { asArray, asObject, asString, type Json, type JsonObject } from '../model/json.ts';
import { at, idOf, type Source } from '../model/source.ts';
import type { Entry, Path, Recorded, Response, Role } from '../model/turn.ts';
import type { RecordMeta } from '../records/record.ts';
import { anthropicBlock, anthropicContent, extraOf, misplaced } from './anthropic-block.ts';
import { detectMessagesBody } from './anthropic-messages/detection.ts';
import type { FormatReader, FormatSink, SessionFormat } from './format.ts';
import { smallCopy } from './anthropic-block/small-copy.ts';

/** Root keys that are conversation, tools or model, not parameters. */
const NO_PARAMETER = new Set(['model', 'messages', 'system', 'tools']);
/** Root keys of a response that are kept as facts of it. */
const RESPONSE_FACTS = ['stop_reason', 'stop_sequence', 'stop_details', 'container'];

/**
 * A request or response body of the Messages API, or a bare array of its messages. A request's assistant messages are one
 * response each (inferred); a response body is one (exact by its id). Shapes: API reference and SDK 1.14.0 types, 2026-11.
 */
export const anthropicMessagesFormat: SessionFormat = {
  id: 'anthropic-messages',
  label: 'Anthropic Messages body',
  description: 'A request or response body of the Anthropic Messages API (also of Bedrock and Vertex), or the array of its messages.',
  shape: 'document',
  elements: ['messages', 'content', ''],
  detect: detectMessagesBody,
  open: () => new MessagesReader(),
};

class MessagesReader implements FormatReader {
  readonly revision = 0;
  private readonly entries: Entry[] = [];
  private recorded: Recorded = { system: [], missing: ['the request body: there is no object at the root'] };
  private answer: { readonly entry: Omit<Entry, 'blocks'>; readonly blocks: Entry['blocks'][number][] } | undefined;
  private responses = 0;

  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void {
    if (meta.element === undefined) this.root(source, value, meta.terminated, out);
    else if (meta.element.key === 'content') {
      if (this.answer === undefined) out.hidden({ source, reason: 'a request has no content of its own beside its messages' });
      else this.answer.blocks.push(anthropicBlock(value, source, this.answer.entry.response?.key));
    }
    else this.message(source, value, meta.element.index, out);
  }

  end(): void {
    if (this.answer === undefined) return;
    this.entries.push({ ...this.answer.entry, blocks: this.answer.blocks });
    this.answer = undefined;
  }

  path(): Path {
    const last = this.entries[this.entries.length - 1];
    return { entries: this.entries, recorded: this.recorded, branches: last === undefined ? [] : [{ leaf: idOf(last.source), active: true, turns: this.entries.length, label: 'the whole body' }] };
  }

  private root(source: Source, value: Json, whole: boolean, out: FormatSink): void {
    this.body(source, value, whole, out);
    if (this.entries.length === 0 && this.answer === undefined) out.hidden({ source, reason: Array.isArray(value) ? 'the list around the messages' : 'the body around the messages: model, tools, parameters' });
  }

  private body(source: Source, value: Json, whole: boolean, out: FormatSink): void {
    const body = asObject(value);
    if (body === undefined) {
      if (Array.isArray(value)) this.recorded = { system: [], api: 'anthropic-messages', missing: ['system prompt, tools and parameters: the file holds messages only'] };
      return;
    }
    const kind = Array.isArray(body.content) && body.messages === undefined ? 'response' as const : 'request' as const;
    const model = asString(body.model);
    const common = { api: 'anthropic-messages' as const, ...(model === undefined ? {} : { model }) };
    if (kind === 'response') {
      this.recorded = { system: [], ...common, ...(whole ? { body: { api: 'anthropic-messages', at: source, kind } } : {}), missing: ['the request that this response answers'] };
      this.answer = { entry: this.responseEntry(source, body, model), blocks: [] };
      return;
    }
    const tools = asArray(body.tools);
    this.recorded = {
      system: [], ...common, ...(whole ? { body: { api: 'anthropic-messages' as const, at: source, kind } } : {}),
      ...(tools === undefined ? {} : { tools: { api: 'anthropic-messages' as const, at: at(source, '/tools'), names: tools.map(toolName) } }),
      params: paramsOf(body), missing: [...(model === undefined ? ['the model: it is not in the body'] : []), ...(whole ? [] : ['the rest of the body: the file is cut off'])],
    };
    this.system(source, body.system, out);
    if (body.messages !== undefined && !Array.isArray(body.messages)) {
      out.problem({ code: 'messages/not-an-array', severity: 'error', message: 'The body\'s "messages" is no array; it is kept as one opaque block', source: at(source, '/messages') });
      this.entries.push({ role: 'user', source: at(source, '/messages'), blocks: [misplaced(body.messages, at(source, '/messages'))], visibility: 'active' });
    }
  }

  private responseEntry(source: Source, body: JsonObject, model: string | undefined): Omit<Entry, 'blocks'> {
    const id = asString(body.id);
    const response: Response = {
      key: id ?? 'r1', confidence: 'exact', api: 'anthropic-messages', ...(model === undefined ? {} : { model }),
      evidence: id === undefined ? 'the file is one response body' : 'id of the response body',
    };
    const detail: { [key: string]: Json } = { message: 0, role: 'assistant' };
    for (const key of RESPONSE_FACTS) { const copy = smallCopy(body[key]); if (copy !== undefined) detail[key] = copy; }
    return { role: 'assistant', source, response, visibility: 'active', native: { api: 'anthropic-messages', at: source }, detail };
  }

  private system(source: Source, value: Json | undefined, out: FormatSink): void {
    if (value === undefined || value === null) return;
    const where = at(source, '/system');
    if (typeof value !== 'string' && !Array.isArray(value)) out.problem({ code: 'messages/system-malformed', severity: 'error', message: 'The body\'s "system" is neither text nor an array of blocks', source: where });
    this.entries.push({ role: 'system', source: where, blocks: anthropicContent(value, where), visibility: 'active' });
  }

  private message(source: Source, value: Json, index: number, out: FormatSink): void {
    const message = asObject(value);
    const problem = (text: string): void => { out.problem({ code: 'messages/malformed-message', severity: 'error', message: `messages.${index}: ${text}`, source }); };
    const role = message === undefined ? undefined : roleOf(message.role);
    if (message === undefined || role === undefined) {
      problem(message === undefined ? 'the message is no object; it is kept as one opaque block' : `unknown role ${spelled(message.role)}; the message is kept as one opaque block`);
      this.entries.push({ role: 'user', source, blocks: [misplaced(value, source)], visibility: 'active', native: { api: 'anthropic-messages', at: source }, detail: { message: index, role: null } });
      return;
    }
    const extra = extraOf(message, ['role', 'content']);
    const shared = { visibility: 'active' as const, native: { api: 'anthropic-messages' as const, at: source } };
    const detail = { message: index, role: String(message.role), content: Array.isArray(message.content) ? 'array' : typeof message.content === 'string' ? 'string' : 'malformed', ...(extra === undefined ? {} : { extra }) };
    if (detail.content === 'malformed') problem(message.content === undefined ? 'the message has no content' : 'the content is neither text nor an array of blocks; it is kept as one opaque block');
    if (role === 'user') { this.userMessage(source, message.content, { shared, detail }); return; }
    const response: Response | undefined = role !== 'assistant' ? undefined
      : { key: `r${++this.responses}`, confidence: 'inferred', api: 'anthropic-messages', evidence: 'an assistant message of a request: taken for one response' };
    const blocks = anthropicContent(message.content, at(source, '/content'), response?.key);
    this.entries.push({ role, source, blocks, ...shared, detail, ...(response === undefined ? {} : { response }) });
  }

  /** A turn for each tool result, and one for each run of other blocks between them. */
  private userMessage(source: Source, content: Json | undefined, { shared, detail }: { readonly shared: Pick<Entry, 'visibility' | 'native'>; readonly detail: JsonObject }): void {
    const parts = asArray(content);
    if (parts === undefined || parts.length === 0) {
      this.entries.push({ role: 'user', source, blocks: anthropicContent(content, at(source, '/content')), ...shared, detail: detail as { [key: string]: Json } });
      return;
    }
    let run: Entry['blocks'][number][] = [];
    const flush = (): void => {
      const first = run[0];
      if (first === undefined) return;
      this.entries.push({ role: 'user', source: run.length === parts.length ? source : first.source, blocks: run, ...shared, detail: detail as { [key: string]: Json } });
      run = [];
    };
    parts.forEach((part, index) => {
      const where = at(source, `/content/${index}`);
      const result = asObject(part);
      if (result?.type !== 'tool_result') { run.push(anthropicBlock(part, where)); return; }
      flush();
      this.entries.push(resultEntry(result, where, shared, detail));
    });
    flush();
  }
}

function resultEntry(result: JsonObject, source: Source, shared: Pick<Entry, 'visibility' | 'native'>, detail: JsonObject): Entry {
  const callId = asString(result.tool_use_id);
  const extra = extraOf(result, ['tool_use_id', 'content', 'is_error']);
  return {
    role: 'toolResult', source, blocks: anthropicContent(result.content, at(source, `${source.pointer}/content`)), visibility: shared.visibility, native: { api: 'anthropic-messages', at: source },
    ...(callId === undefined ? {} : { callId }), ...(typeof result.is_error === 'boolean' ? { isError: result.is_error } : {}),
    detail: {
      ...(detail as { [key: string]: Json }), result: result.content === undefined ? 'absent' : Array.isArray(result.content) ? 'array' : 'string',
      ...(extra === undefined ? {} : { resultExtra: extra }),
    },
  };
}

function roleOf(role: Json | undefined): Role | undefined {
  return role === 'user' || role === 'assistant' || role === 'system' || role === 'developer' ? role : undefined;
}

function spelled(role: Json | undefined): string {
  return typeof role === 'string' ? `"${role.slice(0, 40)}"` : role === undefined ? '(none)' : typeof role;
}

function toolName(tool: Json): string {
  const object = asObject(tool);
  return asString(object?.name) ?? asString(object?.type) ?? asString(tool) ?? '';
}

function paramsOf(body: JsonObject): { [key: string]: Json } {
  const params: { [key: string]: Json } = {};
  for (const key of Object.keys(body)) {
    const copy = NO_PARAMETER.has(key) ? undefined : smallCopy(body[key]);
    if (copy !== undefined) params[key] = copy;
  }
  return params;
}
