import { base64View, isAnyBase64 } from './base64-view.ts';
import type { Shape } from './shape.ts';
import { wireFields } from './wire-fields.ts';

/** Values that Google documents for parts whose signature is lost: the check is skipped for them. */
const BYPASS: readonly string[] = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/**
 * Recognises Gemini's thought signatures by their outer fields (decoded public samples, 2026): Gemini 3 writes field 2
 * around one value, Gemini 2.5 repeats field 1. No model and no time can be read. Claude's stricter tree starts with the
 * same character and has to be tried first.
 */
export function geminiThoughtShape(value: string): Shape | undefined {
  if (BYPASS.includes(value)) return { kind: 'gemini-thought', wellFormed: true, facts: { bypass: true } };
  const view = base64View(value);
  if (view === undefined || view.length < 12) return undefined;
  const root = wireFields(view, 0, view.length);
  if (root === undefined || root.length === 0 || root.some((field) => field.type !== 2 || field.value === 0)) return undefined;
  const first = root[0]!;
  const family = root.length === 1 && first.number === 2 && nested(view, first.start, first.end) ? 'gemini-3'
    : root.every((field) => field.number === 1) ? 'gemini-2.5' : undefined;
  return family === undefined ? undefined : { kind: 'gemini-thought', wellFormed: isAnyBase64(value), facts: { envelope: family, bytes: view.length } };
}

function nested(view: NonNullable<ReturnType<typeof base64View>>, start: number, end: number): boolean {
  const inner = wireFields(view, start, end);
  return inner?.length === 1 && inner[0]!.number === 1 && inner[0]!.type === 2;
}

/** True for what the API takes in a part's `thoughtSignature`: base64, or a documented bypass value. */
export function isGeminiForm(value: string): boolean {
  return BYPASS.includes(value) || isAnyBase64(value);
}
