import type { Clues } from './error-clues.ts';
import { autoTarget } from '../targets/auto.ts';
import { TARGETS } from '../targets/index.ts';
import type { Conversation } from '../turns/conversation.ts';

/** A target that may have sent the refused request, and how likely that is before anything was looked up. */
export interface Plausible { readonly target: string; readonly weight: number }

/**
 * The targets to try for an error text, likeliest first: what the file itself is, what the session would be sent as, the
 * reference of the API whose spelling the text has, then the clients that speak that API.
 */
export function plausibleTargets(conversation: Conversation, clues: Clues): readonly Plausible[] {
  const found = new Map<string, number>();
  const add = (target: string, weight: number): void => { found.set(target, Math.max(weight, found.get(target) ?? 0)); };
  const speaks = (api: Clues['apis'] extends ReadonlySet<infer A> ? A : never): boolean => clues.apis.size === 0 || clues.apis.has(api);
  const body = conversation.recorded.body;
  if (body?.kind === 'request') add('as-recorded', speaks(body.api) ? 1 : 0.6);
  const auto = autoTarget(conversation);
  const own = TARGETS.find((target) => target.id === auto);
  if (own !== undefined && own.kind !== 'recorded') add(auto, speaks(own.api) ? 0.95 : 0.5);
  for (const target of TARGETS) {
    if (target.kind === 'recorded' || !speaks(target.api)) continue;
    if (target.kind === 'emulation' && clues.apis.size === 0) continue;
    add(target.id, target.kind === 'reference' ? 0.9 : 0.75);
  }
  return [...found].map(([target, weight]) => ({ target, weight })).sort((a, b) => b.weight - a.weight);
}
