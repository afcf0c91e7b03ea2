import type { Block, BlockKind } from '../../model/block.ts';
import type { Id } from '../../model/source.ts';
import { elements, member, shapeOf, textFacts, type TextFacts, type Wire } from '../../replay/wire.ts';
import type { Judged } from '../rule.ts';
import { apiOf } from './judged-api.ts';

/** One content block of a Messages request. String content is one block of type `text` without an index. */
export interface WireBlock {
  readonly node: Wire;
  readonly type: string;
  readonly message: number;
  readonly index: number | undefined;
}
/** One element of `messages`. `content` says what form its content has. */
export interface WireMessage {
  readonly index: number;
  readonly role: string;
  readonly node: Wire;
  readonly content: 'array' | 'string' | 'absent';
  readonly blocks: readonly WireBlock[];
}
/** A maximal stretch of messages of one role, as the Messages API merges it before it checks anything (live, 2026-09-23). */
export interface WireRun {
  readonly role: string;
  readonly messages: readonly WireMessage[];
  readonly blocks: readonly WireBlock[];
}

const KIND_TYPES: Readonly<Partial<Record<BlockKind, string>>> = {
  text: 'text', thinking: 'thinking', 'redacted-thinking': 'redacted_thinking', 'tool-call': 'tool_use', image: 'image', document: 'document',
  'server-tool-use': 'server_tool_use', compaction: 'compaction',
};

const views = new WeakMap<Judged, MessagesView>();

/** The Messages request of a replay as rules read it, made once per replay; undefined for a request of another API. */
export function messagesView(judged: Judged): MessagesView | undefined {
  const known = views.get(judged);
  if (known !== undefined) return known;
  if (apiOf(judged) !== 'anthropic-messages' || elements(member(judged.request, 'messages')) === undefined) return undefined;
  const view = new MessagesView(judged);
  views.set(judged, view);
  return view;
}

/**
 * A Messages request with its runs. Reads wire facts first and falls back on the block that a node carries, so that it works on
 * templates that spell everything and on recorded values that show only their shape. Paths are spelled only when asked for.
 */
export class MessagesView {
  readonly messages: readonly WireMessage[];
  readonly runs: readonly WireRun[];

  constructor(readonly judged: Judged) {
    this.messages = (elements(member(judged.request, 'messages')) ?? []).map((node, index) => this.message(node, index));
    const runs: { role: string; messages: WireMessage[]; blocks: WireBlock[] }[] = [];
    for (const message of this.messages) {
      const open = runs[runs.length - 1];
      if (open === undefined || open.role !== message.role) runs.push({ role: message.role, messages: [message], blocks: [...message.blocks] });
      else { open.messages.push(message); for (const block of message.blocks) open.blocks.push(block); }
    }
    this.runs = runs;
  }

  private message(node: Wire, index: number): WireMessage {
    const content = member(node, 'content');
    const parts = elements(content);
    const role = textFacts(member(node, 'role'))?.inline ?? '';
    if (parts !== undefined) return { index, role, node, content: 'array', blocks: parts.map((part, at) => ({ node: part, type: this.typeOf(part, index, at), message: index, index: at })) };
    if (content === undefined || content === null) return { index, role, node, content: 'absent', blocks: [] };
    return { index, role, node, content: 'string', blocks: [{ node: content, type: 'text', message: index, index: undefined }] };
  }

  private typeOf(node: Wire, message: number, index: number): string {
    const type = textFacts(member(node, 'type'))?.inline;
    if (type !== undefined) return type;
    const id = this.judged.replay.origins.get(`messages.${message}.content.${index}`)?.[0];
    const block = id === undefined ? undefined : this.judged.block(id);
    if (block === undefined) return '';
    return this.judged.turnOf(block.id)?.role === 'toolResult' ? 'tool_result' : KIND_TYPES[block.kind] ?? block.nativeType;
  }

  /** The dotted path of a block, as the provider spells it too. */
  path(block: WireBlock): string {
    return block.index === undefined ? `messages.${block.message}.content` : `messages.${block.message}.content.${block.index}`;
  }

  /** The ids of the blocks a wire block carries: of itself, of its own content, or (by position) of its whole message. */
  ids(block: WireBlock): readonly Id[] {
    const { origins } = this.judged.replay;
    const path = this.path(block);
    const own = origins.get(path) ?? [];
    if (own.length > 0) return own;
    const inner = this.idsInside(path, member(block.node, 'content'));
    if (inner.length > 0) return inner;
    const whole = origins.get(`messages.${block.message}`) ?? origins.get(`messages.${block.message}.content`) ?? [];
    const message = this.messages[block.message];
    return message !== undefined && whole.length === message.blocks.length && block.index !== undefined ? whole.slice(block.index, block.index + 1) : whole;
  }

  private idsInside(path: string, content: Wire | undefined): readonly Id[] {
    const { origins } = this.judged.replay;
    const found: Id[] = [...origins.get(`${path}.content`) ?? []];
    (elements(content) ?? []).forEach((_, index) => { found.push(...origins.get(`${path}.content.${index}`) ?? []); });
    return found;
  }

  /** The ids of everything in a message; of the message node itself where it has no blocks. */
  messageIds(message: WireMessage): readonly Id[] {
    const { origins } = this.judged.replay;
    const inside = message.blocks.flatMap((block) => this.ids(block));
    return [...new Set(inside.length > 0 ? inside : [...origins.get(`messages.${message.index}.content`) ?? [], ...origins.get(`messages.${message.index}`) ?? []])];
  }

  /** The block that a wire block stands for: the first that it carries. */
  block(block: WireBlock): Block | undefined {
    const id = this.ids(block)[0];
    return id === undefined ? undefined : this.judged.block(id);
  }

  /** Facts of a text block's text; undefined where it is no string. */
  text(block: WireBlock): TextFacts | undefined {
    return block.index === undefined ? textFacts(block.node) : textFacts(member(block.node, 'text')) ?? (this.hides(block, 'text') ? this.block(block)?.text : undefined);
  }

  /** Id of a `tool_use`, or the `tool_use_id` of a `tool_result`; undefined where there is none. */
  callId(block: WireBlock): string | undefined {
    const key = block.type === 'tool_use' || block.type === 'server_tool_use' ? 'id' : 'tool_use_id';
    const spelled = textFacts(member(block.node, key));
    if (spelled !== undefined) return spelled.inline;
    if (!this.hides(block, key)) return undefined;
    const own = this.block(block);
    return own?.callId ?? (own === undefined ? undefined : this.judged.turnOf(own.id)?.callId);
  }

  /** True where a recorded value is sent whole and its shape does not show this key: then the block's own facts count. */
  hides(block: WireBlock, key: string): boolean {
    const shape = shapeOf(block.node);
    return shape !== block.node && (typeof shape !== 'object' || shape === null || !(key in shape) && !('type' in shape));
  }
}
