import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, type Source } from '../../model/source.ts';
import type { Entry, Path, Recorded, Response } from '../../model/turn.ts';
import type { RecordMeta } from '../../records/record.ts';
import { extraOf } from '../anthropic-block.ts';
import { bodyPath, misplacedValue, paramsOf } from '../body.ts';
import type { FormatReader, FormatSink, SessionFormat } from '../format.ts';
import { converseBlock, converseContent } from './block.ts';
import { detectConverseBody } from './detection.ts';

/** Root members that are conversation, tools or model, not parameters. Of `toolConfig` the choice is one. */
const NO_PARAMETER = new Set(['modelId', 'messages', 'system', 'toolConfig', 'output', 'usage', 'metrics', 'stopReason', 'trace']);

/**
 * A request or response body of Bedrock's Converse, or a bare array of its messages, as SDKs write them down: bytes are base64.
 * A request's assistant messages are one response each (inferred); a response body is one. Shapes: types of
 * `@aws-sdk/client-bedrock-runtime`, 2026-11.
 */
export const bedrockConverseFormat: SessionFormat = {
  id: 'bedrock-converse',
  label: 'Bedrock Converse body',
  description: 'A request or response body of Amazon Bedrock\'s Converse, or the array of its messages.',
  shape: 'document',
  elements: ['messages', ''],
  detect: detectConverseBody,
  open: () => new ConverseReader(),
};

type Shared = Pick<Entry, 'visibility' | 'native' | 'detail'>;

class ConverseReader implements FormatReader {
  readonly revision = 0;
  private readonly entries: Entry[] = [];
  private recorded: Recorded = { system: [], missing: ['the request body: there is no object at the root'] };
  private responses = 0;

  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void {
    if (meta.element !== undefined) { this.message(source, value, meta.element.index, out); return; }
    const before = this.entries.length;
    this.root(source, value, meta.terminated, out);
    if (this.entries.length === before) out.hidden({ source, reason: Array.isArray(value) ? 'the list around the messages' : 'the body around the messages: model, tools, parameters' });
  }

  path(): Path { return bodyPath(this.entries, this.recorded); }

  private root(source: Source, value: Json, whole: boolean, out: FormatSink): void {
    const body = asObject(value);
    if (body === undefined) {
      if (Array.isArray(value)) this.recorded = { system: [], api: 'bedrock-converse', missing: ['system prompt, tools and parameters: the file holds messages only'] };
      return;
    }
    const answer = asObject(asObject(body.output ?? null)?.message ?? null);
    const kind = body.messages === undefined && answer !== undefined ? 'response' as const : 'request' as const;
    const model = asString(body.modelId);
    const tools = asArray(asObject(body.toolConfig ?? null)?.tools);
    const choice = asObject(body.toolConfig ?? null)?.toolChoice;
    this.recorded = {
      system: [], api: 'bedrock-converse', ...(model === undefined ? {} : { model }), ...(whole ? { body: { api: 'bedrock-converse' as const, at: source, kind } } : {}),
      ...(tools === undefined ? {} : { tools: { api: 'bedrock-converse' as const, at: at(source, '/toolConfig/tools'), names: tools.map(toolName) } }),
      params: { ...paramsOf(body, NO_PARAMETER), ...(choice === undefined ? {} : { toolConfig: paramsOf({ toolChoice: choice }, new Set()) }) },
      missing: [...kind === 'response' ? ['the request that this response answers'] : [], ...(model === undefined ? ['the model: it is in the address, not in the body'] : []), ...(whole ? [] : ['the rest of the body: the file is cut off'])],
    };
    if (body.system !== undefined && body.system !== null) {
      const where = at(source, '/system');
      this.entries.push({ role: 'system', source: where, blocks: converseContent(body.system, where), visibility: 'active' });
    }
    if (kind === 'response') {
      const where = at(source, '/output/message');
      const response: Response = { key: 'r1', confidence: 'exact', api: 'bedrock-converse', ...(model === undefined ? {} : { model }), evidence: 'the file is one response body' };
      const stop = asString(body.stopReason);
      this.entries.push({ role: 'assistant', source: where, response, blocks: converseContent(answer!.content, at(where, `${where.pointer}/content`), response.key), visibility: 'active', native: { api: 'bedrock-converse', at: where }, detail: { message: 0, role: 'assistant', ...(stop === undefined ? {} : { stopReason: stop }) } });
    } else if (body.messages !== undefined && !Array.isArray(body.messages)) {
      const where = at(source, '/messages');
      out.problem({ code: 'converse/not-an-array', severity: 'error', message: 'The body\'s "messages" is no array; it is kept as one opaque block', source: where });
      this.entries.push({ role: 'user', source: where, blocks: [misplacedValue(body.messages, where)], visibility: 'active' });
    }
  }

