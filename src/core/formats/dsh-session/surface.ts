import { asNumber, asObject, type Json } from '../../model/json.ts';
import type { Source } from '../../model/source.ts';
import type { Entry } from '../../model/turn.ts';

/** One node of the surface with the entries it gives. An empty assistant message is a node without entries. */
export interface Node { readonly seq: number; readonly type: string; readonly source: Source; entries: readonly Entry[]; shadowed: boolean }

/** How an event joins the surface. */
export type SurfaceOp = { readonly op: 'append' } | { readonly op: 'replace'; readonly start: number; readonly end: number } | { readonly op: 'invalid' };

/** Reads a `surfaceOp`: `"append"`, or a replacement as v0 (`start`, `end`) or v1 to v4 (`startSeq`, `endSeq`) spell it. */
export function surfaceOpOf(value: Json | undefined): SurfaceOp | undefined {
  if (value === undefined) return undefined;
  if (value === 'append') return { op: 'append' };
  const object = asObject(value);
  const start = asNumber(object?.startSeq ?? object?.start);
  const end = asNumber(object?.endSeq ?? object?.end);
  return object?.op === 'replace' && start !== undefined && end !== undefined ? { op: 'replace', start, end } : { op: 'invalid' };
}

/**
 * The surface of a session: what a model sees now. Replaced nodes keep their place before their replacement, marked.
 * `revision` goes up whenever what was handed out before has changed.
 */
export class Surface {
  revision = 0;
  private readonly current: Node[] = [];
  private readonly all: Node[] = [];
  private flat: Entry[] = [];
  private flatNodes = 0;
  private stale = false;

  append(node: Node): void {
    this.current.push(node);
    this.all.push(node);
  }

  /** Puts a node in the place of `[start..end]`. Returns what a real reader refuses it with; then it was appended instead. */
  replace(node: Node, start: number, end: number, cited: readonly number[] | undefined): string | undefined {
    const from = this.current.findLastIndex((n) => n.seq === start);
    const to = this.current.findLastIndex((n) => n.seq === end);
    const trouble = from < 0 ? `surface replace: start seq ${start} not found in surface`
      : to < 0 ? `surface replace: end seq ${end} not found in surface`
        : to < from ? `surface replace: start seq ${start} is after end seq ${end}` : undefined;
    if (trouble !== undefined) { this.append(node); return trouble; }
    const shadowed = this.current.slice(from, to + 1);
    const last = this.all.lastIndexOf(shadowed[shadowed.length - 1]!);
    for (const old of shadowed) {
      old.shadowed = true;
      old.entries = old.entries.map((entry) => ({ ...entry, visibility: 'shadowed', shadowedBy: node.source }));
    }
    this.current.splice(from, to - from + 1, node);
    this.all.splice(last + 1, 0, node);
    this.stale = true;
    this.revision++;
    return this.citedTrouble(node, shadowed, cited);
  }

  /** Every entry in context order. The same array until something changed. */
  entries(): readonly Entry[] {
    if (this.stale) { this.flat = []; this.flatNodes = 0; this.stale = false; }
    else if (this.flatNodes < this.all.length) this.flat = this.flat.slice();
    for (; this.flatNodes < this.all.length; this.flatNodes++) this.flat.push(...this.all[this.flatNodes]!.entries);
    return this.flat;
  }

  private citedTrouble(node: Node, shadowed: readonly Node[], cited: readonly number[] | undefined): string | undefined {
    const listed = new Set(cited ?? []);
    const missing = shadowed.filter((n) => !listed.has(n.seq)).map((n) => n.seq);
    if (missing.length > 0) return `surface replace: sourceEventSeqs must include every shadowed surface node; missing ${missing.join(', ')}`;
    if (node.type !== 'tool/result') return undefined;
    if (shadowed.length !== 1) return 'tool/result surface replacement must rewrite exactly one current node';
    if (shadowed[0]!.type !== 'tool/result') return 'tool/result surface replacement must target a current tool/result';
    return shadowed[0]!.entries[0]?.callId === node.entries[0]?.callId ? undefined : 'tool/result surface replacement may change only content';
  }
}
