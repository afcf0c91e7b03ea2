import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { NO_TEXT, type Facts } from '../../model/facts.ts';
import { asArray, asString, type Json } from '../../model/json.ts';
import type { Id, Source } from '../../model/source.ts';
import type { Entry, Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';
import { homeProvider, type PiApi } from './model.ts';

/** One content part of a pi-ai message on its way to the wire. `ids` are the blocks it carries; none for what the client makes itself. */
export interface Part {
  /** pi-ai's own type: `text`, `thinking`, `toolCall`, `image`, or what the file says. */
  readonly type: string;
  readonly ids: readonly Id[];
  readonly block?: Block;
  /** Text, thinking or arguments. */
  readonly facts: Facts;
  /** The signature as the client reads it: absent where empty, or removed on the way. */
  readonly signature?: Facts | undefined;
  /** Another model made it: what its signature said is gone. */
  readonly foreign?: true;
  readonly redacted?: true;
  /** For the Responses APIs: the reasoning item that the signature spells. */
  readonly item?: { readonly at: Source; readonly state: 'object' | 'other' | 'invalid'; readonly error?: string };
  readonly callId?: string;
  /** Why the client made it, where it is in no block. */
  readonly made?: Why;
  /** The member that the client reads and that is not there. */
  readonly lacks?: string;
}

/** Definitions of tools where they stand, with their names in order. */
export interface ToolList { readonly at: Source; readonly names: readonly string[]; readonly length: number }

/** One message as pi-ai is given it. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'toolResult' | 'other';
  /** The turn, where it has no blocks: it is decided on itself. */
  readonly subject?: Id;
  /** The turn's id, or its first block's: who is to blame when the client fails on the message. */
  readonly blame: Id;
  readonly parts: readonly Part[];
  readonly form: 'string' | 'array' | 'null' | 'absent' | 'other';
  readonly api?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly stopReason?: string;
  readonly level?: string;
  /** Tokens counted at the answer; undefined for a message that has none to count by. */
  readonly usage?: number | 'absent' | 'other';
  readonly timestamp?: number;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly sections?: readonly { readonly name: string; readonly part: Part; readonly removed: boolean }[];
  readonly toolsAdded?: ToolList & { readonly id?: Id };
  readonly toolsRemoved?: ToolList & { readonly id?: Id };
  readonly made?: Why;
}

/** A context: the one-shot prompt (0.73.1 knows no other) and the messages. */
export interface Context { readonly prompt: Part | undefined; readonly messages: readonly Message[]; readonly tools: ToolList | undefined }

/** The API that made a response, in pi-ai's words, for sessions of other clients: an import would say so of it. */
const APIS: Readonly<Record<string, PiApi>> = {
  'anthropic-messages': 'anthropic-messages', 'openai-responses': 'openai-responses', 'openai-chat': 'openai-completions', gemini: 'google-generative-ai',
  'bedrock-converse': 'bedrock-converse-stream', 'mistral-chat': 'mistral-conversations', dsh: 'anthropic-messages',
};

/** The pi-ai context of a conversation. A pi-ai file gives its own; other sessions the one that an import of them would give. */
export function contextOf(conversation: Conversation, writer: RequestWriter): Context {
  const { recorded } = conversation;
  let prompt: Part | undefined;
  const messages: Message[] = [];
  const leading = recorded.system.map((block) => partOf(block, undefined));
  for (const turn of activeTurns(conversation)) {
    const entry = turn.entries[0]!;
    if (entry.detail?.piRole === 'systemPrompt') { prompt = partOf(turn.blocks[0]!, undefined); continue; }
    messages.push(messageOf(turn, entry, conversation, writer));
  }
  const own = recorded.tools;
  const tools = own === undefined ? undefined : { at: own.at, names: own.names, length: typeof recorded.params?.toolsLength === 'number' ? recorded.params.toolsLength : 0 };
  if (leading.length > 0) messages.unshift({ role: 'system', blame: leading[0]!.ids[0]!, parts: leading, form: 'array' });
  return { prompt, messages, tools };
}

function messageOf(turn: Turn, entry: Entry, conversation: Conversation, writer: RequestWriter): Message {
  const detail = entry.detail ?? {};
  const pi = typeof detail.piRole === 'string' || detail.piRole === null;
  const own = asString(detail.piRole);
  const subject = turn.blocks.length === 0 ? { subject: turn.id } : {};
  const shared = { ...subject, blame: turn.blocks[0]?.id ?? turn.id, form: formOf(pi ? detail.content : undefined), ...(typeof detail.timestamp === 'number' ? { timestamp: detail.timestamp } : {}) };
  const role = pi && own !== turn.role ? 'other' : turn.role === 'developer' ? 'system' : turn.role;
  if (role === 'system') return { role, ...shared, ...systemParts(turn.blocks) };
  if (role === 'user' || role === 'other') return { role, ...shared, parts: inputParts(turn.blocks, pi, writer) };
  if (role === 'toolResult') {
    const flag = turn.isError ?? (pi ? undefined : false);
    return { role, ...shared, parts: inputParts(turn.blocks, pi, writer), ...(turn.callId === undefined ? pi ? {} : { toolCallId: '' } : { toolCallId: turn.callId }), ...(turn.toolName === undefined ? {} : { toolName: turn.toolName }), ...(flag === undefined ? {} : { isError: flag }) };
  }
  const api = pi ? asString(detail.api) : APIS[turn.response?.api ?? conversation.recorded.api ?? ''] ?? 'foreign';
  const provider = pi ? asString(detail.provider) : turn.response?.provider ?? (api !== undefined && api !== 'foreign' ? homeProvider(api as PiApi) : 'foreign');
  const model = pi ? asString(detail.model) : turn.response?.model ?? conversation.recorded.model;
  const usage = detail.usage;
  return {
    role, ...shared, parts: turn.blocks.flatMap((block) => assistantPart(block, pi, writer)),
    ...(api === undefined ? {} : { api }), ...(provider === undefined ? {} : { provider }), ...(model === undefined ? {} : { model }),
    ...(typeof detail.stopReason === 'string' ? { stopReason: detail.stopReason } : {}), ...(typeof detail.providerThinkingLevel === 'string' ? { level: detail.providerThinkingLevel } : {}),
    ...(typeof usage === 'number' || usage === 'absent' || usage === 'other' ? { usage } : {}),
  };
}

