import type { Block } from '../../model/block.ts';
import type { Why } from '../../model/decision.ts';
import { isBound } from '../../model/signature.ts';
import { joinRef, nativeRef, textRef, type RefNode, type WireObject } from '../../replay/wire.ts';
import { chatShape } from '../reference/chat-shape.ts';
import { messagesShape } from '../reference/messages-shape.ts';

/** Members of an assistant message for its reasoning: the nodes that carry blocks, and the blocks that have no place there. */
export interface ReasoningMembers {
  readonly members: WireObject;
  readonly placed: readonly { readonly node: WireObject | RefNode; readonly blocks: readonly Block[] }[];
  readonly left: readonly { readonly block: Block; readonly why: Why }[];
}

/**
 * What a service that speaks Chat Completions does differently. The serializer asks; a dialect answers with data, so that a
 * new one is an entry in {@link DIALECTS} and nothing else.
 */
export interface ChatDialect {
  readonly id: string;
  readonly label: string;
  /** Members of a recorded assistant message that the service takes reasoning in; those of other services are not sent. */
  readonly fields: readonly string[];
  /** Writes reasoning that no member of a recorded message holds; absent where the service has no member for it. */
  reasoning?(blocks: readonly Block[]): ReasoningMembers;
  /** Role of developer texts. */
  readonly developerRole: 'developer' | 'system';
  /** `repair` gives an assistant message with calls this member, empty, where it has none, and the rule that says so. */
  readonly backFill?: { readonly field: string; readonly rule: string };
  /** `repair` writes `""` for content that is null. */
  readonly noNullContent?: string;
}

const SIGNED: Why = { reason: 'Signed thinking of another provider has no place in this service\'s member for reasoning, and it is never sent without its signature.', rule: 'openai-chat/reasoning-lost' };

/** Unsigned reasoning as one string. What is signed belongs to another provider. */
function asText(field: string): (blocks: readonly Block[]) => ReasoningMembers {
  return (blocks) => {
    const sent = blocks.filter((block) => !isBound(block.signature));
    const left = blocks.filter((block) => isBound(block.signature)).map((block) => ({ block, why: SIGNED }));
    if (sent.length === 0) return { members: {}, placed: [], left };
    const node = sent.length === 1 ? textRef(sent[0]!.text) : joinRef(sent.map((block) => textRef(block.text)), '\n');
    return { members: { [field]: node }, placed: [{ node, blocks: sent }], left };
  };
}

/** OpenRouter's list: each block with its value and whose it is. Unsigned reasoning of elsewhere has no maker to say. */
function asDetails(blocks: readonly Block[]): ReasoningMembers {
  const placed: { readonly node: WireObject | RefNode; readonly blocks: readonly Block[] }[] = [];
  const left: { readonly block: Block; readonly why: Why }[] = [];
  for (const block of blocks) {
    const node = detailOf(block, placed.length);
    if (node === undefined) left.push({ block, why: { reason: 'Reasoning that no maker signed cannot be handed on by this service.', rule: 'openai-chat/reasoning-lost' } });
    else placed.push({ node, blocks: [block] });
  }
  return { members: placed.length === 0 ? {} : { reasoning_details: placed.map((place) => place.node) }, placed, left };
}

function detailOf(block: Block, index: number): WireObject | RefNode | undefined {
  if (block.native?.api === 'openai-chat' && block.detail?.field === 'reasoning_details') return nativeRef(block.native.at, chatShape(block));
  const { signature } = block;
  if (!isBound(signature)) return undefined;
  const value = textRef(signature.value);
  switch (signature.kind) {
    case 'anthropic-thinking': return { type: 'reasoning.text', text: textRef(block.text), signature: value, format: 'anthropic-claude-v1', index };
    case 'anthropic-redacted': return { type: 'reasoning.encrypted', data: value, format: 'anthropic-claude-v1', index };
    case 'openai-encrypted': return { type: 'reasoning.encrypted', data: value, format: 'openai-responses-v1', index, ...(block.itemId === undefined ? {} : { id: block.itemId }) };
    default: return undefined;
  }
}

