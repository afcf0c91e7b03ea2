import type { Block } from '../model/block.ts';
import { factsOf } from '../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../model/json.ts';
import { at, idOf, type Source } from '../model/source.ts';
import type { Entry, Path, Recorded } from '../model/turn.ts';
import type { RecordMeta } from '../records/record.ts';
import type { Detection, FormatReader, FormatSink, Head, SessionFormat } from './format.ts';
import { itemTypeOf, makerOf, readItem } from './responses-item.ts';
import { ResponseGroups } from './responses-item/groups.ts';

/** Body of an OpenAI Responses request or of its answer: what a proxy, a test or a developer saved. */
export const openaiResponsesFormat: SessionFormat = {
  id: 'openai-responses',
  label: 'OpenAI Responses body',
  description: 'A request (`input`) or response (`output`) body of the OpenAI Responses API, or a bare list of its items.',
  shape: 'document',
  elements: ['input', 'output', ''],
  detect,
  open: () => new ResponsesReader(),
};

/** Keys of a request that an embeddings or moderation request, which also has `input` and `model`, does not have. */
const REQUEST_KEYS: readonly string[] = ['instructions', 'reasoning', 'tools', 'include', 'previous_response_id', 'text', 'conversation', 'max_output_tokens', 'store'];
const ITEM_TYPES = new Set(['message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output', 'local_shell_call', 'web_search_call', 'agent_message', 'item_reference', 'compaction', 'tool_search_call', 'computer_call', 'mcp_call', 'image_generation_call', 'additional_tools']);

function detect(head: Head): Detection | null {
  const value = head.records[0];
  const list = asArray(value);
  if (list !== undefined) {
    const typed = list.filter(isTypedItem).length;
    return typed > 0 && typed >= list.length * 0.6 ? { confidence: 0.7, reasons: [`a list with ${typed} Responses items`] } : null;
  }
  const body = asObject(value);
  if (body === undefined) return null;
  const output = asArray(body.output);
  if (output !== undefined && body.object === 'response') return { confidence: 0.97, reasons: ['object is "response"', `output has ${output.length} items`] };
  if (output !== undefined && output.some(isTypedItem)) return { confidence: 0.7, reasons: ['output holds Responses items'] };
  const input = asArray(body.input);
  if (input === undefined && typeof body.input !== 'string') return null;
  const items = input?.some(isItem) === true;
  const keys = REQUEST_KEYS.filter((key) => body[key] !== undefined);
  if (typeof body.model !== 'string') return input?.some(isTypedItem) === true ? { confidence: 0.7, reasons: ['input holds Responses items', 'no model'] } : null;
  if (!items && keys.length === 0) return null;
  return { confidence: items ? 0.95 : 0.85, reasons: ['model and input', ...(items ? ['input holds items'] : []), ...(keys.length > 0 ? [`keys of a Responses request: ${keys.join(', ')}`] : [])] };
}

function isTypedItem(value: Json): boolean {
  const type = asObject(value)?.type;
  return typeof type === 'string' && ITEM_TYPES.has(type);
}

/** Items of any type count, and messages without one; a message of another API's blocks does not. */
function isItem(value: Json): boolean {
  const item = asObject(value);
  return item !== undefined && (typeof item.type === 'string' || typeof item.role === 'string' && item.content !== undefined);
}

class ResponsesReader implements FormatReader {
  readonly revision = 0;
  private readonly entries: Entry[] = [];
  private readonly groups = new ResponseGroups();
  private recorded: Recorded = { system: [], api: 'openai-responses', missing: [] };
  private model: string | undefined;
  private answer = '';

  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void {
    if (meta.element === undefined) this.root(source, value, meta.terminated, out);
    else this.item(source, value, meta.element.key === 'output', out);
  }

  private root(source: Source, value: Json, whole: boolean, out: FormatSink): void {
    const before = this.entries.length;
    const body = asObject(value);
    if (body !== undefined) this.body(source, body, whole, out);
    if (this.entries.length === before) out.hidden({ source, reason: body === undefined ? 'the list around the items' : 'the body around the items: model, tools, parameters' });
  }

