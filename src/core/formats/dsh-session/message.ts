import type { Block } from '../../model/block.ts';
import { factsOf } from '../../model/facts.ts';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';
import type { Entry, Response, Role } from '../../model/turn.ts';
import { tableOf } from '../../model/table.ts';
import { blockOf } from './blocks.ts';
import { replayStateOf, stateOfBlock, type ReplayState } from './replay-state.ts';

/** Gives the response of an assistant event: one event is one response, unless a response id says that two are one. */
export type ResponseNamer = (responseId: string | undefined, model: string | undefined, provider: string | undefined, seq: number) => Response;

/** The message an event carries, wherever its dialect keeps it, with the pointer to it inside the event. */
export function messageOf(type: string, data: JsonObject): { readonly message: JsonObject; readonly pointer: string } {
  const nested = asObject(data.message);
  if (nested !== undefined && type !== 'user/message') return { message: nested, pointer: '/data/message' };
  return nested !== undefined && data.content === undefined ? { message: nested, pointer: '/data/message' } : { message: data, pointer: '/data' };
}

const ROLES = tableOf<Role>({ 'system/message': 'system', 'developer/message': 'developer', 'user/message': 'user', 'steering/message': 'user', 'assistant/message': 'assistant', 'tool/result': 'toolResult' });
const NATIVE_ROLES: readonly (Role | 'tool')[] = ['system', 'developer', 'user', 'assistant', 'tool'];

/** The entries of a surface event: none for an assistant message without content, several where a v0 user message holds tool results. */
export function entriesOf(type: string, data: JsonObject, seq: number, source: Source, nameResponse: ResponseNamer): readonly Entry[] {
  const { message, pointer: inside } = messageOf(type, data);
  const pointer = `${source.pointer}${inside}`;
  const origin = asObject(message.source) ?? {};
  const role = ROLES[type] ?? roleOf(message.role) ?? 'user';
  const detail = detailOf(type, data, message, origin, seq);
  if (role === 'assistant') return assistantEntries(message, data, pointer, source, seq, detail, nameResponse);
  const about = aboutOf(origin, role);
  const contents = contentOf(message, pointer, source);
  // The oldest dialect and v4 keep the call id beside a flat content; v0 wraps it in one tool-result block of a user message.
  const callId = asString(message.toolCallId) ?? asString(message.callId);
  const wrapped = contents.some(({ value }) => asObject(value)?.type === 'tool-result');
  if (role === 'toolResult' && (callId !== undefined || !wrapped)) {
    const isError = typeof message.isError === 'boolean' ? { isError: message.isError } : {};
    const id = callId ?? asString(origin.callId);
    const blocks = contents.map((c) => blockOf(c.value, c.source));
    return [{ role, source: at(source, pointer), blocks, visibility: 'active', detail, ...about, ...isError, ...(id === undefined ? {} : { callId: id }) }];
  }
  if (!wrapped || role !== 'user' && role !== 'toolResult') {
    return [{ role, source: at(source, pointer), blocks: contents.map((c) => blockOf(c.value, c.source)), visibility: 'active', detail, ...about }];
  }
  return unwrapped(contents, detail, about, origin);
}

type Detail = Readonly<Record<string, Json>>;
interface Content { readonly value: Json; readonly source: Source }

function contentOf(message: JsonObject, pointer: string, source: Source): readonly Content[] {
  const { content } = message;
  if (typeof content === 'string') return [{ value: content, source: at(source, `${pointer}/content`) }];
  return (asArray(content) ?? []).map((value, index) => ({ value, source: at(source, `${pointer}/content/${index}`) }));
}

/** v0 tool results travel in user messages: each becomes a tool result of its own, other blocks stay user input. */
function unwrapped(contents: readonly Content[], detail: Detail, about: Partial<Entry>, origin: JsonObject): readonly Entry[] {
  const entries: Entry[] = [];
  let run: Block[] = [];
  const flush = (): void => {
    if (run.length > 0) entries.push({ role: 'user', source: run[0]!.source, blocks: run, visibility: 'active', detail, ...about });
    run = [];
  };
  for (const { value, source: from } of contents) {
    const wrapper = asObject(value);
    if (wrapper?.type !== 'tool-result') { run.push(blockOf(value, from)); continue; }
    flush();
    const callId = asString(wrapper.toolCallId) ?? asString(origin.callId);
    const inner = contentOf(wrapper, from.pointer, from);
    entries.push({
      role: 'toolResult', source: from, blocks: inner.map((c) => blockOf(c.value, c.source)), visibility: 'active', detail: { ...detail, wrapped: true },
      ...(callId === undefined ? {} : { callId }), ...(typeof wrapper.isError === 'boolean' ? { isError: wrapper.isError } : {}),
    });
  }
  flush();
  return entries;
}

