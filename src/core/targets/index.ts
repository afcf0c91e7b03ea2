import type { Serializer } from '../replay/serializer.ts';
import { opencodexAnthropic } from './opencodex/anthropic.ts';

/** Every target that is a serializer, sorted by id: the sole authority. `auto` is resolved by resolve.ts. */
export const TARGETS: readonly Serializer[] = [
  opencodexAnthropic,
];

export function targetById(id: string): Serializer | undefined {
  return TARGETS.find((target) => target.id === id);
}
