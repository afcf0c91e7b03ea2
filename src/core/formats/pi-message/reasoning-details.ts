import { asObject, type Json, type JsonObject } from '../../model/json.ts';

/** Whether a value is a list of `reasoning_details` as pi-ai 1.6.0 takes them back (read in its source, 2026-11-30). */
export function isReasoningDetails(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && (value as readonly Json[]).every(isDetail);
}

/** Whether a call's own signature is an encrypted detail that pi-ai 1.6.0 sends back: of older sessions, one for each call. */
export function isUsableEncryptedDetail(value: Json | undefined): boolean {
  const detail = asObject(value);
  return detail !== undefined && isDetail(detail) && detail.type === 'reasoning.encrypted' && typeof detail.id === 'string' && detail.id !== '' && detail.data !== '';
}

function isDetail(value: Json): boolean {
  const detail = asObject(value);
  if (detail === undefined) return false;
  const { id, format, index, signature } = detail;
  const common = (id === undefined || id === null || typeof id === 'string') && (format === undefined || typeof format === 'string') && (index === undefined || typeof index === 'number');
  if (!common) return false;
  switch (detail.type) {
    case 'reasoning.summary': return typeof detail.summary === 'string';
    case 'reasoning.encrypted': return typeof detail.data === 'string';
    case 'reasoning.text': return typeof detail.text === 'string' && (signature === undefined || signature === null || typeof signature === 'string');
    default: return false;
  }
}
