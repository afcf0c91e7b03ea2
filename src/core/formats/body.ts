import type { Block } from '../model/block.ts';
import { NO_TEXT } from '../model/facts.ts';
import { asObject, asString, type Json, type JsonObject } from '../model/json.ts';
import { idOf, type Source } from '../model/source.ts';
import type { Entry, Path, Recorded } from '../model/turn.ts';
import { smallCopy } from './anthropic-block/small-copy.ts';

/** The one branch of a body, in its order. */
export function bodyPath(entries: readonly Entry[], recorded: Recorded): Path {
  const last = entries[entries.length - 1];
  return { entries, recorded, branches: last === undefined ? [] : [{ leaf: idOf(last.source), active: true, turns: entries.length, label: 'the whole body' }] };
}

/** Small copies of a body's members that are neither conversation nor tools; null stands for a large one. */
export function paramsOf(body: JsonObject, others: ReadonlySet<string>): { [key: string]: Json } {
  const params: { [key: string]: Json } = {};
  for (const key of Object.keys(body)) {
    if (!others.has(key)) params[key] = smallCopy(body[key]) ?? null;
  }
  return params;
}

/** A value that is no content where it stands: opaque, and without a recorded form that could be sent as one. */
export function misplacedValue(value: Json, source: Source, response?: string): Block {
  const nativeType = asString(asObject(value)?.type) ?? (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  return { id: idOf(source), kind: 'opaque', nativeType, text: NO_TEXT, source, ...(response === undefined ? {} : { response }) };
}

/** What a call is paired by, and whether the record has it: an id that was made here is never sent to the API it came from. */
export interface CallKey { readonly callId: string; readonly made: boolean }

/**
 * Pairs calls and results of APIs whose calls need no id (Gemini before 3, the old `function_call` of Chat Completions): by id
 * where there is one, else by name and order within the calls that are still open.
 */
export class CallPairs {
  private open: { readonly key: string; readonly name: string | undefined }[] = [];
  private made = 0;

  /** A call of the model; one without an id gets one of our own, so that other APIs can carry the pair. */
  call(id: string | undefined, name: string | undefined): CallKey {
    const key = id === undefined || id === '' ? { callId: `call_without_id_${++this.made}`, made: true } : { callId: id, made: false };
    this.open.push({ key: key.callId, name });
    return key;
  }

  /** The call that a result answers; undefined where none is open for it. */
  result(id: string | undefined, name: string | undefined): string | undefined {
    if (id !== undefined && id !== '') { this.answered(id); return id; }
    const key = name === undefined ? undefined : this.open.find((call) => call.name === name)?.key;
    if (key !== undefined) this.answered(key);
    return key;
  }

  /** A new turn of the model: what is still open stays unanswered. */
  cut(): void { this.open = []; }

  private answered(key: string): void {
    const at = this.open.findIndex((call) => call.key === key);
    if (at >= 0) this.open.splice(at, 1);
  }
}
