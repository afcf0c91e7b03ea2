import type { Api, Block } from '../model/block.ts';
import { pointerSteps, type Json } from '../model/json.ts';
import type { Id, Source } from '../model/source.ts';
import type { Entry, Turn } from '../model/turn.ts';
import type { RequestWriter } from '../replay/request-writer.ts';
import type { Serializer } from '../replay/serializer.ts';
import { nativeRef, textRef, type RefNode, type WireObject } from '../replay/wire.ts';
import type { Conversation } from '../turns/conversation.ts';
import { chatMessageShape, chatShape } from './reference/chat-shape.ts';
import { converseResultShape, converseShape } from './reference/converse-shape.ts';
import { geminiShape, responseShape } from './reference/gemini-shape.ts';
import { messagesShape, resultShape } from './reference/messages-shape.ts';
import { itemShape, partShape, stepsInside } from './reference/responses-shape.ts';
import { ShapeTree } from './reference/shape-tree.ts';

/** What a recorded body's API says about it. Adding an API costs an entry here. */
interface Recording {
  readonly facts: Pick<Serializer, 'api' | 'array' | 'mergesAdjacent' | 'ruleFamilies'>;
  /** Grows the shape of one entry and places its blocks. */
  entry(entry: Entry, turn: Turn, tree: ShapeTree, placed: Placer, body: Source): void;
}
interface Placer { block(node: WireObject | RefNode, block: Block): void; frame(node: WireObject | RefNode): void; whole(node: WireObject | RefNode, turn: Turn): void }

const RECORDINGS: Readonly<Partial<Record<Api, Recording>>> = {
  'anthropic-messages': { facts: { api: 'anthropic-messages', array: 'messages', mergesAdjacent: true, ruleFamilies: ['anthropic', 'json'] }, entry: messagesEntry },
  'bedrock-converse': { facts: { api: 'bedrock-converse', array: 'messages', mergesAdjacent: false, ruleFamilies: ['bedrock', 'json'] }, entry: converseEntry },
  gemini: { facts: { api: 'gemini', array: 'contents', mergesAdjacent: false, ruleFamilies: ['gemini', 'json'] }, entry: geminiEntry },
  'openai-chat': { facts: { api: 'openai-chat', array: 'messages', mergesAdjacent: false, ruleFamilies: ['openai-chat', 'deepseek', 'groq', 'kimi', 'minimax', 'qwen', 'xai', 'json'] }, entry: chatEntry },
  'openai-responses': { facts: { api: 'openai-responses', array: 'input', mergesAdjacent: false, ruleFamilies: ['openai-responses', 'json'] }, entry: responsesEntry },
};

/**
 * A recorded request body itself, byte for byte: indices are those of the request that failed, so a provider's error text
 * leads to the right block. Nothing is changed, so mode, thinking, tools, model and prompt have no effect.
 */
export const asRecordedTarget: Serializer = {
  id: 'as-recorded',
  label: 'As recorded',
  ...RECORDINGS['anthropic-messages']!.facts,
  kind: 'recorded',
  description: 'The request body that the file holds, untouched, judged by the rules of its own API.',
  ruleFamilies: [...new Set(Object.values(RECORDINGS).flatMap((recording) => recording.facts.ruleFamilies))],
  options: [],
  accepts(conversation) {
    const { body } = conversation.recorded;
    if (body === undefined) return 'The file is no whole request body; nothing was recorded as it was sent.';
    if (body.kind === 'response') return 'The file is a response body; it was received, not sent.';
    if (RECORDINGS[body.api] === undefined) return `Bodies of ${body.api} are not shown as recorded yet.`;
    return hasAnswer(conversation) ? 'The file holds a request and its response in one body.' : true;
  },
  forConversation(conversation) {
    const recording = conversation.recorded.body === undefined ? undefined : RECORDINGS[conversation.recorded.body.api];
    return recording === undefined ? asRecordedTarget : { ...asRecordedTarget, ...recording.facts };
  },
  write(conversation, _options, writer) {
    const { body, model, params = {}, tools } = conversation.recorded;
    const recording = RECORDINGS[body!.api]!;
    const tree = new ShapeTree({ ...frameShape(body!.api, model, params, tools?.names), [recording.facts.array]: [] });
    for (const turn of conversation.turns) {
      const placer = placerOf(turn, writer);
      if (turn.entries.every((entry) => entry.source.record < 0)) { omitAsked(turn, writer); continue; }
      for (const entry of turn.entries) recording.entry(entry, turn, tree, placer, body!.at);
    }
    return nativeRef(body!.at, tree.root);
  },
};

