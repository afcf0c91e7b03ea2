import type { Block } from '../../model/block.ts';
import { factsOf, type Facts } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import type { Recorded } from '../../model/turn.ts';
import { smallCopy } from '../anthropic-block/small-copy.ts';

/** System prompt and tools of a request as recorded. */
interface Shape { readonly system: readonly Block[]; readonly tools: Recorded['tools'] }

/**
 * What Claude Code 2.1.332 logs of its own requests in the session file: system prompt and tools by hash (`api-request-shape`),
 * messages by hash (`api-request-blob`), and each request with its parameters (`api-request`). It is what went over the wire,
 * so it comes before anything that can be derived from the rows; the first system block (billing) and the request of a
 * compaction are not in it.
 */
export class RequestLog {
  private readonly shapes = new Map<string, Shape>();
  private snapshot: Shape | undefined;
  private last: { readonly shape: string | undefined; readonly model: string | undefined; readonly params: Readonly<Record<string, Json>> } | undefined;
  private noted: ((sent: Facts) => void) | undefined;
  private readonly blobs = new Map<string, Facts>();

  get model(): string | undefined { return this.last?.model; }
  get params(): Readonly<Record<string, Json>> | undefined { return this.last?.params; }
  /** Whether the system prompt is known as it was sent, not only its sections. */
  get logged(): boolean { return this.last?.shape !== undefined && this.shapes.has(this.last.shape); }
  get shape(): Shape | undefined { return (this.last?.shape === undefined ? undefined : this.shapes.get(this.last.shape)) ?? this.snapshot; }

  /** A text was stored raw that the client frames when it sends it: the next request shows how. */
  await(noted: (sent: Facts) => void): void { this.noted = noted; this.blobs.clear(); }
  /** Something stands behind that text: it is no longer the last one of the next request. */
  forget(): void { this.noted = undefined; this.blobs.clear(); }

  record(type: string, record: JsonObject, source: Source): void {
    if (type === 'api-request-shape') this.addShape(record, source);
    else if (type === 'api-request-blob') this.addBlob(record, source);
    else if (type === 'api-request') this.addRequest(record);
  }

  /** `prompt_snapshot` attachments: system prompt and tools where requests are not logged. */
  addSnapshot(attachment: JsonObject, source: Source): void {
    const system = asArray(attachment.systemPrompt);
    if (system === undefined) return;
    const tools = asArray(attachment.tools);
    this.snapshot = {
      system: [...textBlock(attachment.cliPrefix, at(source, '/attachment/cliPrefix')), ...system.flatMap((text, index) => textBlock(text, at(source, `/attachment/systemPrompt/${index}`)))],
      tools: tools === undefined ? this.snapshot?.tools : { api: 'anthropic-messages', at: at(source, '/attachment/tools'), names: tools.map(toolName) },
    };
  }

  private addShape(record: JsonObject, source: Source): void {
    const hash = asString(record.shapeHash);
    const shape = asObject(record.shape);
    if (hash === undefined || shape === undefined) return;
    const system = asArray(shape.system) ?? [];
    const tools = asArray(shape.tools);
    this.shapes.set(hash, {
      system: system.flatMap((part, index) => textBlock(asObject(part)?.text, at(source, `/shape/system/${index}/text`))),
      tools: tools === undefined ? undefined : { api: 'anthropic-messages', at: at(source, '/shape/tools'), names: tools.map(toolName) },
    });
  }

  private addBlob(record: JsonObject, source: Source): void {
    const hash = asString(record.hash);
    const message = asObject(record.message);
    if (this.noted === undefined || hash === undefined || message?.role !== 'user') return;
    const { content } = message;
    if (typeof content === 'string') { this.blobs.set(hash, factsOf(content, [at(source, '/message/content')])); return; }
    const parts = asArray(content) ?? [];
    const text = asString(asObject(parts[parts.length - 1])?.text);
    if (text !== undefined) this.blobs.set(hash, factsOf(text, [at(source, `/message/content/${parts.length - 1}/text`)]));
  }

  private addRequest(record: JsonObject): void {
    const params = asObject(record.params);
    const kept: { [key: string]: Json } = {};
    for (const key of Object.keys(params ?? {})) {
      const copy = key === 'model' || key === 'betas' ? undefined : smallCopy(params![key]);
      if (copy !== undefined) kept[key] = copy;
    }
    this.last = { shape: asString(record.shapeHash), model: asString(params?.model), params: kept };
    const tail = asArray(record.tail);
    const sent = this.blobs.get(asString(tail?.[tail.length - 1]) ?? '');
    if (sent !== undefined) this.noted?.(sent);
    if (this.noted !== undefined) this.forget();
  }
}

function textBlock(text: Json | undefined, source: Source): readonly Block[] {
  return typeof text !== 'string' ? [] : [{ id: idOf(source), kind: 'text', nativeType: 'system', text: factsOf(text, [source]), source }];
}

function toolName(tool: Json): string {
  const object = asObject(tool);
  return asString(object?.name) ?? asString(object?.type) ?? asString(tool) ?? '';
}
