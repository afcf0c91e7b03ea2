import type { Id } from '../model/source.ts';
import { originOf, type Replay } from '../replay/replay.ts';
import { elements, member, textFacts, type Wire } from '../replay/wire.ts';
import type { PathClue } from './error-clues.ts';

/** Where a provider's path leads in a request. */
export interface WirePlace {
  /** Dotted path of the element or content block that is meant. */
  readonly wirePath: string;
  /** Its type tag (`thinking`, `tool_use`, `function_call` …), or its role where it has none. */
  readonly type: string;
  /** A type tag that the provider's path names (`….thinking.signature`) and that the block does not have. */
  readonly mismatch: string | undefined;
  /** Where the path goes on beyond the end of an array: how many elements that has. */
  readonly beyond: { readonly path: string; readonly length: number } | undefined;
}

/** Tags that the Messages API puts between a block's index and the field it means (`messages.3.content.1.tool_use.input`). */
const TAGS: ReadonlySet<string> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result', 'server_tool_use', 'image', 'document', 'compaction']);

/**
 * Follows a provider's path through a request. Field names behind a block are passed over: the block is the answer. String
 * content counts as its own block 0, as the Messages API sees it. Undefined where the request has no such array at all.
 */
export function wirePlace(template: Wire, { root, steps }: PathClue): WirePlace | undefined {
  let node = member(template, root);
  if (node === undefined) return undefined;
  let path: string = root;
  let place: { path: string; node: Wire } = { path, node };
  let mismatch: string | undefined;
  for (const [at, step] of steps.entries()) {
    const list = elements(node);
    if (/^\d+$/.test(step)) {
      const child = list?.[Number(step)];
      if (child === undefined) {
        if (list === undefined) { place = { path, node: node ?? null }; break; }
        return { wirePath: place.path, type: typeOf(place.node), mismatch, beyond: { path, length: list.length } };
      }
      path = `${path}.${step}`;
      node = child;
      place = { path, node };
      continue;
    }
    const type = textFacts(member(node, 'type'))?.inline;
    if (type === step && at < steps.length - 1) continue;
    const child = member(node, step);
    if (child === undefined || TAGS.has(step) && type !== undefined && type !== step && at < steps.length - 1) {
      if (TAGS.has(step) && type !== undefined && type !== step) mismatch = step;
      break;
    }
    path = `${path}.${step}`;
    node = child;
  }
  return { wirePath: place.path, type: typeOf(place.node), mismatch, beyond: undefined };
}

function typeOf(node: Wire): string {
  if (textFacts(node) !== undefined) return 'text';
  return textFacts(member(node, 'type'))?.inline ?? textFacts(member(node, 'role'))?.inline ?? '';
}

/** Ids of the blocks at a place, what it holds and, failing that, what holds it. */
export function idsAt(replay: Replay, wirePath: string): readonly Id[] {
  return originOf(replay, wirePath);
}

/** A node of the request that has one of the wanted ids. */
export interface IdPlace { readonly id: string; readonly wirePath: string; readonly result: boolean }

/** Keys that hold ids, and whether they are those of an answer to a call. */
const ID_KEYS: readonly (readonly [string, boolean])[] = [['id', false], ['call_id', false], ['tool_use_id', true], ['tool_call_id', true]];

/** Every element, content block and call of the request that has one of these ids, in wire order. Paths are spelled for hits only. */
export function* idPlaces(template: Wire, root: string, wanted: ReadonlySet<string>): Generator<IdPlace> {
  const hits = function* (node: Wire, path: () => string): Generator<IdPlace> {
    for (const [key, answer] of ID_KEYS) {
      const id = textFacts(member(node, key))?.inline;
      if (id !== undefined && wanted.has(id)) yield { id, wirePath: path(), result: answer || key === 'call_id' && (textFacts(member(node, 'type'))?.inline ?? '').endsWith('_output') };
    }
  };
  for (const [index, element] of (elements(member(template, root)) ?? []).entries()) {
    yield* hits(element, () => `${root}.${index}`);
    for (const key of ['content', 'tool_calls', 'parts']) {
      for (const [at, part] of (elements(member(element, key)) ?? []).entries()) {
        yield* hits(part, () => `${root}.${index}.${key}.${at}`);
        const inner = member(part, 'functionCall') ?? member(part, 'functionResponse');
        if (inner !== undefined) yield* hits(inner, () => `${root}.${index}.${key}.${at}`);
      }
    }
  }
}
