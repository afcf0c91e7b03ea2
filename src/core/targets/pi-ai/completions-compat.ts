import type { Json } from '../../model/json.ts';
import type { PiModel } from './model.ts';

/** Switches of Chat Completions that decide what is sent, resolved. */
export interface CompletionsCompat {
  readonly supportsStore: boolean;
  readonly supportsDeveloperRole: boolean;
  readonly supportsReasoningEffort: boolean;
  readonly supportsUsageInStreaming: boolean;
  readonly maxTokensField: string;
  readonly requiresToolResultName: boolean;
  readonly requiresAssistantAfterToolResult: boolean;
  readonly requiresNonNullAssistantContent: boolean;
  readonly requiresToolsWithToolHistory: boolean;
  readonly requiresThinkingAsText: boolean;
  readonly requiresReasoningContentOnAssistantMessages: boolean;
  readonly thinkingFormat: string;
  readonly zaiToolStream: boolean;
  readonly supportsStrictMode: boolean;
  readonly supportsMidConvoSystemMessages: boolean;
  readonly supportsMidConvoToolAdditions: boolean;
  readonly cacheControlFormat: string | undefined;
  readonly supportsLongCacheRetention: boolean;
}

/** What is found out by provider and address, then overridden by the description's own `compat`. Read in the sources of both releases, 2026-11-30. */
export function completionsCompat(model: PiModel, old: boolean): CompletionsCompat {
  const detected = old ? detectedOld(model) : detectedNew(model);
  const own = Object.fromEntries(Object.entries(model.compat).filter((entry): entry is [string, Json] => entry[0] in detected && entry[1] !== undefined && entry[1] !== null));
  return { ...detected, ...own };
}

const NEUTRAL: Omit<CompletionsCompat, 'supportsStore' | 'supportsDeveloperRole' | 'supportsReasoningEffort' | 'maxTokensField' | 'thinkingFormat' | 'supportsStrictMode' | 'supportsLongCacheRetention' | 'requiresReasoningContentOnAssistantMessages' | 'cacheControlFormat'> = {
  supportsUsageInStreaming: true, requiresToolResultName: false, requiresAssistantAfterToolResult: false, requiresNonNullAssistantContent: false, requiresToolsWithToolHistory: false,
  requiresThinkingAsText: false, zaiToolStream: false, supportsMidConvoSystemMessages: false, supportsMidConvoToolAdditions: false,
};

function detectedNew(model: PiModel): CompletionsCompat {
  const { provider, baseUrl } = model;
  const at = (...parts: readonly string[]): boolean => parts.some((part) => baseUrl.includes(part));
  const zai = provider === 'zai' || provider === 'zai-coding-cn' || at('api.z.ai', 'open.bigmodel.cn');
  const together = provider === 'together' || at('api.together.ai', 'api.together.xyz');
  const moonshot = provider === 'moonshotai' || provider === 'moonshotai-cn' || at('api.moonshot.');
  const openrouter = provider === 'openrouter' || at('openrouter.ai');
  const workers = provider === 'cloudflare-workers-ai' || at('api.cloudflare.com');
  const gateway = provider === 'cloudflare-ai-gateway' || at('gateway.ai.cloudflare.com');
  const nvidia = provider === 'nvidia' || at('integrate.api.nvidia.com');
  const ling = provider === 'ant-ling' || at('api.ant-ling.com');
  const cerebras = provider === 'cerebras' || at('cerebras.ai');
  const deepseek = provider === 'deepseek' || baseUrl.toLowerCase().includes('deepseek.com');
  const grok = provider === 'xai' || at('api.x.ai');
  const chutes = at('chutes.ai');
  const unlike = nvidia || cerebras || grok || together || chutes || deepseek || zai || moonshot || provider === 'opencode' || at('opencode.ai') || workers || gateway || ling;
  return {
    ...NEUTRAL, supportsStore: !unlike, supportsDeveloperRole: provider === 'openai' || at('api.openai.com'),
    supportsReasoningEffort: !grok && !zai && !moonshot && !together && !gateway && !nvidia && !ling,
    maxTokensField: chutes || deepseek || moonshot || gateway || together || nvidia || ling || zai ? 'max_tokens' : 'max_completion_tokens',
    requiresReasoningContentOnAssistantMessages: deepseek,
    thinkingFormat: deepseek ? 'deepseek' : zai ? 'zai' : together ? 'together' : ling ? 'ant-ling' : openrouter ? 'openrouter' : 'openai',
    supportsStrictMode: false, supportsLongCacheRetention: !(together || workers || gateway || nvidia || ling),
    cacheControlFormat: provider === 'openrouter' && model.id.startsWith('anthropic/') ? 'anthropic' : undefined,
  };
}

function detectedOld(model: PiModel): CompletionsCompat {
  const { provider, baseUrl } = model;
  const at = (...parts: readonly string[]): boolean => parts.some((part) => baseUrl.includes(part));
  const zai = provider === 'zai' || at('api.z.ai');
  const moonshot = provider === 'moonshotai' || provider === 'moonshotai-cn' || at('api.moonshot.');
  const workers = provider === 'cloudflare-workers-ai' || at('api.cloudflare.com');
  const gateway = provider === 'cloudflare-ai-gateway' || at('gateway.ai.cloudflare.com');
  const grok = provider === 'xai' || at('api.x.ai');
  const deepseek = provider === 'deepseek' || at('deepseek.com');
  const unlike = provider === 'cerebras' || grok || at('cerebras.ai', 'chutes.ai', 'deepseek.com', 'opencode.ai') || zai || moonshot || provider === 'opencode' || workers || gateway;
  return {
    ...NEUTRAL, supportsStore: !unlike, supportsDeveloperRole: !unlike, supportsReasoningEffort: !grok && !zai && !moonshot && !gateway,
    maxTokensField: at('chutes.ai') || moonshot || gateway ? 'max_tokens' : 'max_completion_tokens', requiresReasoningContentOnAssistantMessages: deepseek,
    thinkingFormat: deepseek ? 'deepseek' : zai ? 'zai' : provider === 'openrouter' || at('openrouter.ai') ? 'openrouter' : 'openai',
    supportsStrictMode: !moonshot && !gateway, supportsLongCacheRetention: !(workers || gateway),
    cacheControlFormat: provider === 'openrouter' && model.id.startsWith('anthropic/') ? 'anthropic' : undefined,
  };
}