function assistantEntries(message: JsonObject, data: JsonObject, pointer: string, source: Source, seq: number, detail: Detail, nameResponse: ResponseNamer): readonly Entry[] {
  const contents = contentOf(message, pointer, source);
  if (contents.length === 0) return [];
  const origin = asObject(message.source) ?? asObject(message.provenance) ?? asObject(data.provenance) ?? {};
  const model = asString(origin.model);
  const provider = asString(origin.provider);
  const raw = contents.map((c) => c.value);
  const state = origin.replayState === undefined ? undefined : replayStateOf(origin.replayState, raw, origin.model, origin.provider);
  const response = nameResponse(state?.responseId, model, provider, seq);
  const states = asArray(asObject(origin.replayState)?.blocks) ?? [];
  const blocks = contents.map((c, index) => {
    const block = { ...blockOf(c.value, c.source), response: response.key };
    return state === undefined ? block : withState(block, state, states, index, source, `${pointer}/source/replayState`);
  });
  const replay = state === undefined ? {} : { replay: state as unknown as Json };
  return [{ role: 'assistant', source: at(source, pointer), blocks, response, visibility: 'active', detail: { ...detail, ...replay } }];
}

function withState(block: Block, state: ReplayState, states: readonly Json[], index: number, source: Source, pointer: string): Block {
  const { signature, redacted } = stateOfBlock(state, states, index, source, pointer);
  if (signature === undefined) return block;
  return { ...block, signature, ...(redacted === true && block.kind === 'thinking' ? { kind: 'redacted-thinking' as const } : {}) };
}

function roleOf(role: Json | undefined): Role | undefined {
  const native = NATIVE_ROLES.find((r) => r === role);
  return native === 'tool' ? 'toolResult' : native;
}

function detailOf(type: string, data: JsonObject, message: JsonObject, origin: JsonObject, seq: number): Detail {
  const detail: { [key: string]: Json } = { event: type, seq };
  const keep = (key: string, value: Json | undefined): void => { if (typeof value === 'string' && value.length <= 256 || typeof value === 'boolean') detail[key] = value; };
  keep('messageId', message.id);
  keep('nativeRole', message.role);
  keep('source', origin.kind);
  for (const key of ['form', 'plugin', 'senderSessionId', 'provider', 'model', 'summary']) keep(key, origin[key]);
  keep('interrupted', data.interrupted);
  keep('errorCode', asObject(data.error)?.code);
  return detail;
}

/** Badges for people; no rule looks at them. v0 names a producer under `plugin`, v4 as the kind itself. */
const KINDS = tableOf<string>({
  'subagent-settled': 'settlement-notice', 'compact-checkpoint': 'compaction-summary', 'compact-basic': 'compaction-summary', compact: 'compaction-summary',
  'runtime-context': 'environment', 'time-context': 'environment',
});

function aboutOf(origin: JsonObject, role: Role): Partial<Entry> {
  const named = asString(origin.kind) === 'plugin' ? asString(origin.plugin) : asString(origin.kind);
  const bare = named?.startsWith('plugin:') === true ? named.slice('plugin:'.length) : named;
  const author = asString(origin.senderSessionId);
  const plain = bare === undefined || ['user', 'model', 'tool', 'system-prompt'].includes(bare) || role === 'toolResult';
  return { ...(plain ? {} : { kind: KINDS[bare] ?? bare.slice(0, 64) }), ...(author === undefined ? {} : { author }) };
}

/** The v0 system prompt of a request header, as an entry in front of the conversation. */
export function instructionsOf(text: string, source: Source, seq: number): Entry {
  const from = at(source, `${source.pointer}/data/header/system`);
  const block: Block = { id: idOf(from), kind: 'text', nativeType: 'text', text: factsOf(text, [from]), source: from, native: { api: 'dsh', at: from } };
  return { role: 'system', kind: 'instructions', source: at(source, `${source.pointer}/data/header`), blocks: [block], visibility: 'active', detail: { event: 'request/header', seq } };
}