  private message(source: Source, value: Json, index: number, out: FormatSink): void {
    const message = asObject(value);
    const role = message?.role;
    const content = message === undefined ? undefined : asArray(message.content);
    if (message === undefined || content === undefined || role !== 'user' && role !== 'assistant' && role !== 'system') {
      out.problem({ code: 'converse/malformed-message', severity: 'error', message: `messages.${index}: ${content === undefined ? 'the message has no list of blocks' : 'the role is none of the API'}; it is kept as one opaque block`, source });
      this.entries.push({ role: 'user', source, blocks: [misplacedValue(value, source)], visibility: 'active', detail: { message: index, role: null } });
      return;
    }
    const extra = extraOf(message, ['role', 'content']);
    const shared: Shared = { visibility: 'active', native: { api: 'bedrock-converse', at: source }, detail: { message: index, role, ...(extra === undefined ? {} : { extra }) } };
    if (role === 'user') { this.input(source, content, shared); return; }
    const response: Response | undefined = role !== 'assistant' ? undefined : { key: `r${++this.responses}`, confidence: 'inferred', api: 'bedrock-converse', evidence: 'an assistant message of a request: taken for one response' };
    this.entries.push({ role, source, blocks: converseContent(content, at(source, '/content'), response?.key), ...shared, ...(response === undefined ? {} : { response }) });
  }

  /** A turn for each tool result, and one for each run of other blocks between them. */
  private input(source: Source, content: readonly Json[], shared: Shared): void {
    let run: Entry['blocks'][number][] = [];
    const flush = (): void => {
      const first = run[0];
      if (first !== undefined || content.length === 0) this.entries.push({ role: 'user', source: first === undefined || run.length === content.length ? source : first.source, blocks: run, ...shared });
      run = [];
    };
    content.forEach((value, index) => {
      const where = at(source, `/content/${index}`);
      const result = asObject(asObject(value)?.toolResult ?? null);
      if (result === undefined) { run.push(converseBlock(value, where)); return; }
      if (run.length > 0) flush();
      this.entries.push(resultEntry(result, where, shared));
    });
    if (run.length > 0 || content.length === 0) flush();
  }
}

function resultEntry(result: JsonObject, source: Source, shared: Shared): Entry {
  const callId = asString(result.toolUseId);
  const status = asString(result.status);
  const inside = at(source, `${source.pointer}/toolResult/content`);
  return {
    role: 'toolResult', source, blocks: converseContent(result.content, inside), visibility: shared.visibility, native: { api: 'bedrock-converse', at: source },
    detail: { ...shared.detail, ...(status === undefined ? {} : { status }) }, ...(callId === undefined ? {} : { callId }), ...(status === undefined ? {} : { isError: status === 'error' }),
  };
}

function toolName(tool: Json): string {
  const object = asObject(tool);
  return asString(asObject(object?.toolSpec ?? null)?.name) ?? asString(asObject(object?.systemTool ?? null)?.name) ?? (object === undefined ? '' : Object.keys(object)[0] ?? '');
}