/** What rules see around the conversation. Where the address holds the model the body has none. */
function frameShape(api: Api, model: string | undefined, params: Readonly<Record<string, Json>>, tools: readonly string[] | undefined): WireObject {
  const named = model === undefined || api === 'gemini' ? {} : { [api === 'bedrock-converse' ? 'modelId' : 'model']: model };
  if (tools === undefined) return { ...named, ...params };
  if (api === 'bedrock-converse') return { ...named, ...params, toolConfig: { tools: tools.map((name) => ({ toolSpec: { name } })) } };
  return { ...named, ...params, tools: tools.map((name) => ({ name })) };
}

/** Items of an answer inside a request body are known exactly, those of a request never are. */
function hasAnswer(conversation: Conversation): boolean {
  return conversation.recorded.body?.api === 'openai-responses' && [...conversation.responses.values()].some((response) => response.confidence === 'exact');
}

/** Blocks that were shadowed later are part of the body all the same; they are decided elsewhere. */
function placerOf(turn: Turn, writer: RequestWriter): Placer {
  const active = turn.visibility === 'active';
  return {
    block: (node, block) => { if (active) writer.place(node, [block.id]); else writer.hold(node, turn.id); },
    frame: (node) => { writer.frame(node); },
    whole: (node) => { if (active && turn.blocks.length === 0) writer.place(node, [turn.id]); else writer.hold(node, turn.id); },
  };
}

/** A prompt asked for is no part of what was recorded. */
function omitAsked(turn: Turn, writer: RequestWriter): void {
  const ids: readonly Id[] = turn.blocks.length === 0 ? [turn.id] : turn.blocks.map((block) => block.id);
  for (const id of ids) writer.omit(id, { reason: 'The recorded body is sent as it is.' });
}

function messagesEntry(entry: Entry, turn: Turn, tree: ShapeTree, placed: Placer): void {
  const { record, pointer } = entry.source;
  const message = entry.detail?.message;
  const base = record === 0 || typeof message !== 'number' ? [] : ['messages', String(message)];
  const role = entry.detail?.role;
  if (base.length > 0) {
    const around = tree.object(base, typeof role === 'string' ? { role } : {});
    if (entry.blocks.length === 0 && entry.role !== 'toolResult') { placed.whole(around, turn); return; }
  }
  if (entry.role === 'toolResult') {
    const result = tree.object([...base, ...pointerSteps(pointer)], resultShape(turn, undefined));
    if (entry.blocks.length === 0) placed.whole(result, turn); else placed.frame(result);
  }
  if (entry.blocks.length === 0 && base.length === 0) { placed.whole(tree.node([...base, ...pointerSteps(pointer)], {}), turn); return; }
  for (const block of entry.blocks) {
    const steps = [...base, ...pointerSteps(block.source.pointer)];
    placed.block(tree.node(steps, block.kind === 'text' && block.native === undefined ? textRef(block.text) : messagesShape(block)), block);
  }
}

/** The steps from the body to a place: in an element that is a record of its own, or in the body's own record. */
function stepsTo({ record, pointer }: Source, message: unknown, array: string, body: Source): readonly string[] {
  const steps = pointerSteps(pointer);
  return record === body.record || typeof message !== 'number' ? steps.slice(pointerSteps(body.pointer).length) : [array, String(message), ...steps];
}

