import { asNumber, asObject, asString, type JsonObject } from '../../model/json.ts';
import type { Detection, Head, SessionFormat } from '../format.ts';
import { liveEvent } from './live-event.ts';
import { DshReader } from './reader.ts';

/**
 * A deepseek-harness (dsh) session: v0 in its three payload dialects with packed rows, and v1 to v4 by shape.
 * Several generations may lie side by side; dsh reads the highest. Any of them can be opened here: a file with a higher
 * one beside it says so as a problem (see DshReader.wishes), and nothing else is read in its place.
 */
export const dshSession: SessionFormat = {
  id: 'dsh-session',
  label: 'DeepSeek Harness session',
  description: 'dsh session log: session.jsonl (v0) and session.vN.jsonl, plain or zstd; surface replacements, packed rows, replay states.',
  shape: 'lines',
  detect,
  open: (file) => new DshReader(file),
};

/** Row 7 of the detection table: a `session` header with a numeric `createdAt`, then events whose types hold a slash. */
function detect(head: Head): Detection | null {
  const [first, ...rest] = head.records.map(asObject);
  const unwrapped = rest.map((record) => record === undefined ? undefined : liveEvent(record)?.event ?? record);
  const live = first === undefined ? undefined : liveEvent(first)?.event;
  const events = [...(live === undefined ? [] : [live]), ...unwrapped].filter(isEvent).length;
  if (live !== undefined && isEvent(live)) return { confidence: 0.85, reasons: ['live-stream wrappers around dsh events'] };
  if (first?.type !== 'session' || typeof first.id !== 'string') return events >= 2 ? { confidence: 0.4, reasons: [`${events} records look like dsh events, but there is no session header`] } : null;
  const placeholder = asString(first.createdAt)?.startsWith('{{') === true;
  if (asNumber(first.createdAt) === undefined && !placeholder) return null;
  const reasons = ['line 1 is a session header with a numeric createdAt', ...nameReason(head.name, first)];
  if (events > 0) return { confidence: 0.95, reasons: [...reasons, `${events} of the next ${rest.length} records are dsh events`] };
  return { confidence: rest.length === 0 ? 0.7 : 0.5, reasons: [...reasons, 'no event follows in the first records'] };
}

function isEvent(record: JsonObject | undefined): boolean {
  return record !== undefined && typeof record.type === 'string' && (record.type.includes('/') || PACKED.has(record.type)) && record.data !== undefined;
}

const PACKED = new Set(['text-chunks', 'reasoning-chunks', 'tool-call-chunks']);

/** A real reader refuses a file whose name and header disagree about the generation; the name is only known here. */
function nameReason(name: string, header: JsonObject): readonly string[] {
  const match = /^session(?:\.v(\d+))?\.jsonl/.exec(name);
  const version = asNumber(header.version);
  if (match === null || version === undefined) return [];
  const named = Number(match[1] ?? 0);
  return named === version ? [`name and header agree on v${version}`] : [`the name says v${named}, the header v${version}: a real reader refuses that`];
}
