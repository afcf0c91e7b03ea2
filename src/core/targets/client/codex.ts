import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { at, type Id } from '../../model/source.ts';
import type { Entry, Turn } from '../../model/turn.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import { MODEL_PLACEHOLDER } from '../../replay/serializer.ts';
import { nativeRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { activeEntries, activeTurns, type Conversation } from '../../turns/conversation.ts';
import { itemShape, partShape, stepsInside } from '../reference/responses-shape.ts';
import { ShapeTree } from '../reference/shape-tree.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import type { ClientEmulation } from './emulation.ts';

const ABORTED: Why = { reason: 'The call has no output; Codex answers it with "aborted" on the wire, never in the file.', rule: 'client/added-on-wire' };
const ORPHAN: Why = { reason: 'Its call is not in the history; Codex takes such outputs out before it sends it.', rule: 'client/changed-on-wire' };
const BASE: Why = { reason: 'The base instructions as recorded: Codex sends them as a first developer item, without the sections for tools that it does not offer.', rule: 'client/not-recorded' };
const OLD_SUMMARY: Why = { reason: 'Codex makes a user message of the summary; its words around it are not recorded.', rule: 'client/not-recorded' };
const AGENT: Why = { reason: 'A message between agents that stands in a record of its own; how it was sent is not recorded.', rule: 'client/not-recorded' };

/** What Codex puts where a call has no output, by the item type of the call (0.171.0: 104 recorded requests; tool search: its source, 2026-11). */
const OUTPUTS: Readonly<Record<string, { readonly type: string; readonly prefix: string; readonly rest: WireObject }>> = {
  function_call: { type: 'function_call_output', prefix: 'fco', rest: { output: 'aborted' } },
  local_shell_call: { type: 'function_call_output', prefix: 'fco', rest: { output: 'aborted' } },
  custom_tool_call: { type: 'custom_tool_call_output', prefix: 'ctco', rest: { output: 'aborted' } },
  tool_search_call: { type: 'tool_search_output', prefix: 'tso', rest: { status: 'completed', execution: 'client', tools: [] } },
};
const PASSTHROUGH = 'internal_chat_message_metadata_passthrough';

/**
 * Codex 0.171.0 (104 recorded requests): the items of the history as they stand, in order, nothing merged, moved or filtered;
 * the metadata beside them taken off; an output for each call that has none.
 */
export const codexClient: ClientEmulation = {
  format: 'codex-rollout',
  label: 'Codex 0.171.0 (rollouts; compared with its recorded requests)',
  facts: { api: 'openai-responses', array: 'input', mergesAdjacent: false, ruleFamilies: ['client', 'openai-responses', 'json'] },
  options: [
    { name: 'prompt', values: 'a text', description: 'The next prompt.' },
    { name: 'model', values: 'a model name', description: 'Default: the last recorded one.' },
    { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; a rollout holds none.' },
  ],
  accepts: () => true,
  write(conversation, options, writer) {
    const { recorded } = conversation;
    const input: Wire[] = recorded.system.map((block) => baseItem(block, writer));
    const pairs = pairsOf(activeEntries(conversation));
    const turns = turnsByEntry(conversation);
    const official = recorded.provider === 'openai';
    let made = 0;
    for (const entry of activeEntries(conversation)) {
      const turn = turns.get(entry)!;
      if (isOrphan(entry, pairs)) { for (const id of idsOf(entry, turn)) writer.omit(id, ORPHAN); continue; }
      input.push(itemNode(entry, turn, official, writer));
      for (const call of entry.blocks) if (call.kind === 'tool-call' && call.callId !== undefined && !pairs.answered.has(`${outputOf(call.nativeType)} ${call.callId}`)) input.push(abortedNode(call, ++made, writer));
    }
    const tools = toolsOf(conversation, options, 'openai-responses', writer);
    const carriesTools = activeEntries(conversation).some((entry) => entry.detail?.itemType === 'additional_tools');
    return {
      model: options.model ?? recorded.model ?? MODEL_PLACEHOLDER, input, ...(tools === undefined ? {} : { tools }), tool_choice: 'auto', parallel_tool_calls: !carriesTools,
      ...(recorded.params?.reasoning === undefined ? {} : { reasoning: recorded.params.reasoning }), store: false, stream: true, include: ['reasoning.encrypted_content'],
    };
  },
};

interface Pairs { readonly answered: ReadonlySet<string>; readonly called: ReadonlySet<string> }

function outputOf(call: string): string { return OUTPUTS[call]?.type ?? 'none'; }

function pairsOf(entries: readonly Entry[]): Pairs {
  const answered = new Set<string>();
  const called = new Set<string>();
  for (const { role, callId, detail, blocks } of entries) {
    if (role === 'toolResult' && callId !== undefined) answered.add(`${String(detail?.itemType)} ${callId}`);
    for (const block of blocks) if (block.kind === 'tool-call' && block.callId !== undefined) called.add(`${outputOf(block.nativeType)} ${block.callId}`);
  }
  return { answered, called };
}

/** Outputs without an id stay, and so do those of tools that ran at the provider. */
function isOrphan({ role, callId, detail }: Entry, { called }: Pairs): boolean {
  const type = String(detail?.itemType);
  return role === 'toolResult' && callId !== undefined && (type === 'function_call_output' || type === 'custom_tool_call_output') && !called.has(`${type} ${callId}`);
}

/** Its id is a UUID (v5) of the call's item id in a name space that is not public: the same shape stands for it. A call without an item id gives an output without one. */
function abortedNode(call: Block, made: number, writer: RequestWriter): WireObject {
  const { type, prefix, rest } = OUTPUTS[call.nativeType] ?? OUTPUTS.function_call!;
  const id = call.itemId === undefined || call.itemId === '' ? {} : { id: standIn(prefix, made) };
  return writer.insert({ type, ...id, call_id: call.callId!, ...rest }, ABORTED);
}

function standIn(prefix: string, made: number): string { return `${prefix}_00000000-0000-5000-8000-${made.toString(16).padStart(12, '0')}`; }

function baseItem(block: Block, writer: RequestWriter): WireObject {
  return writer.place({ type: 'message', id: standIn('msg', 0), role: 'developer', content: [{ type: 'input_text', text: textRef(block.text) }] }, [block.id], 'converted', BASE);
}

/** The recorded item itself, without what Codex takes off. To OpenAI it keeps the metadata but for the parts' own. */
function itemNode(entry: Entry, turn: Turn, official: boolean, writer: RequestWriter): Wire {
  const { native } = entry;
  if (native?.api !== 'openai-responses') return builtNode(entry, turn, writer);
  const tree = new ShapeTree(itemShape(entry));
  const omit = native.omit ?? [];
  const metadata = official && omit.includes(PASSTHROUGH) ? { [PASSTHROUGH]: nativeRef(at(native.at, `${native.at.pointer}/${PASSTHROUGH}`), {}, ['content_item_metadata']) } : {};
  const node = nativeRef(native.at, tree.root, omit, metadata);
  const own: Id[] = [];
  let inner = false;
  for (const block of entry.blocks) {
    const steps = stepsInside(entry, block);
    if (steps.length === 0) own.push(block.id);
    else { writer.place(tree.node(steps, partShape(block)), [block.id]); inner = true; }
  }
  if (own.length > 0) writer.place(node, own);
  else if (turn.blocks.length === 0) writer.place(node, [turn.id]);
  else if (inner || entry.blocks.length === 0) writer.frame(node);
  return node;
}

/** Entries that are no item of the file: the prompt, the summary and the agent messages of older versions. */
function builtNode(entry: Entry, turn: Turn, writer: RequestWriter): WireObject {
  const why = entry.kind === 'prompt' ? undefined : entry.kind === 'agent-message' ? AGENT : OLD_SUMMARY;
  const content: Wire[] = [];
  for (const block of entry.blocks) {
    if (block.kind !== 'text') { writer.omit(block.id, AGENT); continue; }
    const node = { type: 'input_text', text: textRef(block.text) };
    content.push(why === undefined ? writer.place(node, [block.id]) : writer.place(node, [block.id], 'converted', why));
  }
  const node: WireObject = { type: 'message', role: 'user', content };
  return turn.blocks.length === 0 ? writer.place(node, [turn.id]) : node;
}

function turnsByEntry(conversation: Conversation): ReadonlyMap<Entry, Turn> {
  const turns = new Map<Entry, Turn>();
  for (const turn of activeTurns(conversation)) for (const entry of turn.entries) turns.set(entry, turn);
  return turns;
}

function idsOf(entry: Entry, turn: Turn): readonly Id[] {
  return entry.blocks.length > 0 ? entry.blocks.map((block) => block.id) : turn.blocks.length === 0 ? [turn.id] : [];
}
