import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, type Source } from '../../model/source.ts';
import type { Entry, Recorded } from '../../model/turn.ts';

/** What a session records of its requests: tools and settings of the latest request/header, the route of the latest request/context. */
export class RequestFacts {
  systemSeen = false;
  private tools: Recorded['tools'];
  private model: string | undefined;
  private provider: string | undefined;
  private params: { [key: string]: Json } = {};
  private headers = 0;
  private fork = false;
  private images = false;
  private system: string | undefined;

  header(data: JsonObject, source: Source): void {
    const header = asObject(data.header) ?? {};
    const config = asObject(header.config) ?? {};
    const defaults = asObject(header.adapterDefaults) ?? {};
    this.headers++;
    this.route(config);
    const { systemPromptUpdate } = this.params;
    this.params = systemPromptUpdate === undefined ? {} : { systemPromptUpdate };
    for (const key of ['reasoningEffort', 'temperature', 'maxTokens']) {
      const value = config[key] ?? defaults[key];
      if (typeof value === 'string' && value.length <= 64 || typeof value === 'number') this.params[key] = value;
    }
    const tools = asArray(header.tools);
    this.tools = tools === undefined ? undefined : { api: 'dsh', at: at(source, `${source.pointer}/data/header/tools`), names: tools.map((tool) => asString(asObject(tool)?.name) ?? '') };
    const deferred = (tools ?? []).map(asObject).filter((tool) => tool?.deferLoading === true).map((tool) => asString(tool?.name) ?? '');
    if (deferred.length > 0) this.params.deferredTools = deferred;
  }

  context(data: JsonObject): void {
    this.route(data);
    if (data.systemPromptUpdate === 'in-history') this.params.systemPromptUpdate = 'in-history';
    else delete this.params.systemPromptUpdate;
    const window = asNumber(data.contextWindow);
    if (window !== undefined) this.params.contextWindow = window;
  }

  entry(entry: Entry): void {
    if (entry.blocks.some((block) => block.kind === 'image')) this.images = true;
    if (entry.response === undefined) return;
    this.model = entry.response.model ?? this.model;
    this.provider = entry.response.provider ?? this.provider;
  }

  forked(): void { this.fork = true; }

  /** True where a v0 system prompt is the one already shown; only its length and a digest are kept. */
  sameSystem(text: string): boolean { return this.system === digestOf(text); }
  keepSystem(text: string): void { this.system = digestOf(text); }

  recorded(): Recorded {
    const missing = [
      ...(this.headers === 0 ? ['tool definitions and request settings: no request/header is recorded'] : []),
      ...(this.images ? ['image bytes: they are in the attachment store'] : []),
      ...(this.fork ? ['nothing of the parent session: its prefix was copied into this file'] : []),
    ];
    return {
      system: [], api: 'dsh', missing, ...(this.tools === undefined ? {} : { tools: this.tools }), ...(this.model === undefined ? {} : { model: this.model }),
      ...(this.provider === undefined ? {} : { provider: this.provider }), ...(Object.keys(this.params).length === 0 ? {} : { params: { ...this.params } }),
    };
  }

  private route(from: JsonObject): void {
    this.model = asString(from.model) ?? this.model;
    this.provider = asString(from.provider) ?? this.provider;
  }
}

/** FNV-1a over UTF-16 units, twice with other seeds: enough to tell whether a prompt changed between two headers. */
function digestOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return `${text.length}:${a >>> 0}:${b >>> 0}`;
}
