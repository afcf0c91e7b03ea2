import type { OptionDoc, Serializer } from '../../replay/serializer.ts';
import { nativeRef, type Wire } from '../../replay/wire.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';
import { bodyParameters } from '../reference/body-parameters.ts';
import { commitDraft, commitPart } from '../reference/message-draft.ts';
import { requestModel } from '../reference/request-model.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import { draftTurns, type DraftedTurns, type Making } from '../reference/turn-drafts.ts';
import { geminiForm } from './parts.ts';
import { repairContents } from './repair.ts';

const OPTIONS: readonly OptionDoc[] = [
  { name: 'mode', values: ['strict', 'repair'], default: 'strict', description: 'strict changes only what the API cannot express and lets the rules find the rest; repair applies each rule\'s fix.' },
  { name: 'model', values: 'a model name', description: 'Default: the last recorded Gemini model, else a placeholder. It stands in the address, not in the body.' },
  { name: 'thinking', values: ['as-is', 'strip'], default: 'as-is', description: 'strip leaves out all thoughts; signatures of calls stay.' },
  { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; stubs are inert ones, one per name used.' },
  { name: 'prompt', values: 'a text', description: 'A last user turn.' },
];
/** Members of the SDK's `config` that the REST body has at its root; of the others the API's generation settings are made, and the SDK's own are left out. */
const AT_ROOT = new Set(['toolConfig', 'safetySettings', 'cachedContent', 'labels']);
const OF_THE_SDK = new Set(['httpOptions', 'abortSignal', 'automaticFunctionCalling']);

/** Our own serializer for Gemini's generateContent, in its REST form. Signatures stand on their own parts or nowhere. */
export const geminiTarget: Serializer = {
  id: 'gemini',
  label: 'Gemini',
  api: 'gemini',
  kind: 'reference',
  description: 'Gemini generateContent (API reference, `@google/genai` types and live reports to 2026-11), written by Turnlens in its REST form.',
  ruleFamilies: ['gemini', 'json', 'reference', 'session'],
  array: 'contents',
  mergesAdjacent: false,
  options: OPTIONS,
  accepts: () => true,
  write(conversation, options, writer) {
    const making: Making = { model: requestModel(conversation, options, 'gemini'), options, writer };
    const drafted = draftTurns(conversation, geminiForm, making);
    const drafts = options.mode === 'repair' ? repairContents(drafted.drafts, making) : drafted.drafts;
    const systemInstruction = instructionOf(conversation, drafted, making);
    const contents = drafts.map((draft) => commitDraft(draft, draft.role === 'assistant' ? 'model' : 'user', 'parts', writer));
    const tools = toolsOf(conversation, options, 'gemini', writer);
    return { contents, ...(systemInstruction === undefined ? {} : { systemInstruction }), ...(tools === undefined ? {} : { tools }), ...parametersOf(conversation) };
  },
};

/** One content for all system texts: the recorded one itself where there is no other. */
function instructionOf(conversation: Conversation, { system }: DraftedTurns, { writer }: Making): Wire | undefined {
  if (system.length === 0) return undefined;
  const parts = system.map((part) => commitPart(part, writer));
  const turns = activeTurns(conversation).filter((turn) => turn.role === 'system');
  const entry = turns[0]?.entries[0];
  const whole = entry?.native?.api === 'gemini' && entry.detail?.instruction === true && system.every((part) => part.block?.source.pointer.startsWith(`${entry.source.pointer}/parts/`) === true) && system.length === entry.blocks.length;
  return whole ? writer.frame(nativeRef(entry.source, { parts }, [], { parts })) : { parts };
}

function parametersOf(conversation: Conversation): { [key: string]: Wire } {
  const { config, ...root } = bodyParameters(conversation, 'gemini');
  if (config === undefined) return root;
  const generationConfig: { [key: string]: Wire } = {};
  for (const [key, value] of Object.entries(bodyParameters(conversation, 'gemini', 'config'))) {
    if (AT_ROOT.has(key)) root[key] = value;
    else if (!OF_THE_SDK.has(key)) generationConfig[key] = value;
  }
  return { ...root, ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }) };
}
