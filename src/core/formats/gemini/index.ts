import { factsOf } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import type { Entry, Path, Recorded, Response } from '../../model/turn.ts';
import type { RecordMeta } from '../../records/record.ts';
import { extraOf } from '../anthropic-block.ts';
import { bodyPath, CallPairs, misplacedValue, paramsOf } from '../body.ts';
import type { FormatReader, FormatSink, SessionFormat } from '../format.ts';
import { detectGeminiBody, frameOf, type Frame } from './frame.ts';
import { either, partBlock, responseBlocks } from './part.ts';

/** Members of a body that are conversation, tools or model, not parameters. */
const NO_PARAMETER = new Set(['model', 'contents', 'systemInstruction', 'system_instruction', 'tools', 'candidates', 'usageMetadata', 'usage_metadata', 'modelVersion', 'responseId', 'sdkHttpResponse']);

/**
 * A request or response body of Gemini's generateContent (AI Studio, Vertex, the SDK's form, Code Assist's wrapper), or a bare
 * array of contents. A request's model contents are one response each (inferred); a response body's first candidate is one
 * (exact by its id). Shapes: API reference and `@google/genai` types, 2026-11.
 */
export const geminiFormat: SessionFormat = {
  id: 'gemini',
  label: 'Gemini generateContent body',
  description: 'A request or response body of Gemini generateContent (AI Studio, Vertex, the SDK\'s form, Code Assist\'s wrapper), or the array of its contents.',
  shape: 'document',
  elements: ['contents', 'candidates', ''],
  detect: detectGeminiBody,
  open: () => new GeminiReader(),
};

class GeminiReader implements FormatReader {
  readonly revision = 0;
  private readonly entries: Entry[] = [];
  private readonly pairs = new CallPairs();
  private recorded: Recorded = { system: [], missing: ['the request body: there is no object at the root'] };
  private frame: Frame | undefined;
  private responses = 0;

  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void {
    if (meta.element === undefined) {
      const before = this.entries.length;
      this.root(source, value, meta.terminated, out);
      if (this.entries.length === before) out.hidden({ source, reason: Array.isArray(value) ? 'the list around the contents' : 'the body around the contents: tools, parameters' });
    } else if (meta.element.key === 'candidates') this.candidate(source, value, meta.element.index, out);
    else this.content(source, value, meta.element.index, out);
  }

  path(): Path { return bodyPath(this.entries, this.recorded); }

  private root(source: Source, value: Json, whole: boolean, out: FormatSink): void {
    const frame = frameOf(value);
    this.frame = frame;
    if (frame === undefined) {
      if (Array.isArray(value)) this.recorded = { system: [], api: 'gemini', missing: ['system instruction, tools and parameters: the file holds contents only'] };
      return;
    }
    const { body, kind, model } = frame;
    const where = at(source, frame.pointer);
    const settings = frame.sdk ? asObject(body.config ?? null) ?? {} : body;
    const inSettings = at(source, `${frame.pointer}${frame.sdk ? '/config' : ''}`);
    const tools = asArray(settings.tools);
    this.recorded = {
      system: [], api: 'gemini', ...(model === undefined ? {} : { model }), ...(whole ? { body: { api: 'gemini' as const, at: where, kind } } : {}),
      ...(tools === undefined ? {} : { tools: { api: 'gemini' as const, at: at(source, `${inSettings.pointer}/tools`), names: tools.flatMap(toolNames) } }), params: { ...paramsOf(body, NO_PARAMETER), ...(frame.sdk ? { config: paramsOf(settings, NO_PARAMETER) } : {}) },
      missing: [...kind === 'response' ? ['the request that this response answers'] : [], ...(model === undefined ? ['the model: it is in the address, not in the body'] : []), ...(whole ? [] : ['the rest of the body: the file is cut off'])],
    };
    const system = either(settings, 'systemInstruction');
    if (system !== undefined) this.system(at(source, `${inSettings.pointer}/${system.key}`), system.value);
    if (typeof body.contents === 'string') {
      const text = at(source, `${frame.pointer}/contents`);
      this.entries.push({ role: 'user', source: text, blocks: [{ id: idOf(text), kind: 'text', nativeType: 'text', text: factsOf(body.contents, [text]), source: text }], visibility: 'active' });
    } else if (body.contents !== undefined && !Array.isArray(body.contents)) {
      const odd = at(source, `${frame.pointer}/contents`);
      out.problem({ code: 'gemini/not-an-array', severity: 'error', message: 'The body\'s "contents" is no array; it is kept as one opaque block', source: odd });
      this.entries.push({ role: 'user', source: odd, blocks: [misplacedValue(body.contents, odd)], visibility: 'active' });
    }
    if (frame.pointer === '') return;
    // Inside a wrapper the elements are no records of their own.
    asArray(body.contents)?.forEach((content, index) => { this.content(at(source, `${frame.pointer}/contents/${index}`), content, index, out); });
    asArray(body.candidates)?.forEach((candidate, index) => { this.candidate(at(source, `${frame.pointer}/candidates/${index}`), candidate, index, out); });
  }

  /** A content of parts; the SDK takes a text, a part or a list of them as well. */
  private system(source: Source, value: Json): void {
    const parts = asArray(asObject(value)?.parts ?? value);
    const inside = asArray(value) === undefined ? at(source, `${source.pointer}/parts`) : source;
    const blocks = parts !== undefined ? parts.map((part, index) => partBlock(part, at(source, `${inside.pointer}/${index}`), undefined, undefined))
      : typeof value === 'string' ? [{ id: idOf(source), kind: 'text' as const, nativeType: 'text', text: factsOf(value, [source]), source }] : [partBlock(value, source, undefined, undefined)];
    this.entries.push({ role: 'system', kind: 'instructions', source, blocks, visibility: 'active', native: { api: 'gemini', at: source }, detail: { instruction: true } });
  }

