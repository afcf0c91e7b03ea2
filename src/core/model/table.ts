/**
 * A table that is looked up with words of a file. It inherits nothing: `constructor` or `__proto__` as a type, role or name
 * finds no entry, as any other unknown word.
 */
export function tableOf<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.freeze(Object.assign(Object.create(null) as Record<string, T>, entries));
}
