import { asObject, type Json } from '../model/json.ts';
import type { Loader } from '../records/loader.ts';
import { isRef, type Ref, type Transform, type Wire, type WireObject } from './wire.ts';

/**
 * Writes a request template as JSON text, piece by piece. Texts are loaded as they are needed; recorded values are copied
 * byte for byte. `indent` > 0 breaks lines between the members of the template (recorded values stay as they are).
 */
export async function* requestText(template: Wire, loader: Loader, indent = 0): AsyncGenerator<string> {
  const frames: { readonly items: readonly (readonly [string | null, Wire])[]; next: number; readonly close: string }[] = [];
  const line = (depth: number): string => indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`;
  let node: Wire | undefined = template;
  for (;;) {
    while (isRef(node) && node.ref === 'derived') node = await built(node, loader);
    if (node !== undefined) {
      if (isRef(node)) yield await refText(node, loader);
      else if (typeof node !== 'object' || node === null) yield JSON.stringify(node);
      else {
        const array = Array.isArray(node);
        const items = array ? (node as readonly Wire[]).map((v) => [null, v] as const)
          : Object.entries(node as WireObject).filter((e): e is [string, Wire] => e[1] !== undefined);
        yield array ? '[' : '{';
        frames.push({ items, next: 0, close: array ? ']' : '}' });
      }
    }
    const frame = frames[frames.length - 1];
    if (frame === undefined) return;
    const item = frame.items[frame.next];
    if (item === undefined) {
      frames.pop();
      yield `${frame.items.length > 0 ? line(frames.length) : ''}${frame.close}`;
      node = undefined;
      continue;
    }
    const [key, value] = item;
    yield `${frame.next > 0 ? ',' : ''}${line(frames.length)}${key === null ? '' : `${JSON.stringify(key)}:${indent === 0 ? '' : ' '}`}`;
    frame.next++;
    node = value;
  }
}

/** The whole request as JSON text. For requests that fit one string. */
export async function requestString(template: Wire, loader: Loader, indent = 0): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of requestText(template, loader, indent)) pieces.push(piece);
  return pieces.join('');
}

async function refText(ref: Ref, loader: Loader): Promise<string> {
  if (ref.ref === 'literal') return JSON.stringify(ref.value);
  if (ref.ref === 'json') return await loader.text(ref.facts);
  if (ref.ref === 'native') return await nativeText(ref, loader);
  return JSON.stringify(await stringOf(ref, loader));
}

async function built(ref: Extract<Ref, { ref: 'derived' }>, loader: Loader): Promise<Wire> {
  const values: (Json | undefined)[] = [];
  for (const source of ref.at) values.push(await loader.value(source));
  return ref.build(values);
}

async function stringOf(ref: Ref, loader: Loader): Promise<string> {
  if (ref.ref === 'derived') {
    const made = await built(ref, loader);
    return isRef(made) ? await stringOf(made, loader) : String(made);
  }
  if (ref.ref === 'text') return transformed(await loader.text(ref.facts), ref.as);
  if (ref.ref === 'literal') return String(ref.value);
  if (ref.ref !== 'join') throw new Error(`a ${ref.ref} value is no string`);
  const parts: string[] = [];
  for (const part of ref.parts) parts.push(await stringOf(part, loader));
  return parts.join(ref.separator);
}

function transformed(text: string, as: Transform): string {
  switch (as) {
    case 'none': return text;
    case 'strip-surrogates': return text.isWellFormed() ? text : text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
    case 'well-formed': return text.toWellFormed();
    case 'trim': return text.trim();
    case 'trim-end': return text.trimEnd();
    case 'newline-at-end': return `${text}\n`;
  }
}

/** A recorded value: the slice itself, or its members one by one where root keys are left out or set. */
async function nativeText(ref: Extract<Ref, { ref: 'native' }>, loader: Loader): Promise<string> {
  if (ref.omit.length === 0 && Object.keys(ref.set).length === 0) return await loader.slice(ref.at);
  const value: Json | undefined = await loader.value(ref.at);
  const object = asObject(value);
  if (object === undefined) return await loader.slice(ref.at);
  const members: string[] = [];
  for (const key of Object.keys(object)) {
    if (ref.omit.includes(key) || Object.hasOwn(ref.set, key)) continue;
    const slice = ref.at.via === undefined ? await loader.slice({ ...ref.at, pointer: `${ref.at.pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}` }) : JSON.stringify(object[key]);
    members.push(`${JSON.stringify(key)}:${slice}`);
  }
  for (const [key, set] of Object.entries(ref.set)) if (set !== undefined) members.push(`${JSON.stringify(key)}:${await requestString(set, loader)}`);
  return `{${members.join(',')}}`;
}
