import type { Facts } from '../model/facts.ts';
import type { Json } from '../model/json.ts';
import type { Source } from '../model/source.ts';

/** What is done to a text on its way to the wire. Signed content takes none but `none`. */
export type Transform = 'none' | 'strip-surrogates' | 'well-formed' | 'trim-end' | 'trim' | 'newline-at-end';

/**
 * A place in a request template that is filled when the request is written.
 * - `text`: a JSON string with a block's text
 * - `join`: a JSON string of several texts and literals
 * - `json`: a text that is itself JSON (call arguments), written as the value it spells, byte for byte
 * - `native`: the recorded value itself, byte for byte but for `omit`ted root keys and `set` ones; `shape` is what rules see of it
 * - `derived`: made from recorded values when the request is written (tool definitions, an address taken apart); `build` is pure
 *   and total, `undefined` stands for a value that is not there, and `shape` is what rules see of the result
 * - `literal`: a value that stands in no block, as an object so that it can be placed or inserted
 */
export type Ref =
  | { readonly ref: 'text'; readonly facts: Facts; readonly as: Transform }
  | { readonly ref: 'join'; readonly parts: readonly RefNode[]; readonly separator: string }
  | { readonly ref: 'json'; readonly facts: Facts }
  | { readonly ref: 'native'; readonly at: Source; readonly omit: readonly string[]; readonly set: WireObject; readonly shape: Wire }
  | { readonly ref: 'derived'; readonly at: readonly Source[]; readonly build: (values: readonly (Json | undefined)[]) => Wire; readonly shape: Wire }
  | { readonly ref: 'literal'; readonly value: null | boolean | number | string };

/** A request template: JSON whose leaves may be refs. Built of plain objects, arrays and literals. */
export type Wire = null | boolean | number | string | RefNode | readonly Wire[] | WireObject;
export interface WireObject { readonly [key: string]: Wire | undefined }

const BRAND: unique symbol = Symbol('ref');
/** A {@link Ref} as it stands in a template. */
export type RefNode = Ref & { readonly [BRAND]: true };

/** Marks a fresh ref in place: there are several per block, a copy of each would be felt. */
function brand(ref: Ref & { [BRAND]?: true }): RefNode {
  ref[BRAND] = true;
  return ref as RefNode;
}

export function isRef(wire: Wire | undefined): wire is RefNode {
  return typeof wire === 'object' && wire !== null && BRAND in wire;
}

/** A block's text as a JSON string. */
export function textRef(facts: Facts, as: Transform = 'none'): RefNode { return brand({ ref: 'text', facts, as }); }
/** Several texts as one JSON string. */
export function joinRef(parts: readonly RefNode[], separator = ''): RefNode { return brand({ ref: 'join', parts, separator }); }
/** A text that is JSON, as the value it spells. Only for arguments whose state is known to parse. */
export function jsonRef(facts: Facts): RefNode { return brand({ ref: 'json', facts }); }
/** The recorded value itself. `shape` shows rules and paths what is in it. */
export function nativeRef(at: Source, shape: Wire, omit: readonly string[] = [], set: WireObject = {}): RefNode { return brand({ ref: 'native', at, omit, set, shape }); }
/** A value made from recorded ones when the request is written. */
export function derivedRef(sources: readonly Source[], shape: Wire, build: (values: readonly (Json | undefined)[]) => Wire): RefNode { return brand({ ref: 'derived', at: sources, build, shape }); }
/** A literal as a node of its own. */
export function literal(value: null | boolean | number | string): RefNode { return brand({ ref: 'literal', value }); }

/** What a wire value looks like to a rule: natives and derived ones by their shape, literals by their value. */
export function shapeOf(wire: Wire | undefined): Wire | undefined {
  return isRef(wire) ? wire.ref === 'native' || wire.ref === 'derived' ? shapeOf(wire.shape) : wire.ref === 'literal' ? wire.value : wire : wire;
}

/** A member of a wire object as a rule sees it. */
export function member(wire: Wire | undefined, key: string): Wire | undefined {
  const shape = shapeOf(wire);
  return typeof shape === 'object' && shape !== null && !Array.isArray(shape) && !isRef(shape) ? shapeOf((shape as WireObject)[key]) : undefined;
}

/** The elements of a wire array as a rule sees them (each still a node), or undefined. */
export function elements(wire: Wire | undefined): readonly Wire[] | undefined {
  const shape = shapeOf(wire);
  return Array.isArray(shape) ? shape as readonly Wire[] : undefined;
}

/** What is known of a wire string without loading it. */
export interface TextFacts { readonly state: 'empty' | 'blank' | 'text'; readonly loneSurrogate: boolean; readonly length: number; readonly inline?: string }

/** Facts of a wire string (literal, text or join); undefined for anything that is no string. */
export function textFacts(wire: Wire | undefined): TextFacts | undefined {
  const shape = shapeOf(wire);
  if (typeof shape === 'string') return { state: shape === '' ? 'empty' : /\S/.test(shape) ? 'text' : 'blank', loneSurrogate: !shape.isWellFormed(), length: shape.length, inline: shape };
  if (!isRef(shape)) return undefined;
  if (shape.ref === 'text') return { ...shape.facts, loneSurrogate: shape.facts.loneSurrogate && shape.as !== 'strip-surrogates' && shape.as !== 'well-formed' };
  if (shape.ref !== 'join') return undefined;
  const parts = shape.parts.map(textFacts).filter((p): p is TextFacts => p !== undefined);
  const gaps = Math.max(0, parts.length - 1) * shape.separator.length;
  const length = parts.reduce((sum, p) => sum + p.length, gaps);
  const inline = parts.every((p) => p.inline !== undefined) ? { inline: parts.map((p) => p.inline).join(shape.separator) } : {};
  const state = parts.some((p) => p.state === 'text') || /\S/.test(shape.separator) && gaps > 0 ? 'text' : length === 0 ? 'empty' : 'blank';
  return { state, loneSurrogate: parts.some((p) => p.loneSurrogate), length, ...inline };
}

/** A node of a template with its dotted path. Natives and derived values are entered through their shape. */
export interface Visit { readonly path: string; readonly node: Wire; readonly key: string; readonly parent: string }

/** Every node of a template, parents first, in wire order. Iterative. */
export function* visit(root: Wire): Generator<Visit> {
  const stack: Visit[] = [{ path: '', node: root, key: '', parent: '' }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    yield top;
    const inner = isRef(top.node) ? top.node.ref === 'native' || top.node.ref === 'derived' ? top.node.shape : undefined : top.node;
    if (typeof inner !== 'object' || inner === null) continue;
    if (isRef(inner)) { stack.push({ ...top, node: inner }); continue; }
    const keys = Array.isArray(inner) ? inner.map((_, index) => String(index)) : Object.keys(inner);
    for (let k = keys.length - 1; k >= 0; k--) {
      const key = keys[k]!;
      const node = (inner as WireObject)[key];
      if (node !== undefined) stack.push({ path: top.path === '' ? key : `${top.path}.${key}`, node, key, parent: top.path });
    }
  }
}
