import { asObject, type JsonObject } from '../../model/json.ts';
import type { Detection, Head, SessionFormat } from '../format.ts';
import { RECORD_TYPES } from './hidden.ts';
import { RolloutReader } from './reader.ts';

/** Session files of the Codex CLI and its relatives: enveloped lines (since September 2025) and bare ones before. */
export const codexRolloutFormat: SessionFormat = {
  id: 'codex-rollout',
  label: 'Codex rollout',
  description: 'Session file of the Codex CLI, IDE extension or desktop app (`rollout-*.jsonl`, also `.zst`).',
  shape: 'lines',
  detect,
  open: () => new RolloutReader(),
};

/** Share of the first records that must be of the format's own vocabulary. */
const SHARE = 0.6;

function detect(head: Head): Detection | null {
  const records = head.records.map(asObject).filter((record): record is JsonObject => record !== undefined);
  if (records.length === 0) return null;
  return enveloped(records, head) ?? bare(records, head);
}

function enveloped(records: readonly JsonObject[], head: Head): Detection | null {
  const own = records.filter((r) => typeof r.timestamp === 'string' && typeof r.type === 'string' && RECORD_TYPES.has(r.type) && asObject(r.payload) !== undefined);
  if (own.length < head.records.length * SHARE) return null;
  const header = own.find((r) => r.type === 'session_meta' && typeof asObject(r.payload)?.id === 'string');
  if (header === undefined && own.length < 2) return null;
  const reasons = [`${own.length} of the first ${head.records.length} records are Codex records with timestamp, type and payload`];
  return header === undefined ? { confidence: 0.85, reasons } : { confidence: 0.97, reasons: ['a session_meta record names the thread', ...reasons] };
}

/** Items that a bare rollout holds, with the key each of them needs. */
const ITEM_KEYS: Readonly<Record<string, string>> = { message: 'content', reasoning: 'summary', function_call: 'call_id', function_call_output: 'call_id', local_shell_call: 'action', custom_tool_call: 'call_id', custom_tool_call_output: 'call_id' };

function bare(records: readonly JsonObject[], head: Head): Detection | null {
  const [first, ...rest] = records;
  if (first === undefined || first.type !== undefined || typeof first.id !== 'string' || typeof first.timestamp !== 'string') return null;
  if (!['instructions', 'git', 'originator'].some((key) => Object.hasOwn(first, key))) return null;
  const own = rest.filter((r) => r.record_type === 'state' || typeof r.type === 'string' && Object.hasOwn(ITEM_KEYS, r.type) && Object.hasOwn(r, ITEM_KEYS[r.type]!));
  if (own.length === 0 || own.length + 1 < head.records.length * SHARE) return null;
  return { confidence: 0.9, reasons: ['a header with id and timestamp but no type', `${own.length} bare Responses items or state markers follow`] };
}
