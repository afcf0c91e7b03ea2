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

/** `role: "system"` inside `messages`: Opus 4.8 and newer (vendor documentation, 2026-09). */
export function takesSystemInHistory(model: ClaudeModel): boolean {
  return model.version >= 4.8;
}

/** Ending on an assistant message is refused from Opus 4.6 and Sonnet 4.6 on (vendor documentation; reports since 2026-02). */
export function refusesPrefill(model: ClaudeModel): boolean {
  return model.version >= 4.6;
}

/** `thinking: {type: "adaptive"}` is taken from Opus 4.6 and Sonnet 4.6 on; older models take a budget only (2026-07). */
export function takesAdaptiveThinking(model: ClaudeModel): boolean {
  return model.version >= 4.6;
}

/** Thinking is checked against everything in front of it: Fable and Mythos 5.1 and 5.2, Opus, Sonnet and Haiku 5.5 (vendor documentation, 2026-09). */
export function checksPrefix(model: ClaudeModel): boolean {
  return model.family === 'fable' || model.family === 'mythos' ? model.version >= 5.1 : model.version >= 5.5;
}
