import type { Facts } from '../model/facts.ts';
import { valueAt, type Json } from '../model/json.ts';
import type { Source, Via } from '../model/source.ts';
import { readRange, type ByteSource } from './byte-source.ts';
import { decodeUtf8 } from './decode.ts';
import { readDocument } from './document.ts';
import { parse } from './line-reader.ts';
import { sliceAt } from './positions.ts';

/** Brings back what analysis let go of. Everything is read from the file by span; records are cached within a byte limit. */
export interface Loader {
  /** The whole text; a value that is no string as it is spelled in the file. Rejects when the file no longer holds it. */
  text(facts: Facts): Promise<string>;
  /** The parsed value at a source (after `via`). */
  value(source: Source): Promise<Json | undefined>;
  /** The JSON text of the value at a source, byte for byte. */
  slice(source: Source): Promise<string>;
}

/** Decodes one step of `via`; undefined when the value is not of that kind. Given by the layer that knows the envelope. */
export type ViaDecoder = (via: Via, value: Json) => Json | undefined;

const CACHE_LIMIT = 32 << 20;

/** A loader over the session's files (index = Source.file). `decodeVia` decodes envelopes. */
export function createLoader(files: (index: number) => ByteSource | undefined, decodeVia: ViaDecoder): Loader {
  const cache = new Map<string, { text: string; value?: Json }>();
  let held = 0;
  const record = async (source: Source): Promise<{ text: string; value?: Json }> => {
    const key = `${source.file}:${source.start}:${source.end}`;
    const hit = cache.get(key);
    if (hit !== undefined) { cache.delete(key); cache.set(key, hit); return hit; }
    const file = files(source.file);
    if (file === undefined) throw new Error('the file that held this record is no longer open');
    const bytes = await readRange(file, source.start, source.end);
    if (bytes.length !== source.end - source.start) throw new Error(`the file changed: line ${source.line} is no longer where it was read`);
    const entry: { text: string; value?: Json } = { text: decodeUtf8(bytes).text };
    cache.set(key, entry);
    held += entry.text.length * 2;
    for (const [oldest, old] of cache) {
      if (held <= CACHE_LIMIT || oldest === key) break;
      cache.delete(oldest);
      held -= old.text.length * 2;
    }
    return entry;
  };
  const value = async (source: Source): Promise<Json | undefined> => {
    const entry = await record(source);
    // The root of a document that is cut off is no JSON as it stands: its complete members are, as when it was read.
    const whole = entry.value === undefined ? parse(entry.text) : entry.value;
    const root = whole === undefined ? readDocument(new TextEncoder().encode(entry.text))?.value : whole;
    if (root === undefined) throw new Error(`the file changed: line ${source.line} is no longer where it was read`);
    entry.value = root;
    let at = valueAt(root, source.pointer);
    for (const via of source.via ?? []) at = at === undefined ? undefined : decodeVia(via, at);
    return at === undefined || source.inner === undefined ? at : valueAt(at, source.inner);
  };
  const slice = async (source: Source): Promise<string> => {
    if (source.via !== undefined) return JSON.stringify(await value(source));
    const found = sliceAt((await record(source)).text, source.pointer);
    if (found === undefined) throw new Error(`the file changed: line ${source.line} no longer holds ${source.pointer || 'its record'}`);
    return found;
  };
  return {
    value,
    slice,
    async text(facts) {
      if (facts.inline !== undefined) return facts.inline;
      const parts: string[] = [];
      for (const source of facts.at) {
        const part = await value(source);
        if (part === undefined) throw new Error(`the file changed: line ${source.line} no longer holds the text at ${source.pointer || 'its root'}`);
        parts.push(typeof part === 'string' ? part : await slice(source));
      }
      return parts.join(facts.separator ?? '');
    },
  };
}