/** LiteLLM's list of Claude's own blocks; reasoning of others goes into its member of text. */
function asThinkingBlocks(blocks: readonly Block[]): ReasoningMembers {
  const own = blocks.filter((block) => isBound(block.signature) && (block.signature.kind === 'anthropic-thinking' || block.signature.kind === 'anthropic-redacted'));
  const rest = asText('reasoning_content')(blocks.filter((block) => !own.includes(block)));
  const placed = own.map((block) => ({ blocks: [block], node: block.native?.api === 'anthropic-messages' ? nativeRef(block.native.at, messagesShape(block)) : block.kind === 'thinking' ? { type: 'thinking', thinking: textRef(block.text), signature: textRef(block.signature!.value) } : { type: 'redacted_thinking', data: textRef(block.signature!.value) } }));
  return { members: { ...rest.members, ...(placed.length === 0 ? {} : { thinking_blocks: placed.map((place) => place.node) }) }, placed: [...rest.placed, ...placed], left: rest.left };
}

/** MiniMax's own list is like OpenRouter's, unsigned. */
function asPlainDetails(blocks: readonly Block[]): ReasoningMembers {
  const made = asText('text')(blocks);
  const text = made.members.text;
  return text === undefined ? made : { ...made, members: { reasoning_details: [{ type: 'reasoning.text', text }] } };
}

/** OpenAI's own: reasoning has no input member (API reference, 2026-11). */
const openai: ChatDialect = { id: 'openai', label: 'OpenAI', fields: [], developerRole: 'developer' };

/** Every dialect, sorted by id (vendors' documentation and live reports to 2026-11; provider rules name the evidence). */
export const DIALECTS: readonly ChatDialect[] = [
  { id: 'azure', label: 'Azure OpenAI', fields: [], developerRole: 'developer' },
  { id: 'deepseek', label: 'DeepSeek', fields: ['reasoning_content'], reasoning: asText('reasoning_content'), developerRole: 'system', backFill: { field: 'reasoning_content', rule: 'deepseek/reasoning-content-missing' } },
  { id: 'glm', label: 'GLM (Zhipu)', fields: ['reasoning_content'], reasoning: asText('reasoning_content'), developerRole: 'system' },
  { id: 'groq', label: 'Groq', fields: ['reasoning'], developerRole: 'system' },
  { id: 'kimi', label: 'Kimi (Moonshot)', fields: ['reasoning_content'], reasoning: asText('reasoning_content'), developerRole: 'system', backFill: { field: 'reasoning_content', rule: 'kimi/reasoning-content-missing' } },
  { id: 'litellm', label: 'LiteLLM', fields: ['reasoning_content', 'thinking_blocks'], reasoning: asThinkingBlocks, developerRole: 'developer' },
  { id: 'minimax', label: 'MiniMax', fields: ['reasoning_details'], reasoning: asPlainDetails, developerRole: 'system' },
  openai,
  { id: 'openrouter', label: 'OpenRouter', fields: ['reasoning', 'reasoning_details'], reasoning: asDetails, developerRole: 'developer' },
  { id: 'qwen', label: 'Qwen (DashScope)', fields: ['reasoning_content'], reasoning: asText('reasoning_content'), developerRole: 'system' },
  { id: 'vllm', label: 'vLLM', fields: ['reasoning', 'reasoning_content'], reasoning: asText('reasoning'), developerRole: 'system' },
  { id: 'xai', label: 'xAI', fields: [], developerRole: 'system', noNullContent: 'xai/empty-content' },
];

/** The dialect of an id; OpenAI's own where none is asked for or the id is not known (callers refuse unknown ids by the option's values). */
export function dialectOf(id: string | undefined): ChatDialect {
  return DIALECTS.find((dialect) => dialect.id === id) ?? openai;
}
