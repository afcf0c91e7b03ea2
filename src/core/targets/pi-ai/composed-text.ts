import type { Facts } from '../../model/facts.ts';
import type { Json } from '../../model/json.ts';
import type { Source } from '../../model/source.ts';
import { derivedRef, joinRef, literal, textRef, type RefNode } from '../../replay/wire.ts';

/** A text made of others by a pure function: at once where all of them are held, else when the request is written. */
export function composedText(texts: readonly Facts[], make: (values: readonly string[]) => string): RefNode {
  if (texts.every((facts) => facts.inline !== undefined)) return literal(make(texts.map((facts) => facts.inline!)));
  const sources: Source[] = [];
  const places = texts.map((facts) => facts.at.map((source) => sources.push(source) - 1));
  return derivedRef(sources, joinRef(texts.map((facts) => textRef(facts)), '\n'), (values) => make(texts.map((facts, k) => facts.at.length === 0 ? facts.inline ?? '' : places[k]!.map((at) => spelled(values[at])).join(facts.separator ?? ''))));
}

function spelled(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
