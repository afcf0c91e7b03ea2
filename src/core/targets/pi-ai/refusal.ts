import type { Id } from '../../model/source.ts';

/** The client fails on this block: carried from where it does to the target, which tells it as a rejection. Never leaves the target. */
export class Refusal extends Error {
  constructor(readonly block: Id, message: string) { super(message); }
}

/** Stops where the client would throw, with its own words. */
export function refuse(block: Id, message: string): never {
  throw new Refusal(block, message);
}
