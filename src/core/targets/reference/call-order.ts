import type { Turn } from '../../model/turn.ts';

/** A turn on its way to the wire. */
export interface Ordered { readonly turn: Turn; readonly moved: boolean }

/**
 * The turns with agent messages that stand between a call and its output put behind the results: Messages and Chat want the
 * results directly after the calls, and an agent message is external input that need not stand there. With `all`, every
 * other input is put behind them too. Nothing passes an assistant turn.
 */
export function behindResults(turns: readonly Turn[], all: boolean): readonly Ordered[] {
  const out: Ordered[] = [];
  const open = new Set<string>();
  let segment: Turn[] = [];
  const flush = (): void => { out.push(...sorted(segment, open, all)); segment = []; };
  for (const turn of turns) {
    if (turn.role !== 'assistant') { segment.push(turn); continue; }
    flush();
    out.push({ turn, moved: false });
    for (const block of turn.blocks) if (block.kind === 'tool-call' && block.callId !== undefined) open.add(block.callId);
  }
  flush();
  return out;
}

function sorted(segment: readonly Turn[], open: Set<string>, all: boolean): readonly Ordered[] {
  const last = segment.findLastIndex((turn) => turn.role === 'toolResult' && turn.callId !== undefined && open.has(turn.callId));
  for (const turn of segment) if (turn.callId !== undefined) open.delete(turn.callId);
  const waits = (turn: Turn, index: number): boolean => index < last && (all ? turn.role !== 'toolResult' : turn.kind === 'agent-message');
  if (!segment.some(waits)) return segment.map((turn) => ({ turn, moved: false }));
  return [
    ...segment.slice(0, last + 1).filter((turn, index) => !waits(turn, index)).map((turn) => ({ turn, moved: false })),
    ...segment.filter(waits).map((turn) => ({ turn, moved: true })),
    ...segment.slice(last + 1).map((turn) => ({ turn, moved: false })),
  ];
}
