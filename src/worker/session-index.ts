import type { Block } from '../core/model/block.ts';
import type { Finding } from '../core/model/finding.ts';
import type { Id } from '../core/model/source.ts';
import type { Turn } from '../core/model/turn.ts';
import type { Conversation } from '../core/turns/conversation.ts';

/** A block with where it stands. `at` is its place in its turn. */
export interface Placed { readonly turn: Turn; readonly block: Block; readonly at: number }

/** Id of the turn that stands for system text recorded beside the conversation. */
export const RECORDED_ID = 't:recorded';

/** Finds turns, blocks, responses and call partners of one conversation. Built once per revision. */
export class SessionIndex {
  private readonly turns = new Map<Id, Turn>();
  private readonly blocks = new Map<Id, Placed>();
  private readonly calls = new Map<string, Id>();
  private readonly results = new Map<string, Id>();
  private readonly numbers = new Map<string, number>();
  /** Recorded system text as a turn of its own, before the others; undefined where there is none. */
  readonly recorded: Turn | undefined;
  readonly all: readonly Turn[];

  constructor(readonly conversation: Conversation) {
    const system = conversation.recorded.system;
    this.recorded = system.length === 0 ? undefined : { id: RECORDED_ID, index: 0, role: 'system', kind: 'recorded beside the turns', visibility: 'active', blocks: system, entries: [] };
    this.all = this.recorded === undefined ? conversation.turns : [this.recorded, ...conversation.turns];
    for (const turn of this.all) this.add(turn);
  }

  private add(turn: Turn): void {
    this.turns.set(turn.id, turn);
    turn.blocks.forEach((block, at) => { this.blocks.set(block.id, { turn, block, at }); });
    if (turn.response !== undefined && !this.numbers.has(turn.response.key)) this.numbers.set(turn.response.key, this.numbers.size + 1);
    if (turn.role === 'toolResult') { if (turn.callId !== undefined && !this.results.has(turn.callId)) this.results.set(turn.callId, turn.blocks[0]?.id ?? turn.id); return; }
    for (const block of turn.blocks) if (block.kind === 'tool-call' && block.callId !== undefined && !this.calls.has(block.callId)) this.calls.set(block.callId, block.id);
  }

  turn(id: Id): Turn | undefined { return this.turns.get(id); }
  block(id: Id): Placed | undefined { return this.blocks.get(id); }
  /** The turn of a block or turn id. */
  turnOf(id: Id): Turn | undefined { return this.blocks.get(id)?.turn ?? this.turns.get(id); }
  /** 1-based, in order of appearance: R1, R2 … */
  number(responseKey: string | undefined): number | undefined { return responseKey === undefined ? undefined : this.numbers.get(responseKey); }
  get responses(): number { return this.numbers.size; }

  /** The result of a call, the call of a result. */
  partner(id: Id): Id | undefined {
    const placed = this.blocks.get(id);
    const turn = placed?.turn ?? this.turns.get(id);
    if (turn?.role === 'toolResult') return turn.callId === undefined ? undefined : this.calls.get(turn.callId);
    return placed?.block.kind === 'tool-call' && placed.block.callId !== undefined ? this.results.get(placed.block.callId) : undefined;
  }

  /** `R3`, or nothing for what no response made. */
  responseLabel(id: Id): string | undefined {
    const placed = this.blocks.get(id);
    const number = this.number(placed?.block.response ?? placed?.turn.response?.key ?? this.turns.get(id)?.response?.key);
    return number === undefined ? undefined : `R${number}`;
  }

  lineOf(id: Id): number {
    return this.blocks.get(id)?.block.source.line ?? this.turns.get(id)?.entries[0]?.source.line ?? 0;
  }

  /** `thinking, R2` / `user agent-message`: what stands at an id, for links to it. */
  label(id: Id): string {
    const placed = this.blocks.get(id);
    const turn = placed?.turn ?? this.turns.get(id);
    if (turn === undefined) return id;
    const what = placed === undefined || turn.role !== 'assistant' ? [turn.role, turn.kind].filter(Boolean).join(' ') : placed.block.kind;
    const response = this.responseLabel(id);
    return response === undefined ? what : `${what}, ${response}`;
  }
}

/** Findings by the blocks they are about; those about the whole request stand under ''. */
export function findingsByBlock(findings: readonly Finding[]): ReadonlyMap<Id, readonly Finding[]> {
  const by = new Map<Id, Finding[]>();
  for (const finding of findings) for (const id of finding.blocks.length === 0 ? [''] : new Set(finding.blocks)) {
    const list = by.get(id);
    if (list === undefined) by.set(id, [finding]);
    else list.push(finding);
  }
  return by;
}
