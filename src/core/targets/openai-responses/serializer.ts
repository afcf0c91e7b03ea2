import { at } from '../../model/source.ts';
import type { Turn } from '../../model/turn.ts';
import type { OptionDoc, ReplayOptions, Serializer } from '../../replay/serializer.ts';
import { joinRef, nativeRef, textRef, type Wire, type WireObject } from '../../replay/wire.ts';
import { activeEntries, activeTurns, type Conversation } from '../../turns/conversation.ts';
import { requestModel } from '../reference/request-model.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import { commitItem, itemsOf, SURROGATE, type Item, type ItemMaking } from './items.ts';
import { repairItems, withoutReferences } from './repair.ts';

const OPTIONS: readonly OptionDoc[] = [
  { name: 'mode', values: ['strict', 'repair'], default: 'strict', description: 'strict changes only what the API cannot express and lets the rules find the rest; repair applies each rule\'s fix.' },
  { name: 'model', values: 'a model name', description: 'Default: the last recorded Responses model, else a placeholder.' },
  { name: 'thinking', values: ['as-is', 'strip'], default: 'as-is', description: 'strip leaves out all reasoning items.' },
  { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; stubs are inert ones, one per name used.' },
  { name: 'prompt', values: 'a text', description: 'A last user turn.' },
  { name: 'options.store', values: ['false', 'true'], default: 'false', description: 'Whether the server keeps answers: {"store": true} sends reasoning by its id alone where it has no encrypted content. Default: as recorded in a request body, else false.' },
];

/** Our own serializer for the OpenAI Responses API: recorded items go verbatim, in record order; others are built. */
export const openaiResponsesTarget: Serializer = {
  id: 'openai-responses',
  label: 'OpenAI Responses',
  api: 'openai-responses',
  kind: 'reference',
  description: 'The OpenAI Responses API (reference and live reports to 2026-11), written by Turnlens.',
  ruleFamilies: ['openai-responses', 'json', 'reference', 'session'],
  array: 'input',
  mergesAdjacent: false,
  options: OPTIONS,
  accepts: () => true,
  write(conversation, options, writer) {
    const { recorded } = conversation;
    const stored = options.extra.store ?? (recorded.api === 'openai-responses' ? recorded.params?.store : undefined);
    const making: ItemMaking = { options, writer, stored: stored === true };
    const head = leadingTexts(conversation);
    const drafted = draftItems(conversation, head, making);
    const items = options.mode === 'repair' ? repairItems(stored === true ? drafted : withoutReferences(drafted, writer), conversation, writer) : drafted;
    const instructions = instructionsOf(conversation, head, making);
    const input = items.map((item) => commitItem(item, writer));
    const tools = toolsOf(conversation, options, 'openai-responses', writer);
    return {
      model: requestModel(conversation, options, 'openai-responses'), ...(instructions === undefined ? {} : { instructions }), input,
      ...(tools === undefined ? {} : { tools }), ...parametersOf(conversation, options, items.some((item) => item.type === 'reasoning')),
    };
  },
};

/** The run of system texts at the head that are no items: they go to `instructions`. Recorded items keep their place. */
function leadingTexts(conversation: Conversation): readonly Turn[] {
  const turns = activeTurns(conversation);
  const end = turns.findIndex((turn) => turn.role !== 'system' && turn.role !== 'developer' || turn.entries[0]?.native?.api === 'openai-responses');
  return turns.slice(0, end < 0 ? turns.length : end);
}

function draftItems(conversation: Conversation, head: readonly Turn[], making: ItemMaking): readonly Item[] {
  const turnOf = new Map(activeTurns(conversation).flatMap((turn) => turn.entries.map((entry) => [entry, turn] as const)));
  const leading = new Set(head);
  return activeEntries(conversation).flatMap((entry) => {
    const turn = turnOf.get(entry);
    return turn === undefined || leading.has(turn) ? [] : itemsOf(entry, turn, making);
  });
}

function instructionsOf(conversation: Conversation, head: readonly Turn[], { options, writer }: ItemMaking): Wire | undefined {
  const base = conversation.recorded.system;
  const blocks = [...base, ...head.flatMap((turn) => turn.blocks)];
  for (const turn of head) if (turn.blocks.length === 0) writer.omit(turn.id, { reason: 'An empty system text is not sent.' });
  const texts = blocks.filter((block) => block.kind === 'text');
  for (const block of blocks) if (block.kind !== 'text') writer.omit(block.id, { reason: 'Instructions are text; this is none.', rule: 'reference/system-not-text' });
  const [only] = texts;
  if (only === undefined) return undefined;
  const why = base.includes(only) ? { reason: 'Recorded base instructions; the client is known to send a text of its own for the model.', rule: 'reference/base-instructions' } : { reason: 'Sent as recorded.' };
  const as = options.mode === 'repair' ? 'well-formed' : 'none';
  if (options.mode === 'repair') for (const block of texts) if (block.text.loneSurrogate) writer.mark(block.id, SURROGATE.op, SURROGATE.why);
  if (texts.length === 1) return writer.place(textRef(only.text, as), [only.id], 'kept', why);
  const whole = joinRef(texts.map((block) => textRef(block.text, as)), '\n\n');
  return writer.place(whole, texts.map((block) => block.id), 'merged', { reason: 'The API has one text for instructions; the system texts are joined in it.' });
}

/** The parameters of a recorded Responses request are its own; any other request asks for what a replay without storage needs. */
function parametersOf(conversation: Conversation, options: ReplayOptions, reasoning: boolean): WireObject {
  const { recorded } = conversation;
  const asked = options.extra.store;
  if (recorded.api !== 'openai-responses' || recorded.body?.kind !== 'request' || recorded.params === undefined) {
    return asked === true ? { store: true } : { store: false, ...(reasoning ? { include: ['reasoning.encrypted_content'] } : {}) };
  }
  const body = recorded.body.at;
  const own = Object.fromEntries(Object.entries(recorded.params).map(([key, value]): [string, Wire] => [key, nativeRef(at(body, `/${key}`), value as Wire)]));
  return typeof asked === 'boolean' ? { ...own, store: asked } : own;
}
