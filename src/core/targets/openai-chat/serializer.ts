import type { OptionDoc, Serializer } from '../../replay/serializer.ts';
import { activeTurns, type Conversation } from '../../turns/conversation.ts';
import { behindResults } from '../reference/call-order.ts';
import { bodyParameters } from '../reference/body-parameters.ts';
import { requestModel } from '../reference/request-model.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import { DIALECTS, dialectOf } from './dialect.ts';
import { assistantDraft, commitChat, systemDraft, toolDraft, userDraft, type ChatDraft, type ChatMaking, type Mark, type Part } from './messages.ts';
import { repairChat } from './repair.ts';

const BASE: Mark = { op: 'kept', why: { reason: 'Recorded base instructions; the client is known to send a text of its own for the model.', rule: 'reference/base-instructions' } };
const MOVED: Mark = { op: 'moved', why: { reason: 'It stood between a call and its result; the results come first, so it is sent behind them.', rule: 'openai-chat/tool-calls-unanswered' } };

const OPTIONS: readonly OptionDoc[] = [
  { name: 'mode', values: ['strict', 'repair'], default: 'strict', description: 'strict changes only what the API cannot express and lets the rules find the rest; repair applies each rule\'s fix.' },
  { name: 'model', values: 'a model name', description: 'Default: the last recorded Chat Completions model, else a placeholder.' },
  { name: 'dialect', values: DIALECTS.map((dialect) => dialect.id), default: 'openai', description: 'The service that speaks Chat Completions.' },
  { name: 'thinking', values: ['as-is', 'strip'], default: 'as-is', description: 'strip leaves reasoning out of dialects that have a field for it.' },
  { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; stubs are inert ones, one per name used.' },
  { name: 'prompt', values: 'a text', description: 'A last user turn.' },
];

/** Our own serializer for Chat Completions. Every position is kept but those that the API cannot express. */
export const openaiChatTarget: Serializer = {
  id: 'openai-chat',
  label: 'OpenAI Chat Completions',
  api: 'openai-chat',
  kind: 'reference',
  description: 'The Chat Completions API (reference and live reports to 2026-11), written by Turnlens.',
  ruleFamilies: ['openai-chat', 'deepseek', 'groq', 'kimi', 'minimax', 'qwen', 'xai', 'json', 'reference', 'session'],
  array: 'messages',
  mergesAdjacent: false,
  options: OPTIONS,
  accepts: () => true,
  write(conversation, options, writer) {
    const making: ChatMaking = { options, writer, dialect: dialectOf(options.dialect) };
    const drafts = draftsOf(conversation, making);
    const messages = (options.mode === 'repair' ? repairChat(drafts, making.dialect, writer) : drafts).map((draft) => commitChat(draft, writer));
    const tools = toolsOf(conversation, options, 'openai-chat', writer);
    return { model: requestModel(conversation, options, 'openai-chat'), messages, ...(tools === undefined ? {} : { tools }), ...bodyParameters(conversation, 'openai-chat') };
  },
};

function draftsOf(conversation: Conversation, making: ChatMaking): readonly ChatDraft[] {
  const drafts: ChatDraft[] = [];
  const push = (draft: ChatDraft | undefined): void => { if (draft !== undefined) drafts.push(draft); };
  push(systemDraft(undefined, conversation.recorded.system, 'system', [BASE], making));
  const ordered = behindResults(activeTurns(conversation), making.options.mode === 'repair');
  let images: Part[] = [];
  ordered.forEach(({ turn, moved }, index) => {
    switch (turn.role) {
      case 'system': case 'developer': push(systemDraft(turn, turn.blocks, turn.role, moved ? [MOVED] : [], making)); break;
      case 'user': push(userDraft(turn, moved, making)); break;
      case 'assistant': push(assistantDraft(turn, making)); break;
      case 'toolResult': {
        const made = toolDraft(turn, making);
        push(made.draft);
        images.push(...made.images);
        break;
      }
    }
    if (images.length > 0 && !resultFollows(ordered, index)) {
      drafts.push({ role: 'user', parts: images, calls: [] });
      images = [];
    }
  });
  return drafts;
}

/** Another result of the same batch comes before the next assistant turn. */
function resultFollows(ordered: ReturnType<typeof behindResults>, index: number): boolean {
  for (let next = index + 1; next < ordered.length; next++) {
    const { role } = ordered[next]!.turn;
    if (role === 'assistant') return false;
    if (role === 'toolResult') return true;
  }
  return false;
}
