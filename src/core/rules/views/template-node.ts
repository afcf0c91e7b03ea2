import { elements, isRef, member, shapeOf, textFacts, type Wire } from '../../replay/wire.ts';
import type { Judged } from '../rule.ts';

/** The node of the request at a dotted path; undefined where there is none. */
export function nodeAt(judged: Judged, wirePath: string): Wire | undefined {
  let node: Wire | undefined = judged.request;
  for (const step of wirePath.split('.')) node = elements(node)?.[Number(step)] ?? member(node, step);
  return node;
}

/** How a text that stands at a path begins: the text itself, or that of a text part. Undefined where what stands there is no text, or its beginning is recorded. */
export function ownWordsAt(judged: Judged, wirePath: string): string | undefined {
  const node = nodeAt(judged, wirePath);
  const text = textFacts(node) === undefined ? member(node, 'text') : shapeOf(node);
  if (typeof text === 'string') return text;
  if (!isRef(text)) return undefined;
  return text.ref === 'join' ? textFacts(text.parts[0])?.inline : text.ref === 'text' && text.facts.at.length === 0 ? text.facts.inline : undefined;
}