function formOf(content: Json | undefined): Message['form'] {
  return content === undefined ? 'array' : content === 'string' || content === 'array' || content === 'null' || content === 'absent' ? content : 'other';
}

/** Content, sections and tool changes of a system message. */
function systemParts(blocks: readonly Block[]): Pick<Message, 'parts' | 'sections' | 'toolsAdded' | 'toolsRemoved'> {
  const parts: Part[] = [];
  const sections: { name: string; part: Part; removed: boolean }[] = [];
  const changes: { toolsAdded?: ToolList & { id: Id }; toolsRemoved?: ToolList & { id: Id } } = {};
  for (const block of blocks) {
    const name = block.detail?.section;
    if (typeof name === 'string') sections.push({ name, part: partOf(block, undefined), removed: block.detail?.removed === true });
    else if (block.nativeType === 'toolsAdded' || block.nativeType === 'toolsRemoved') changes[block.nativeType] = { id: block.id, at: block.source, names: (asArray(block.detail?.tools) ?? []).map(String), length: block.text.length };
    else parts.push(partOf(block, block.kind === 'text' ? 'text' : undefined));
  }
  return { parts, ...(sections.length === 0 ? {} : { sections }), ...changes };
}

/** What a session of another client has no pi-ai block for. */
const NO_BLOCK: Why = { rule: 'pi-ai/unknown-block', reason: 'A pi-ai context has no block for it: an import leaves it out.' };

function inputParts(blocks: readonly Block[], pi: boolean, writer: RequestWriter): readonly Part[] {
  if (pi) return blocks.map((block) => partOf(block, undefined));
  return blocks.flatMap((block): readonly Part[] => {
    if (block.kind === 'text' || (block.kind === 'compaction' || block.kind === 'document' || block.kind === 'refusal') && block.text.length > 0) return [partOf(block, 'text')];
    if (block.kind === 'image' && block.media?.where === 'data') return [partOf(block, 'image')];
    writer.omit(block.id, NO_BLOCK);
    return [];
  });
}

function assistantPart(block: Block, pi: boolean, writer: RequestWriter): readonly Part[] {
  if (pi) return [partOf(block, undefined)];
  switch (block.kind) {
    case 'text': case 'refusal': return [partOf(block, 'text')];
    case 'thinking': case 'redacted-thinking': return [partOf(block, 'thinking')];
    case 'tool-call': return [partOf(block, 'toolCall')];
    default: writer.omit(block.id, NO_BLOCK); return [];
  }
}

/** A block as a part. `as` is given for sessions of other clients. */
function partOf(block: Block, as: string | undefined): Part {
  const type = as ?? (block.nativeType === 'systemPrompt' ? 'text' : block.nativeType);
  const { signature, detail } = block;
  const lacks = asString(detail?.lacks);
  const valued = signature !== undefined && signature.value.length > 0 ? { signature: signature.value } : {};
  const item = itemOf(block, as !== undefined);
  return {
    type, ids: [block.id], block, facts: block.kind === 'image' ? NO_TEXT : block.text, ...valued, ...(item === undefined ? {} : { item, ...(signature?.value.length === 0 ? {} : { signature: signature?.value ?? NO_TEXT }) }),
    ...(detail?.redacted === true || block.kind === 'redacted-thinking' ? { redacted: true as const } : {}),
    ...(type === 'toolCall' ? { callId: block.callId ?? '' } : {}), ...(lacks === undefined ? {} : { lacks }),
  };
}

function itemOf(block: Block, foreign: boolean): Part['item'] | undefined {
  if (block.kind !== 'thinking') return undefined;
  // In a session of another client the item stands there itself.
  if (foreign) return block.native?.api === 'openai-responses' && block.signature?.kind === 'openai-encrypted' ? { at: block.native.at, state: 'object' } : undefined;
  const state = block.detail?.item;
  const at = block.signature?.value.at[0];
  if (at === undefined || state !== 'object' && state !== 'other' && state !== 'invalid') return undefined;
  const error = asString(block.detail?.itemError);
  return { at: { ...at, via: [...(at.via ?? []), 'json'] }, state, ...(error === undefined ? {} : { error }) };
}
