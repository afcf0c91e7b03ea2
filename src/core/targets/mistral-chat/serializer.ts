import type { OptionDoc, Serializer } from '../../replay/serializer.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';
import { behindResults } from '../reference/call-order.ts';
import type { DraftMark } from '../reference/message-draft.ts';
import { requestModel } from '../reference/request-model.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import { assistantDraft, commitMistral, systemDraft, toolDraft, userDraft, type MistralDraft, type MistralMaking } from './messages.ts';
import { repairMistral } from './repair.ts';

const BASE: DraftMark = { op: 'kept', why: { reason: 'Recorded base instructions; the client is known to send a text of its own for the model.', rule: 'reference/base-instructions' } };
const MOVED: DraftMark = { op: 'moved', why: { reason: 'It stood between a call and its result; the results come first, so it is sent behind them.', rule: 'mistral/call-response-count' } };

const OPTIONS: readonly OptionDoc[] = [
  { name: 'mode', values: ['strict', 'repair'], default: 'strict', description: 'strict changes only what the API cannot express and lets the rules find the rest; repair applies each rule\'s fix.' },
  { name: 'model', values: 'a model name', description: 'Default: the last recorded Mistral model, else a placeholder.' },
  { name: 'thinking', values: ['as-is', 'strip'], default: 'as-is', description: 'strip leaves out all reasoning.' },
  { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; stubs are inert ones, one per name used.' },
  { name: 'prompt', values: 'a text', description: 'A last user turn.' },
];

/** Our own serializer for Mistral's chat completions: like OpenAI's but for reasoning chunks, addresses of media, and the order of roles. */
export const mistralChatTarget: Serializer = {
  id: 'mistral-chat',
  label: 'Mistral Chat',
  api: 'mistral-chat',
  kind: 'reference',
  description: 'Mistral\'s chat completions (types of `@mistralai/mistralai` and live reports to 2026-11), written by Turnlens.',
  ruleFamilies: ['mistral', 'json', 'reference', 'session'],
  array: 'messages',
  mergesAdjacent: false,
  options: OPTIONS,
  accepts: () => true,
  write(conversation, options, writer) {
    const drafts = draftsOf(conversation, { options, writer });
    const messages = (options.mode === 'repair' ? repairMistral(drafts, writer) : drafts).map((draft) => commitMistral(draft, writer));
    const tools = toolsOf(conversation, options, 'mistral-chat', writer);
    return { model: requestModel(conversation, options, 'mistral-chat'), messages, ...(tools === undefined ? {} : { tools }) };
  },
};

function draftsOf(conversation: Conversation, making: MistralMaking): readonly MistralDraft[] {
  const drafts: (MistralDraft | undefined)[] = [systemDraft(undefined, conversation.recorded.system, [BASE], making)];
  for (const { turn, moved } of behindResults(activeTurns(conversation), making.options.mode === 'repair')) {
    const marks = moved ? [MOVED] : [];
    switch (turn.role) {
      case 'system': case 'developer': drafts.push(systemDraft(turn, turn.blocks, marks, making)); break;
      case 'user': drafts.push(userDraft(turn, marks, making)); break;
      case 'assistant': drafts.push(assistantDraft(turn, making)); break;
      case 'toolResult': drafts.push(toolDraft(turn, making)); break;
    }
  }
  return drafts.filter((draft) => draft !== undefined);
}
