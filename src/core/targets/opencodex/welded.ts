import type { Mark, Origin, Parsed } from './message.ts';

type Made = Pick<Origin, 'order' | 'response'>;

/**
 * The mark of a block that lands in the assistant message of another response: `first` is the first block of that message which
 * a response made. Says where an ignored agent message is the cause.
 */
export function weldedMark(first: Made | undefined, origin: Made | undefined, parsed: Pick<Parsed, 'ignored'>): Mark | undefined {
  if (first === undefined || origin?.response === undefined || origin.response === first.response) return undefined;
  const lost = anyBetween(parsed.ignored, Math.min(first.order, origin.order), Math.max(first.order, origin.order));
  return {
    op: 'merged',
    why: lost ? { reason: `The agent message before it is ignored, so this lands in the message of response ${first.response}.`, rule: 'opencodex/agent-message-ignored' }
      : { reason: `Sent in one assistant message with response ${first.response}: nothing that the client keeps stands between them.` },
  };
}

/** Whether an ascending list has a number between two others. */
function anyBetween(sorted: readonly number[], low: number, high: number): boolean {
  let from = 0;
  for (let to = sorted.length; from < to;) {
    const middle = from + to >> 1;
    if (sorted[middle]! <= low) from = middle + 1;
    else to = middle;
  }
  return sorted[from] !== undefined && sorted[from]! < high;
}
