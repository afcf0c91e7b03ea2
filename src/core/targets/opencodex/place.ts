import type { Why } from '../../model/decision.ts';
import type { Id } from '../../model/source.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { Mark } from './message.ts';

const INSERTED: Why = { reason: 'Text of the client\'s own; it is in no block.' };

/** Places a node that carries blocks; one that carries none is inserted, for the reason its marks give. */
export function place<T extends object>(node: T, ids: readonly Id[], marks: readonly Mark[], writer: RequestWriter): T {
  if (ids.length === 0) return writer.insert(node, marks[0]?.why ?? INSERTED);
  writer.place(node, ids);
  for (const mark of marks) for (const id of ids) writer.mark(id, mark.op, mark.why);
  return node;
}

/** Leaves blocks out, all for one reason. */
export function omitAll(ids: readonly Id[], why: Why, writer: RequestWriter): void {
  for (const id of ids) writer.omit(id, why);
}

/** A mark of a block that is sent in another form. */
export function converted(reason: string, rule?: string): Mark {
  return { op: 'converted', why: { reason, ...(rule === undefined ? {} : { rule }) } };
}