  private content(source: Source, value: Json, index: number, out: FormatSink): void {
    const content = asObject(value);
    const parts = content === undefined ? undefined : asArray(content.parts);
    const role = content?.role ?? 'user';
    if (content === undefined || parts === undefined || typeof role !== 'string' || !['user', 'model', 'function', 'system'].includes(role)) {
      out.problem({ code: 'gemini/malformed-content', severity: 'error', message: `contents[${index}]: ${parts === undefined ? 'the content has no list of parts' : 'the role is none of the API'}; it is kept as one opaque block`, source });
      this.entries.push({ role: 'user', source, blocks: [misplacedValue(value, source)], visibility: 'active', detail: { message: index, role: null } });
      return;
    }
    const extra = extraOf(content, ['role', 'parts']);
    const shared = {
      visibility: 'active' as const, native: { api: 'gemini' as const, at: source },
      detail: { message: index, role, ...(content.role === undefined ? { noRole: true } : {}), ...(extra === undefined ? {} : { extra }) },
    };
    if (role === 'model') {
      const response: Response = { key: `r${++this.responses}`, confidence: 'inferred', api: 'gemini', evidence: 'a model content of a request: taken for one response' };
      this.entries.push(this.answer(source, parts, response, shared));
    } else if (role === 'system') this.entries.push({ role, source, blocks: parts.map((part, at_) => partBlock(part, at(source, `${source.pointer}/parts/${at_}`), undefined, undefined)), ...shared });
    else this.input(source, parts, shared);
  }

  private answer(source: Source, parts: readonly Json[], response: Response, shared: Pick<Entry, 'visibility' | 'native' | 'detail'>): Entry {
    this.pairs.cut();
    return { role: 'assistant', source, response, blocks: parts.map((part, index) => partBlock(part, at(source, `${source.pointer}/parts/${index}`), this.pairs, response.key)), ...shared };
  }

  /** A turn for each function response, and one for each run of other parts between them. */
  private input(source: Source, parts: readonly Json[], shared: Pick<Entry, 'visibility' | 'native' | 'detail'>): void {
    let run: Entry['blocks'][number][] = [];
    const flush = (): void => {
      const first = run[0];
      if (first !== undefined || parts.length === 0) this.entries.push({ role: 'user', source: first === undefined || run.length === parts.length ? source : first.source, blocks: run, ...shared });
      run = [];
    };
    parts.forEach((value, index) => {
      const where = at(source, `${source.pointer}/parts/${index}`);
      const part = asObject(value);
      const given = part === undefined ? undefined : either(part, 'functionResponse');
      const response = given === undefined ? undefined : asObject(given.value);
      if (given === undefined || response === undefined) { run.push(partBlock(value, where, undefined, undefined)); return; }
      if (run.length > 0) flush();
      this.entries.push(this.result(response, given.key, where, shared));
    });
    if (run.length > 0 || parts.length === 0) flush();
  }

  private result(response: JsonObject, key: string, source: Source, shared: Pick<Entry, 'visibility' | 'native' | 'detail'>): Entry {
    const name = asString(response.name);
    const id = asString(response.id);
    const callId = this.pairs.result(id, name);
    const { blocks, isError, form } = responseBlocks(response, at(source, `${source.pointer}/${key}`));
    return {
      role: 'toolResult', source, blocks, visibility: shared.visibility, native: { api: 'gemini', at: source }, detail: { ...shared.detail, form, key, ...(id === undefined ? { madeId: true } : {}) },
      ...(callId === undefined ? {} : { callId }), ...(name === undefined ? {} : { toolName: name }), ...(isError ? { isError } : {}),
    };
  }

  /** The first candidate is the answer; others are what the model might have said instead. */
  private candidate(source: Source, value: Json, index: number, out: FormatSink): void {
    const parts = asArray(asObject(asObject(value)?.content ?? null)?.parts);
    if (parts === undefined || index > 0 || this.frame?.kind !== 'response') {
      if (source.pointer === '') out.hidden({ source, reason: index > 0 ? 'another candidate of the same response' : 'the candidate holds no content' });
      return;
    }
    const id = asString(this.frame.body.responseId);
    const { model } = this.recorded;
    const response: Response = { key: id ?? 'r1', confidence: 'exact', api: 'gemini', ...(model === undefined ? {} : { model }), evidence: id === undefined ? 'the file is one response body' : 'id of the response body' };
    const content = at(source, `${source.pointer}/content`);
    const finish = asString(asObject(value)?.finishReason);
    this.entries.push(this.answer(content, parts, response, { visibility: 'active', native: { api: 'gemini', at: content }, detail: { message: index, role: 'model', ...(finish === undefined ? {} : { finishReason: finish }) } }));
  }
}

function toolNames(tool: Json): readonly string[] {
  const object = asObject(tool);
  if (object === undefined) return [];
  const functions = either(object, 'functionDeclarations');
  const named = (asArray(functions?.value) ?? []).map((definition) => asString(asObject(definition)?.name) ?? '');
  return [...named, ...Object.keys(object).filter((key) => key !== functions?.key)];
}
