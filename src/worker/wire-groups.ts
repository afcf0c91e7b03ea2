import type { Replay } from '../core/replay/replay.ts';
import type { Serializer } from '../core/replay/serializer.ts';
import { elements, member } from '../core/replay/wire.ts';

/** The index of the message a wire path lies in, or undefined for what stands outside the target's array. */
export function messageOf(path: string | undefined, array: string): number | undefined {
  if (path === undefined || !path.startsWith(`${array}.`)) return undefined;
  const index = Number(path.slice(array.length + 1).split('.', 1)[0]);
  return Number.isInteger(index) ? index : undefined;
}

/** For each message of the request, the first message of its bracket: adjacent messages of one role share one where the API merges them. */
export function wireGroups(replay: Replay, serializer: Serializer): readonly number[] {
  const messages = replay.template === null ? [] : elements(member(replay.template, serializer.array)) ?? [];
  const groups: number[] = [];
  let role: unknown;
  messages.forEach((message, at) => {
    const own = member(message, 'role');
    groups.push(serializer.mergesAdjacent && at > 0 && own !== undefined && own === role ? groups[at - 1]! : at);
    role = own;
  });
  return groups;
}
