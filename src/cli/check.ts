import * as z from 'zod/mini';
import { UsageError } from './io.ts';
import type { Values } from './command.ts';

/** Validates option values at this trust boundary. The first thing that is wrong becomes a usage error with its option's name. */
export function check<T extends z.ZodMiniType>(schema: T, values: Values): z.output<T> {
  const result = z.safeParse(schema, values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.map(String).join('.') ?? '';
  throw new UsageError(`--${name} ${issue?.message ?? 'is not valid'}`);
}

/** A value out of a few. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T): z.ZodMiniEnum<{ [K in T[number]]: K }> {
  return z.enum(values, `must be ${values.slice(0, -1).join(', ')}${values.length > 1 ? ' or ' : ''}${values[values.length - 1]}`) as unknown as z.ZodMiniEnum<{ [K in T[number]]: K }>;
}

/** A text that is not empty. */
export const word = z.string('needs a value').check(z.minLength(1, 'needs a value'));
/** A switch. */
export const flag = z._default(z.boolean(), false);
