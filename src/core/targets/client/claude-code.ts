import { asObject, type JsonObject } from '../../model/json.ts';
import { claudeModel } from '../../replay/claude-model.ts';
import { gate } from '../../replay/model-gates.ts';
import { MODEL_PLACEHOLDER, type ReplayOptions } from '../../replay/serializer.ts';
import { textRef, type Wire } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import { messageNodes } from './claude-code/nodes.ts';
import { draftMessages } from './claude-code/messages.ts';
import { stepsOf } from './claude-code/steps.ts';
import { VERSIONS, versionOf } from './claude-code/version.ts';
import type { ClientEmulation } from './emulation.ts';

/**
 * Claude Code 2.1.197 and 2.1.332, by the version of the file, else the newer (recorded requests of both, 2026-11): rows of one
 * message make one message, reminders go before the prompt or into the last tool result, thinking of another model and
 * messages with nothing to see are left out.
 */
export const claudeCodeClient: ClientEmulation = {
  format: 'claude-code',
  label: 'Claude Code 2.1.197 and 2.1.332 (transcripts; compared with their recorded requests)',
  facts: { api: 'anthropic-messages', array: 'messages', mergesAdjacent: true, ruleFamilies: ['client', 'anthropic', 'json'] },
  options: [
    { name: 'prompt', values: 'a text', description: 'The next prompt.' },
    { name: 'model', values: 'a Claude model id', description: 'The model of this request: thinking of others is left out. Default: the last recorded one.' },
    { name: 'variant', values: VERSIONS, description: 'The version of Claude Code that goes on. Default: that of the file, else the newest known.' },
    { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; 2.1.332 logs its own in the transcript.' },
  ],
  accepts: () => true,
  write(conversation, options, writer) {
    const { recorded } = conversation;
    const model = options.model ?? recorded.model ?? MODEL_PLACEHOLDER;
    const version = versionOf(options.variant, recorded.client?.version);
    const messages = messageNodes(draftMessages(stepsOf(conversation, version), { model, version, writer }), writer);
    const system = recorded.system.map((block) => writer.place({ type: 'text', text: textRef(block.text), cache_control: { type: 'ephemeral' } }, [block.id]));
    const tools = toolsOf(conversation, options, 'anthropic-messages', writer);
    return { model, messages, ...(system.length === 0 ? {} : { system }), ...(tools === undefined ? {} : { tools }), ...parametersOf(conversation, options, model), stream: true };
  },
};

/** Parameters as the client logged them for this model, else what both versions sent for a model of its kind (recorded 2026-11). */
function parametersOf({ recorded }: Conversation, options: ReplayOptions, model: string): { readonly [key: string]: Wire } {
  const logged = asObject(recorded.params);
  if (logged !== undefined && (options.model === undefined || options.model === recorded.model)) return logged as { readonly [key: string]: Wire };
  const known = claudeModel(model);
  const keep: JsonObject = { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] };
  if (known !== undefined && known.version < 3.7) return { max_tokens: 8192 };
  if (known !== undefined && gate('adaptiveThinking', model) === 'yes') return { max_tokens: 64000, thinking: { type: 'adaptive' }, context_management: keep as Wire };
  return { max_tokens: 32000, thinking: { type: 'enabled', budget_tokens: 31999 }, context_management: keep as Wire };
}
