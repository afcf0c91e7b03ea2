import type { Wire } from '../../replay/wire.ts';
import { clampedLevel, type PiCall, type PiModel } from './model.ts';
import { refuse } from './refusal.ts';

const LEVELS: readonly string[] = ['minimal', 'low', 'medium', 'high'];

/** Google's `thinkingConfig` for the call: a level for models that have them, else a budget of tokens. */
export function googleThinking(call: PiCall): Wire | undefined {
  return call.variant === '0.73.1' ? oldThinking(call) : newThinking(call);
}

function newThinking(call: PiCall): Wire | undefined {
  const { model } = call;
  const level = clampedLevel(call);
  if (level === undefined) return disabled(call);
  const named = resolvedLevel(model, level);
  return usesLevels(model) ? { includeThoughts: true, thinkingLevel: named.toUpperCase() } : { includeThoughts: true, thinkingBudget: budget(model, named) };
}

/** A level in Google's words; the client fails on one that has none. */
function resolvedLevel(model: PiModel, level: string): string {
  const mapped = model.thinkingLevelMap[level];
  const name = typeof mapped === 'string' ? mapped.toLowerCase() : level;
  if (!LEVELS.includes(name)) refuse('', `Unsupported Google thinking level mapping for ${model.provider}/${model.id}: ${level} -> ${String(mapped)}`);
  return name;
}

function disabled(call: PiCall): Wire {
  const { model } = call;
  if (!usesLevels(model)) return { thinkingBudget: 0 };
  const lowest = clampedLevel({ ...call, reasoning: 'off' });
  return lowest === undefined ? { thinkingBudget: 0 } : { thinkingLevel: resolvedLevel(model, lowest).toUpperCase() };
}

function usesLevels(model: PiModel): boolean {
  const id = model.id.toLowerCase();
  return /gemini-3(?:\.\d+)?-(?:pro|flash)/.test(id) || /gemini-(?:[4-9]|[1-9]\d)/.test(id) || id === 'gemini-flash-latest' || id === 'gemini-flash-lite-latest' || /gemma-?4/.test(id);
}

const BUDGETS: readonly (readonly [string, readonly number[]])[] = [
  ['2.5-pro', [128, 2048, 8192, 32768]],
  ['2.5-flash-lite', [512, 2048, 8192, 24576]],
  ['2.5-flash', [128, 2048, 8192, 24576]],
];

function budget(model: PiModel, level: string): Wire | undefined {
  const found = BUDGETS.find(([part]) => model.id.includes(part));
  return found === undefined ? -1 : found[1][LEVELS.indexOf(level)];
}

function oldThinking(call: PiCall): Wire | undefined {
  const { model } = call;
  const id = model.id.toLowerCase();
  const pro = /gemini-3(?:\.\d+)?-pro/.test(id);
  const flash = /gemini-3(?:\.\d+)?-flash/.test(id);
  const gemma = /gemma-?4/.test(id);
  if (call.reasoning === undefined) return pro ? { thinkingLevel: 'LOW' } : flash || gemma ? { thinkingLevel: 'MINIMAL' } : { thinkingBudget: 0 };
  // A model that cannot think is asked for the most; nothing of it is sent for one.
  const level = clampedLevel(call) ?? 'high';
  if (!pro && !flash && !gemma) return { includeThoughts: true, thinkingBudget: budget(model, level) };
  const low = level === 'minimal' || level === 'low';
  const high = level === 'medium' || level === 'high';
  const named = pro ? low ? 'LOW' : high ? 'HIGH' : undefined : gemma ? low ? 'MINIMAL' : high ? 'HIGH' : undefined : LEVELS.includes(level) ? level.toUpperCase() : undefined;
  return { includeThoughts: true, ...(named === undefined ? {} : { thinkingLevel: named }) };
}