function chatEntry(entry: Entry, turn: Turn, tree: ShapeTree, placed: Placer, body: Source): void {
  const message = entry.detail?.message;
  const steps = (source: Source): readonly string[] => stepsTo(source, message, 'messages', body);
  // What stands in the place of a message, or of the whole list.
  if (entry.native === undefined) { for (const block of entry.blocks) placed.block(tree.node(steps(block.source), {}), block); return; }
  const around = tree.object(steps(entry.source), chatMessageShape(entry));
  if (entry.blocks.length === 0) { placed.whole(around, turn); return; }
  placed.frame(around);
  for (const block of entry.blocks) {
    // An opaque value beside its words: the block is in both places, and the value is what binds it.
    const value = block.signature?.value.at[0];
    if (value !== undefined && !value.pointer.startsWith(block.source.pointer)) placed.block(tree.node(steps(value), textRef(block.signature!.value)), block);
    placed.block(tree.node(steps(block.source), chatShape(block)), block);
  }
}

function geminiEntry(entry: Entry, turn: Turn, tree: ShapeTree, placed: Placer, body: Source): void {
  const message = entry.detail?.message;
  const steps = (source: Source): readonly string[] => stepsTo(source, message, 'contents', body);
  if (entry.native === undefined) { for (const block of entry.blocks) placed.block(tree.node(steps(block.source), geminiShape(block)), block); return; }
  const role = entry.detail?.role;
  const around = typeof message === 'number' ? tree.object(steps(entry.native.at).slice(0, 2), { ...(typeof role === 'string' && entry.detail?.noRole !== true ? { role } : {}), parts: [] }) : undefined;
  if (entry.role === 'toolResult') {
    const result = tree.object(steps(entry.source), responseShape(entry));
    if (entry.blocks.length === 0) placed.whole(result, turn); else placed.frame(result);
  } else if (entry.blocks.length === 0) placed.whole(around ?? tree.node(steps(entry.source), {}), turn);
  for (const block of entry.blocks) placed.block(tree.node(steps(block.source), geminiShape(block)), block);
}

function converseEntry(entry: Entry, turn: Turn, tree: ShapeTree, placed: Placer, body: Source): void {
  const message = entry.detail?.message;
  const steps = (source: Source): readonly string[] => stepsTo(source, message, 'messages', body);
  const role = entry.detail?.role;
  const around = entry.native !== undefined && typeof message === 'number' ? tree.object(['messages', String(message)], { ...(typeof role === 'string' ? { role } : {}), content: [] }) : undefined;
  if (entry.role === 'toolResult') {
    const result = tree.object(steps(entry.source), converseResultShape(entry));
    if (entry.blocks.length === 0) placed.whole(result, turn); else placed.frame(result);
  } else if (entry.blocks.length === 0) placed.whole(around ?? tree.node(steps(entry.source), {}), turn);
  for (const block of entry.blocks) placed.block(tree.node(steps(block.source), converseShape(block)), block);
}

function responsesEntry(entry: Entry, turn: Turn, tree: ShapeTree, placed: Placer): void {
  const { record, pointer } = entry.source;
  const base = [...record === 0 ? [] : ['input', String(record - 1)], ...pointerSteps(pointer)];
  const string = entry.blocks.length === 1 && entry.blocks[0]!.source.pointer === pointer && entry.native === undefined ? entry.blocks[0] : undefined;
  if (string !== undefined) { placed.block(tree.node(base, textRef(string.text)), string); return; }
  const item = tree.object(base, itemShape(entry));
  if (entry.blocks.length === 0) { if (turn.blocks.length === 0) placed.whole(item, turn); else placed.frame(item); return; }
  let framed = false;
  for (const block of entry.blocks) {
    const steps = stepsInside(entry, block);
    if (steps.length === 0) { placed.block(item, block); continue; }
    if (!framed) { placed.frame(item); framed = true; }
    placed.block(tree.node([...base, ...steps], partShape(block)), block);
  }
}
