import type { Judged } from '../rule.ts';

/** Makers whose models are served by their own service under names that say so. */
const BY_MODEL: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)deepseek/, 'deepseek'], [/(?:^|\/)(?:kimi|moonshot)/, 'kimi'], [/(?:^|\/)(?:qwen|qwq)/, 'qwen'], [/(?:^|\/)minimax/, 'minimax'], [/(?:^|\/)grok/, 'xai'],
];

/**
 * The dialect of Chat Completions that a request is for: the one asked for; for a recorded body without one, that of the
 * model's maker. Undefined for any other request.
 */
export function chatDialect({ options, serializer, model }: Judged): string | undefined {
  if (options.dialect !== undefined) return options.dialect;
  return serializer.kind === 'recorded' && model !== undefined ? BY_MODEL.find(([name]) => name.test(model))?.[1] : undefined;
}
