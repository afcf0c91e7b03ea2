/** A Claude model's family and version as its name spells them. */
export interface ClaudeModel { readonly family: 'opus' | 'sonnet' | 'haiku' | 'fable' | 'mythos'; readonly version: number }

/**
 * Family and version of a Claude model name (`claude-opus-4-6`, `claude-3-7-sonnet-20250219`, with any provider prefix), or
 * undefined for any other name: gates by model then cannot be decided.
 */
export function claudeModel(name: string | undefined): ClaudeModel | undefined {
  const newer = /claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/i.exec(name ?? '');
  const older = newer ?? /claude-(\d)(?:[-.](\d))?-(opus|sonnet|haiku)/i.exec(name ?? '');
  if (older === null) return undefined;
  const [family, major, minor] = newer === null ? [older[3], older[1], older[2]] : [older[1], older[2], older[3]];
  return { family: family!.toLowerCase() as ClaudeModel['family'], version: Number(major) + Number(minor ?? 0) / 10 };
}
