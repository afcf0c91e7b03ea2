import { asObject } from '../../model/json.ts';
import { at } from '../../model/source.ts';
import type { OptionDoc, Serializer } from '../../replay/serializer.ts';
import { nativeRef, type Wire, type WireObject } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { bodyParameters } from '../reference/body-parameters.ts';
import { commitDraft, commitPart } from '../reference/message-draft.ts';
import { requestModel } from '../reference/request-model.ts';
import { toolsOf } from '../reference/tool-definitions.ts';
import { draftTurns, type Making } from '../reference/turn-drafts.ts';
import { converseForm } from './blocks.ts';
import { repairMessages } from './repair.ts';

const OPTIONS: readonly OptionDoc[] = [
  { name: 'mode', values: ['strict', 'repair'], default: 'strict', description: 'strict changes only what the API cannot express and lets the rules find the rest; repair applies each rule\'s fix.' },
  { name: 'model', values: 'a model id', description: 'Default: the last recorded Converse model, else a placeholder.' },
  { name: 'thinking', values: ['as-is', 'strip'], default: 'as-is', description: 'strip leaves out all reasoning.' },
  { name: 'tools', values: ['recorded', 'none', 'stubs', 'FILE'], default: 'recorded', description: 'Tool definitions; stubs are inert ones, one per name used. repair adds stubs where tools were used and none are recorded.' },
  { name: 'prompt', values: 'a text', description: 'A last user turn.' },
];

/** Our own serializer for Amazon Bedrock's Converse, as its SDK takes it (`modelId` beside the body, bytes as base64). */
export const bedrockConverseTarget: Serializer = {
  id: 'bedrock-converse',
  label: 'Bedrock Converse',
  api: 'bedrock-converse',
  kind: 'reference',
  description: 'Amazon Bedrock Converse (types of `@aws-sdk/client-bedrock-runtime` and live reports to 2026-11), written by Turnlens.',
  ruleFamilies: ['bedrock', 'json', 'reference', 'session'],
  array: 'messages',
  mergesAdjacent: false,
  options: OPTIONS,
  accepts: () => true,
  write(conversation, options, writer) {
    const model = requestModel(conversation, options, 'bedrock-converse');
    const making: Making = { model, options, writer };
    const drafted = draftTurns(conversation, converseForm, making);
    const drafts = options.mode === 'repair' ? repairMessages(drafted.drafts, making) : drafted.drafts;
    const system = drafted.system.map((part) => commitPart(part, writer));
    const messages = drafts.map((draft) => commitDraft(draft, draft.role, 'content', writer));
    const used = drafts.some((draft) => draft.parts.some((part) => part.type === 'call' || part.type === 'result'));
    const toolConfig = toolConfigOf(conversation, making, used);
    const parameters = Object.entries(bodyParameters(conversation, 'bedrock-converse')).filter(([key]) => key !== 'toolConfig');
    return { modelId: model, messages, ...(system.length === 0 ? {} : { system }), ...(toolConfig === undefined ? {} : { toolConfig }), ...Object.fromEntries(parameters) };
  },
};

/** Tools and the choice among them. A history of tool use without them is refused: `repair` puts stubs in their place. */
function toolConfigOf(conversation: Conversation, { options, writer }: Making, used: boolean): WireObject | undefined {
  const recorded = toolsOf(conversation, options, 'bedrock-converse', writer);
  const tools: Wire | undefined = recorded ?? (used && options.mode === 'repair' ? toolsOf(conversation, { ...options, tools: 'stubs' }, 'bedrock-converse', writer) : undefined);
  if (tools === undefined) return undefined;
  const { params, body, api } = conversation.recorded;
  const choice = api === 'bedrock-converse' ? asObject(params?.toolConfig ?? null)?.toolChoice : undefined;
  return { tools, ...(choice === undefined ? {} : { toolChoice: body === undefined ? choice as Wire : nativeRef(at(body.at, '/toolConfig/toolChoice'), choice as Wire) }) };
}
