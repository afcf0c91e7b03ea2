import { asObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Wire } from '../../replay/wire.ts';
import type { CompletionsCompat } from './completions-compat.ts';
import type { Message } from './context.ts';
import type { Node } from './conversion.ts';
import { budgetOf, cacheKey, clampedLevel, mapped, type PiModel } from './model.ts';
import type { PiRequest } from './target.ts';
import { isEmptyText } from './parts.ts';
import { currentTools, listed, requestTools, type SpellTool } from './tools.ts';

/** What of the transcript the request's own list of tools stands for. */
export interface Folded { readonly folded: number; readonly transcript: readonly Message[] }

/** A definition in Chat Completions' form. */
export function spellChatTool(compat: CompletionsCompat, mark?: Wire): SpellTool {
  return (tool, last) => ({
    type: 'function',
    function: { name: tool.name as Wire, ...(tool.description === undefined ? {} : { description: tool.description as Wire }), parameters: tool.parameters as Wire, ...(compat.supportsStrictMode ? { strict: false } : {}) },
    ...(last && mark !== undefined ? { cache_control: mark } : {}),
  });
}

/** The request around the messages. */
export function completionsParameters(request: PiRequest, compat: CompletionsCompat, messages: readonly Node[], { folded, transcript }: Folded): Wire {
  const { call, old, conversation, options, writer } = request;
  const { model } = call;
  const long = call.cacheRetention === 'long' && compat.supportsLongCacheRetention;
  const mode = old ? 'auto' : model.compat.promptCacheKeyMode ?? 'auto';
  const keyed = mode === 'enabled' ? call.cacheRetention !== 'none' : mode === 'auto' && (model.baseUrl.includes('api.openai.com') && call.cacheRetention !== 'none' || long);
  const mark: Wire | undefined = compat.cacheControlFormat !== 'anthropic' || call.cacheRetention === 'none' ? undefined : { type: 'ephemeral', ...(long ? { ttl: '1h' } : {}) };
  const current = old ? listed(request.context.tools) : Number.isFinite(folded) ? currentTools(transcript.filter((m) => m.role === 'system').slice(0, folded)) : currentTools(request.messages);
  const tools = requestTools(current, conversation, options, spellChatTool(compat, mark), writer) ?? (old || compat.requiresToolsWithToolHistory ? emptyTools(request) : undefined);
  if (mark !== undefined) markCache(messages, mark, old);
  const level = clampedLevel(call);
  const limit = request.maxTokens ? { [compat.maxTokensField === 'max_tokens' ? 'max_tokens' : 'max_completion_tokens']: request.maxTokens } : {};
  return {
    model: model.id, messages, stream: true, ...(keyed ? { prompt_cache_key: cacheKey(call) } : {}), ...(long ? { prompt_cache_retention: '24h' } : {}),
    ...(compat.supportsUsageInStreaming ? { stream_options: { include_usage: true } } : {}), ...(compat.supportsStore ? { store: false } : {}), ...limit,
    ...(call.temperature === undefined ? {} : { temperature: call.temperature }), ...(tools === undefined ? {} : { tools }),
    ...(tools !== undefined && compat.zaiToolStream && (tools as readonly Wire[]).length > 0 ? { tool_stream: true } : {}),
    ...(old || model.compat.vllmPriority === undefined ? {} : { priority: model.compat.vllmPriority as Wire }),
    ...(old ? oldReasoning(model, compat, level) : reasoning(model, compat, level, request.maxTokens)), ...routing(model, old), ...(old ? {} : model.samplingParams as Node),
  };
}

/** Gateways want a list of tools where calls were made, even an empty one. */
function emptyTools({ messages }: PiRequest): Wire | undefined {
  return messages.some((m) => m.role === 'toolResult' || m.role === 'assistant' && m.parts.some((part) => part.type === 'toolCall')) ? [] : undefined;
}

/** Anthropic's cache marks through a gateway: on the prompt, and on the last text of the last message that has one (0.73.1 passes tool results over). */
function markCache(messages: readonly Node[], mark: Wire, old: boolean): void {
  const head = messages.find((m) => m.role === 'system' || m.role === 'developer');
  if (head !== undefined) markText(head, mark);
  for (let k = messages.length - 1; k >= 0; k--) {
    const message = messages[k]!;
    if ((message.role === 'user' || message.role === 'assistant' || !old && message.role === 'tool') && markText(message, mark)) return;
  }
}

function markText(message: Node, mark: Wire): boolean {
  const { content } = message;
  if (Array.isArray(content)) {
    const part = (content as readonly Node[]).findLast((p) => p.type === 'text');
    if (part !== undefined) part.cache_control = mark;
    return part !== undefined;
  }
  if (content === undefined || content === null || isEmptyText(content)) return false;
  message.content = [{ type: 'text', text: content, cache_control: mark }];
  return true;
}

function oldReasoning(model: PiModel, compat: CompletionsCompat, level: string | undefined): Node {
  if (model.reasoning) switch (compat.thinkingFormat) {
    case 'zai': case 'qwen': return { enable_thinking: level !== undefined };
    case 'qwen-chat-template': return { chat_template_kwargs: { enable_thinking: level !== undefined, preserve_thinking: true } };
    case 'deepseek': return { thinking: { type: level === undefined ? 'disabled' : 'enabled' }, ...(level === undefined ? {} : { reasoning_effort: mapped(model, level) as Wire }) };
    case 'openrouter': return openrouter(model, level);
    default:
  }
  return plainEffort(model, compat, level);
}

