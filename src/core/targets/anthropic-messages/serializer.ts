import type { OptionDoc, Serializer } from '../../replay/serializer.ts';
import { requestModel } from '../reference/request-model.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import { commit, commitPiece } from './draft.ts';
import { draftMessages, isBoundThinking } from './drafts.ts';
import { asksByBudget, parametersOf, recordedParams } from './parameters.ts';
import { onPlatform, platformOf, PLATFORMS } from './platform.ts';
import { repair } from './repair.ts';
import { loopLacksThinking } from './repair-thinking.ts';
import { placeSystemUpdates } from './system-updates.ts';

const OPTIONS: readonly OptionDoc[] = [
  { name: 'mode', values: ['strict', 'repair'], default: 'strict', description: 'strict changes only what the API cannot express and lets the rules find the rest; repair applies each rule\'s fix.' },
  { name: 'model', values: 'a model name', description: 'Default: the last recorded Claude model, else a placeholder.' },
  { name: 'thinking', values: ['as-is', 'strip'], default: 'as-is', description: 'strip leaves out all thinking and switches it off.' },
  { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; stubs are inert ones, one per name used.' },
  { name: 'prompt', values: 'a text', description: 'A last user turn.' },
  { name: 'options.platform', values: PLATFORMS, default: 'direct', description: 'Who serves the model; on Bedrock (InvokeModel) and Vertex it stands in the address, and later system texts become user text. Default: that of a recorded body.' },
];

/**
 * Our own serializer for the Anthropic Messages API. One message per response, signed thinking byte for byte or not at all,
 * agent messages behind the results they would part from their calls. What it promises is written down in the design, section 4.
 */
export const anthropicMessagesTarget: Serializer = {
  id: 'anthropic-messages',
  label: 'Anthropic Messages',
  api: 'anthropic-messages',
  kind: 'reference',
  description: 'The Anthropic Messages API (documentation, SDK 1.14.0 types and live reports to 2026-11), written by Turnlens.',
  ruleFamilies: ['anthropic', 'json', 'reference', 'session'],
  array: 'messages',
  mergesAdjacent: true,
  options: OPTIONS,
  accepts: () => true,
  write(conversation, options, writer) {
    const model = requestModel(conversation, options, 'anthropic-messages');
    const platform = platformOf(conversation, options);
    const drafted = draftMessages(conversation, { model, options, writer });
    const fixed = options.mode === 'repair' ? repair(drafted, conversation, model, platform, writer) : { ...drafted, thinkingOff: false };
    // A setting that we would add must not be what makes the request fail.
    const unasked = recordedParams(conversation) === undefined && asksByBudget(conversation, model) && loopLacksThinking(fixed.drafts);
    placeSystemUpdates(fixed.drafts, model, platform, writer);
    const kept = fixed.drafts.some((draft) => draft.pieces.some(isBoundThinking));
    const system = fixed.system.map((piece) => commitPiece(piece, writer));
    const messages = fixed.drafts.map((draft) => commit(draft, writer));
    const tools = toolsOf(conversation, options, 'anthropic-messages', writer);
    return {
      ...onPlatform(platform, model, parametersOf(conversation, options, model, { kept: kept && !unasked, off: fixed.thinkingOff }, writer)),
      ...(system.length === 0 ? {} : { system }), messages, ...(tools === undefined ? {} : { tools }),
    };
  },
};
