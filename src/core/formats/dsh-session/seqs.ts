import { asArray, type Json } from '../../model/json.ts';

/** The most members that are expanded: a hostile range must not fill memory. */
const LIMIT = 1 << 20;

/** The numbers of a `sourceEventSeqs` array; v4 stores runs of three and more as `[start, end]`. Undefined where it is none. */
export function expandSeqs(value: Json | undefined): readonly number[] | undefined {
  const list = asArray(value);
  if (list === undefined) return undefined;
  const out: number[] = [];
  for (const item of list) {
    if (isSeq(item)) { out.push(item); continue; }
    const [start, end, ...more] = asArray(item) ?? [];
    if (!isSeq(start) || !isSeq(end) || more.length > 0 || end < start || out.length + (end - start) > LIMIT) return undefined;
    for (let seq = start; seq <= end; seq++) out.push(seq);
  }
  return out;
}

function isSeq(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** What a real reader refuses the cited sources of an event with, or undefined. */
export function seqsTrouble(type: string, seq: number, seqs: readonly number[] | undefined): string | undefined {
  if (seqs === undefined) return undefined;
  if (seqs.length === 0 && type !== 'assistant/message') return 'sourceEventSeqs must not be empty except on assistant/message';
  if (new Set(seqs).size !== seqs.length) return 'sourceEventSeqs must not contain duplicates';
  const later = seqs.find((cited) => cited >= seq);
  return later === undefined ? undefined : `sourceEventSeqs must reference earlier events: ${later} >= current seq ${seq}`;
}