function openrouter(model: PiModel, level: string | undefined): Node {
  if (level !== undefined) return { reasoning: { effort: mapped(model, level) as Wire } };
  return model.thinkingLevelMap.off === null ? {} : { reasoning: { effort: (model.thinkingLevelMap.off ?? 'none') as Wire } };
}

function plainEffort(model: PiModel, compat: CompletionsCompat, level: string | undefined): Node {
  if (!model.reasoning || !compat.supportsReasoningEffort) return {};
  if (level !== undefined) return { reasoning_effort: mapped(model, level) as Wire };
  return typeof model.thinkingLevelMap.off === 'string' ? { reasoning_effort: model.thinkingLevelMap.off } : {};
}

function reasoning(model: PiModel, compat: CompletionsCompat, level: string | undefined, maxTokens: number | undefined): Node {
  const budget = level === undefined || !model.reasoning ? 0 : Math.min(budgetOf(level), Math.max(0, (maxTokens || model.maxTokens) - 1024));
  const field = model.compat.thinkingTokenBudgetField ?? (model.compat.supportsThinkingTokenBudget === true ? 'thinking_token_budget' : undefined);
  return { ...formatted(model, compat, level, budget > 0 ? budget : undefined), ...(typeof field === 'string' && budget > 0 ? { [field]: budget } : {}) };
}

function formatted(model: PiModel, compat: CompletionsCompat, level: string | undefined, budget: number | undefined): Node {
  const { thinkingLevelMap: map } = model;
  const named = level === undefined ? map.off : map[level];
  const text = named === undefined ? level : named;
  if (model.reasoning) switch (compat.thinkingFormat) {
    case 'zai': return { thinking: level === undefined ? { type: 'disabled' } : { type: 'enabled', clear_thinking: false }, ...(level !== undefined && compat.supportsReasoningEffort && typeof text === 'string' ? { reasoning_effort: text } : {}) };
    case 'qwen': { const effort = level === undefined ? undefined : mapped(model, level); return { enable_thinking: level !== undefined, ...(compat.supportsReasoningEffort && typeof effort === 'string' ? { reasoning_effort: effort } : {}) }; }
    case 'qwen-chat-template': return { chat_template_kwargs: { enable_thinking: level !== undefined, preserve_thinking: true } };
    case 'chat-template': { const values = template(model, level, model.compat.chatTemplateKwargs, budget); return values === undefined ? {} : { chat_template_kwargs: values }; }
    case 'baseten': {
      const values = template(model, level, model.compat.chatTemplateArgs, budget);
      return { ...(values === undefined ? {} : { chat_template_args: values }), ...(compat.supportsReasoningEffort && typeof text === 'string' ? { reasoning_effort: text } : {}) };
    }
    case 'deepseek': return { ...(level !== undefined ? { thinking: { type: 'enabled' } } : map.off !== null ? { thinking: { type: 'disabled' } } : {}), ...(level !== undefined && compat.supportsReasoningEffort ? { reasoning_effort: mapped(model, level) as Wire } : {}) };
    case 'openrouter': return openrouter(model, level);
    case 'together': return { reasoning: { enabled: level !== undefined }, ...(level !== undefined && compat.supportsReasoningEffort ? { reasoning_effort: mapped(model, level) as Wire } : {}) };
    case 'string-thinking': return level !== undefined ? { thinking: mapped(model, level) as Wire } : map.off === null ? {} : { thinking: (map.off ?? 'none') as Wire };
    case 'ant-ling': if (level !== undefined) return typeof map[level] === 'string' ? { reasoning: { effort: map[level] } } : {}; break;
    default:
  }
  return plainEffort(model, compat, level);
}

/** Values of a chat template: literals, and the three variables that stand for the call's thinking. */
function template(model: PiModel, level: string | undefined, values: Json | undefined, budget: number | undefined): Node | undefined {
  const out: Node = {};
  for (const [key, value] of Object.entries(asObject(values ?? null) ?? {})) {
    const found = templateValue(model, level, value, budget);
    if (found !== undefined) out[key] = found;
  }
  return Object.keys(out).length === 0 ? undefined : out;
}

function templateValue(model: PiModel, level: string | undefined, value: Json | undefined, budget: number | undefined): Wire | undefined {
  const variable: JsonObject | undefined = asObject(value ?? null);
  if (variable === undefined) return value as Wire | undefined;
  if (level === undefined && Boolean(variable.omitWhenOff)) return undefined;
  if (variable.$var === 'thinking.enabled') return level !== undefined;
  if (variable.$var === 'thinking.budget') return budget;
  const named = level === undefined ? model.thinkingLevelMap.off : model.thinkingLevelMap[level];
  return named === undefined ? level : typeof named === 'string' ? named : undefined;
}

function routing(model: PiModel, old: boolean): Node {
  const openrouter = asObject(model.compat.openRouterRouting ?? null);
  const vercel = asObject(model.compat.vercelGatewayRouting ?? null);
  const gateway = { ...(vercel?.only ? { only: vercel.only as Wire } : {}), ...(vercel?.order ? { order: vercel.order as Wire } : {}) };
  return {
    ...(openrouter !== undefined && (!old || model.baseUrl.includes('openrouter.ai')) ? { provider: openrouter as Wire } : {}),
    ...(Object.keys(gateway).length > 0 && (!old || model.baseUrl.includes('ai-gateway.vercel.sh')) ? { providerOptions: { gateway } } : {}),
  };
}
