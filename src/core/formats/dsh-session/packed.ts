import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../model/json.ts';

/** One streamed piece of a packed row, as the assistant/chunk event it stands for. */
export interface Member { readonly seq: number; readonly time: number; readonly turn: Json; readonly step: Json; readonly chunk: JsonObject }
/** An expanded row, or the exact text a real reader refuses it with. */
export type Expanded = { readonly members: readonly Member[] } | { readonly error: string };

interface RowKind { readonly chunk: string; readonly payload: string; readonly keys: readonly string[]; readonly optional: readonly string[] }
const ROWS: Readonly<Record<string, RowKind>> = {
  'text-chunks': { chunk: 'text-delta', payload: 'texts', keys: ['turn', 'step', 'index', 'dt', 'texts'], optional: [] },
  'reasoning-chunks': { chunk: 'reasoning-delta', payload: 'texts', keys: ['turn', 'step', 'index', 'dt', 'texts'], optional: [] },
  'tool-call-chunks': { chunk: 'tool-call-delta', payload: 'args', keys: ['turn', 'step', 'index', 'id', 'dt', 'args'], optional: ['name'] },
};

/** True for a physical row that packs several assistant/chunk events (v0 and v1). */
export function isPacked(type: string): boolean {
  return Object.hasOwn(ROWS, type);
}

/** The events a packed row stands for: member k has seq `seq0 + k` and time `time0` plus the first k steps of `dt`. */
export function expandPacked(row: JsonObject): Expanded {
  const type = String(row.type);
  const kind = ROWS[type];
  const data = asObject(row.data);
  const fail = (what: string): Expanded => ({ error: `malformed ${type} storage row: ${what}` });
  if (kind === undefined || data === undefined) return fail('data must be an object');
  const stray = Object.keys(row).find((key) => !['type', 'seq0', 'time0', 'data'].includes(key)) ?? Object.keys(data).find((key) => !kind.keys.includes(key) && !kind.optional.includes(key));
  if (stray !== undefined) return fail(`unexpected key ${stray}`);
  const lacking = ['seq0', 'time0'].find((key) => !Object.hasOwn(row, key)) ?? kind.keys.find((key) => !Object.hasOwn(data, key));
  if (lacking !== undefined) return fail(`missing key ${lacking}`);
  const seq0 = asNumber(row.seq0);
  const time0 = asNumber(row.time0);
  if (seq0 === undefined || !Number.isInteger(seq0) || seq0 < 0) return fail('seq0 must be a non-negative integer');
  if (time0 === undefined) return fail('time0 must be a number');
  const payload = asArray(data[kind.payload]);
  const steps = asArray(data.dt);
  if (payload === undefined || payload.length === 0 || payload.some((p) => typeof p !== 'string')) return fail(`${kind.payload} must be a non-empty array of strings`);
  if (steps === undefined || steps.some((d) => asNumber(d) === undefined)) return fail('dt must be an array of numbers');
  if (steps.length !== payload.length - 1) return fail('dt must have one entry less than its payload');
  return { members: membersOf(kind, data, seq0, time0, payload, steps) };
}

function membersOf(kind: RowKind, data: JsonObject, seq0: number, time0: number, payload: readonly Json[], steps: readonly Json[]): readonly Member[] {
  const index = data.index ?? null;
  const call = kind.payload === 'args' ? { id: asString(data.id) ?? '', ...(data.name === undefined ? {} : { name: data.name }) } : {};
  let time = time0;
  return payload.map((piece, k) => {
    if (k > 0) time += Number(steps[k - 1]);
    return { seq: seq0 + k, time, turn: data.turn ?? null, step: data.step ?? null, chunk: { type: kind.chunk, index, ...call, [kind.payload === 'args' ? 'arguments' : 'text']: piece } };
  });
}