  private body(source: Source, body: JsonObject, whole: boolean, out: FormatSink): void {
    const response = asArray(body.output) !== undefined;
    this.model = asString(body.model);
    this.answer = asString(body.id) ?? '';
    const missing = lacksOf(body);
    this.recorded = {
      ...this.recorded, missing, params: paramsOf(body),
      // A body that is cut off was not sent like this.
      ...(whole ? { body: { api: 'openai-responses' as const, at: source, kind: response && body.input === undefined ? 'response' as const : 'request' as const } } : {}),
      ...(this.model === undefined ? {} : { model: this.model }), ...toolsOf(body, source),
    };
    for (const reason of missing) out.problem({ code: 'responses/not-self-contained', severity: 'warning', message: `The body is not self-contained: ${reason}`, source });
    this.instructions(source, body.instructions);
    if (typeof body.input === 'string') {
      const where = at(source, '/input');
      const block: Block = { id: idOf(where), kind: 'text', nativeType: 'text', text: factsOf(body.input, [where]), source: where };
      this.entries.push({ role: 'user', source: where, blocks: [block], visibility: 'active', detail: { itemType: 'message', easy: true } });
    } else if (!response && asArray(body.input) === undefined) out.problem({ code: 'responses/no-input', severity: 'warning', message: '`input` is neither a string nor a list of items', source });
  }

  /** The top-level `instructions` are a system turn; a response may echo them as a list of items. */
  private instructions(source: Source, value: Json | undefined): void {
    if (typeof value === 'string') {
      const where = at(source, '/instructions');
      const block: Block = { id: idOf(where), kind: 'text', nativeType: 'text', text: factsOf(value, [where]), source: where };
      this.entries.push({ role: 'system', kind: 'instructions', source: where, blocks: [block], visibility: 'active', detail: { itemType: 'instructions' } });
    } else asArray(value)?.forEach((item, index) => { this.entries.push(readItem(item, source, `/instructions/${index}`)); });
  }

  private item(source: Source, value: Json, output: boolean, out: FormatSink): void {
    const item = asObject(value);
    const maker = item === undefined ? 'input' : makerOf(item);
    if (item?.type === 'item_reference') out.problem({ code: 'responses/not-self-contained', severity: 'warning', message: 'The body is not self-contained: an item_reference stands for an item that only the server has', source });
    if (maker !== 'model' && !output) this.groups.cut();
    const around = { model: this.model };
    const response = maker !== 'model' || item === undefined ? undefined
      : output ? this.groups.exact(0, () => this.answer === '' ? 'the items of one response body' : `response id ${this.answer}`, around)
      : this.groups.inferred(itemTypeOf(item), asString(item.phase), around);
    this.entries.push(readItem(value, source, '', response));
  }

  path(): Path {
    const last = this.entries[this.entries.length - 1];
    return {
      entries: this.entries, recorded: this.recorded,
      branches: last === undefined ? [] : [{ leaf: idOf(last.source), active: true, turns: this.turns(), label: 'the whole body' }],
    };
  }

  private turns(): number {
    const responses = new Set<string>();
    let others = 0;
    for (const { response } of this.entries) if (response === undefined) others++; else responses.add(response.key);
    return others + responses.size;
  }
}

/** What a body leaves to the server that stored the rest of the conversation. */
function lacksOf(body: JsonObject): readonly string[] {
  const missing: string[] = [];
  if (typeof body.previous_response_id === 'string') missing.push('what precedes it is stored at the server (previous_response_id)');
  if (typeof body.conversation === 'string' || asObject(body.conversation) !== undefined) missing.push('what precedes it is stored at the server (conversation)');
  return missing;
}

const PARAMS: readonly string[] = ['reasoning', 'store', 'include', 'text', 'tool_choice', 'parallel_tool_calls', 'temperature', 'top_p', 'max_output_tokens', 'truncation', 'stream', 'service_tier', 'context_management', 'previous_response_id', 'conversation', 'prompt_cache_key', 'background', 'client_metadata', 'max_tool_calls', 'metadata', 'moderation', 'prompt', 'prompt_cache_retention', 'safety_identifier', 'stream_options', 'top_logprobs', 'user'];
const PARAM_LIMIT = 2048;

function paramsOf(body: JsonObject): Readonly<Record<string, Json>> {
  const params: Record<string, Json> = {};
  for (const key of PARAMS) {
    const value = body[key];
    if (value === undefined) continue;
    try {
      const spelled = JSON.stringify(value);
      if (spelled.length <= PARAM_LIMIT) params[key] = JSON.parse(spelled) as Json;
    } catch { /* nested deeper than the stack: no parameter that anyone wrote */ }
  }
  return params;
}

function toolsOf(body: JsonObject, source: Source): Pick<Recorded, 'tools'> {
  const tools = asArray(body.tools);
  if (tools === undefined || tools.length === 0) return {};
  const names = tools.map((tool) => {
    const definition = asObject(tool);
    return asString(definition?.name) ?? asString(asObject(definition?.function)?.name) ?? asString(definition?.type) ?? 'unknown';
  });
  return { tools: { api: 'openai-responses', at: at(source, '/tools'), names } };
}
