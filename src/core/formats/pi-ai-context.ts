import { factsOf, factsOfJson } from '../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../model/json.ts';
import { at, idOf, type Source } from '../model/source.ts';
import type { Entry, Path, Recorded } from '../model/turn.ts';
import type { RecordMeta } from '../records/record.ts';
import type { Detection, FormatReader, FormatSink, Head, SessionFormat } from './format.ts';
import { piTell, readPiMessage } from './pi-message.ts';
import { toolNames } from './pi-message/system.ts';

/**
 * A pi-ai `Context` as JSON: what the library is given and turns into a request. Both shapes: with `systemPrompt` and `tools` beside the messages (0.73.1,
 * taken by 1.6.0 too), and with system messages that carry prompt, sections and tools (1.6.0). A bare list of its messages is read as well.
 */
export const piAiContextFormat: SessionFormat = {
  id: 'pi-ai-context',
  label: 'pi-ai context',
  description: 'A `Context` of the pi-ai library as JSON (1.6.0 and 0.73.1 shapes): prompt, messages and tools, before pi-ai turns them into a request.',
  shape: 'document',
  elements: ['messages', ''],
  detect,
  open: () => new ContextReader(),
};

/** Messages looked at for tells. */
const MAX_LOOK = 500;
const ROLES = new Set(['system', 'user', 'assistant', 'toolResult']);
/** Root keys that are conversation or tools; any other is a parameter of nobody and only told of. */
const KNOWN = new Set(['systemPrompt', 'messages', 'tools']);

function detect(head: Head): Detection | null {
  const root = head.records[0];
  const body = asObject(root);
  const messages = asArray(body === undefined ? root : body.messages)?.slice(0, MAX_LOOK);
  if (messages === undefined || body !== undefined && typeof body.model === 'string') return null;
  const reasons = [...new Set(messages.map(piTell).filter((tell): tell is string => tell !== undefined))];
  const fitting = messages.filter((m) => ROLES.has(asString(asObject(m)?.role) ?? '')).length;
  if (fitting * 10 < messages.length * 6) return null;
  if (typeof body?.systemPrompt === 'string') reasons.push('systemPrompt beside messages');
  if (reasons.length > 0) return { confidence: 0.97, reasons };
  // Nothing but plain text: only the time stamps tell it from the bodies of two APIs.
  const stamped = messages.length > 0 && messages.every((m) => typeof asObject(m)?.timestamp === 'number');
  return stamped ? { confidence: 0.8, reasons: ['every message has a role and a numeric timestamp'] } : null;
}

class ContextReader implements FormatReader {
  readonly revision = 0;
  private readonly entries: Entry[] = [];
  private recorded: Recorded = { system: [], missing: ['the model: a context is given to one when it is sent'] };
  private responses = 0;

  record(source: Source, value: Json, meta: RecordMeta, out: FormatSink): void {
    if (meta.element === undefined) { this.root(source, value, out); return; }
    const entry = readPiMessage(value, source, this.responses + 1);
    const role = entry.detail?.piRole;
    if (typeof role !== 'string' || !ROLES.has(role)) out.problem({ code: 'pi/unknown-role', severity: 'warning', message: role === null ? 'The message is no object' : 'The message has a role that pi-ai does not know', source });
    if (entry.response !== undefined) { this.responses++; this.last(entry); }
    this.entries.push(entry);
  }

  private root(source: Source, value: Json, out: FormatSink): void {
    const body = asObject(value);
    if (body === undefined) { out.hidden({ source, reason: 'the list around the messages' }); return; }
    const tools = asArray(body.tools);
    const params = paramsOf(body);
    this.recorded = {
      ...this.recorded, ...(tools === undefined || tools.length === 0 ? {} : { tools: { api: 'pi-ai', at: at(source, '/tools'), names: toolNames(tools) } }),
      ...(tools === undefined ? {} : { params: { ...params, toolsLength: factsOfJson(tools, source).length } }),
    };
    if (body.messages !== undefined && !Array.isArray(body.messages)) out.problem({ code: 'pi/no-messages', severity: 'error', message: '`messages` is no list', source: at(source, '/messages') });
    if (typeof body.systemPrompt !== 'string') { out.hidden({ source, reason: 'the context around the messages: tools' }); return; }
    const where = at(source, '/systemPrompt');
    this.entries.push({
      role: 'system', kind: 'prompt', source: where, visibility: 'active', detail: { piRole: 'systemPrompt', content: 'string' },
      blocks: [{ id: idOf(where), kind: 'text', nativeType: 'systemPrompt', text: factsOf(body.systemPrompt, [where]), source: where, native: { api: 'pi-ai', at: where } }],
    });
  }

  /** The session's model is that of its last answer. */
  private last(entry: Entry): void {
    const { model, provider, api } = entry.detail ?? {};
    if (typeof model !== 'string') return;
    this.recorded = { ...this.recorded, model, ...(typeof provider === 'string' ? { provider } : {}), params: { ...this.recorded.params, ...(typeof api === 'string' ? { piApi: api } : {}) } };
  }

  path(): Path {
    const last = this.entries[this.entries.length - 1];
    return { entries: this.entries, recorded: this.recorded, branches: last === undefined ? [] : [{ leaf: idOf(last.source), active: true, turns: this.entries.length, label: 'the whole context' }] };
  }
}

function paramsOf(body: JsonObject): { [key: string]: Json } {
  const params: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(body)) if (!KNOWN.has(key) && (typeof value === 'string' && value.length <= 256 || typeof value === 'number' || typeof value === 'boolean')) params[key] = value;
  return params;
}
