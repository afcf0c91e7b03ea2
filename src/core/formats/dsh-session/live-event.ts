import { asObject, type JsonObject } from '../../model/json.ts';

/** The event inside a live-stream wrapper, with the pointer to it; undefined where the record is none. */
export function liveEvent(record: JsonObject): { readonly event: JsonObject; readonly pointer: string } | undefined {
  const wrapped = record.type === 'session_event';
  const holder = wrapped ? record : record.method === 'session.event' ? asObject(record.params) : undefined;
  const event = asObject(holder?.event);
  return event !== undefined && typeof event.type === 'string' ? { event, pointer: wrapped ? '/event' : '/params/event' } : undefined;
}
