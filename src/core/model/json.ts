/** A parsed JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A parsed JSON object. */
export interface JsonObject { readonly [key: string]: Json | undefined }

/** The value as an object, or undefined for anything else (arrays and null included). */
export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : undefined;
}

/** The value as an array, or undefined. */
export function asArray(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? value as readonly Json[] : undefined;
}

/** The value as a string, or undefined. */
export function asString(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value as a finite number, or undefined. */
export function asNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** One step of a JSON pointer (RFC 6901), escaped. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** The steps of a JSON pointer, unescaped. `""` has none. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map((s) => s.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** The value a JSON pointer leads to, or undefined where it leads nowhere. Own keys only; never recursive. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let at: Json | undefined = root;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(at)) at = /^(0|[1-9]\d*)$/.test(step) ? (at as readonly Json[])[Number(step)] : undefined;
    else {
      const object: JsonObject | undefined = asObject(at);
      at = object !== undefined && Object.hasOwn(object, step) ? object[step] : undefined;
    }
    if (at === undefined) return undefined;
  }
  return at;
}
