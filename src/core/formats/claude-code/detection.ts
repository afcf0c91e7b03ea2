import { asArray, asObject, asString, type JsonObject } from '../../model/json.ts';
import type { Detection, Head } from '../format.ts';
import { KNOWN_TYPES, metadataReason } from './hidden.ts';

/** Share of the first records that must be of the format's own vocabulary. */
const SHARE = 0.6;

/** Rows 4, 6 and 6b of the detection table: `stream-json` output, transcripts, reduced ones at low confidence. */
export function detectClaudeCode(head: Head): Detection | null {
  const records = head.records.map(asObject).filter((record): record is JsonObject => record !== undefined);
  // Qwen Code (row 5) writes the same identity keys around Gemini's parts: it is told apart before anything else.
  if (records.length === 0 || records.some(isQwen)) return null;
  return transcript(records, head) ?? stream(records, head) ?? reduced(records, head);
}

function isQwen(record: JsonObject): boolean {
  if (typeof record.uuid !== 'string' || typeof record.sessionId !== 'string' || !('parentUuid' in record)) return false;
  const message = asObject(record.message);
  return record.type === 'tool_result' || message !== undefined && message.parts !== undefined;
}

/** Row 6: at least one linked record, or nothing but metadata so far. */
function transcript(records: readonly JsonObject[], head: Head): Detection | null {
  const linked = records.filter(isLinked).length;
  const metadata = records.filter(isMetadata).length;
  if (linked === 0) return metadata === records.length && metadata === head.records.length ? { confidence: 0.6, reasons: ['only metadata records of Claude Code so far'] } : null;
  if (linked + metadata < head.records.length * SHARE) return null;
  const side = records.filter((r) => isLinked(r) && r.isSidechain === true).length;
  return { confidence: 0.95, reasons: [`${linked} of the first ${head.records.length} records have uuid, parentUuid and sessionId around a message, attachment or notice`, ...(side === linked ? ['all of them belong to a sub-agent'] : [])] };
}

function isLinked(record: JsonObject): boolean {
  if (typeof record.uuid !== 'string' || !('parentUuid' in record) || typeof record.sessionId !== 'string') return false;
  if (record.type === 'system' || record.type === 'attachment' || record.type === 'progress') return true;
  return (record.type === 'user' || record.type === 'assistant') && 'content' in (asObject(record.message) ?? {});
}

function isMetadata(record: JsonObject): boolean {
  if (typeof record.type !== 'string' || metadataReason(record.type) === undefined) return false;
  return typeof record.sessionId === 'string' || typeof record.leafUuid === 'string' || typeof record.messageId === 'string' && asObject(record.snapshot) !== undefined;
}

/** Row 4: what `-p --output-format stream-json` prints; snake case throughout. */
function stream(records: readonly JsonObject[], head: Head): Detection | null {
  const start = records.some((r) => r.type === 'system' && r.subtype === 'init' && typeof r.session_id === 'string' && Array.isArray(r.tools));
  const result = records.some((r) => r.type === 'result' && typeof r.subtype === 'string' && typeof r.session_id === 'string');
  const own = records.filter((r) => typeof r.type === 'string' && KNOWN_TYPES.has(r.type) && typeof r.session_id === 'string').length;
  if (!start && !result || own < head.records.length * SHARE) return null;
  return { confidence: 0.9, reasons: [start ? 'a system record of subtype init with session_id and tools' : 'a result record with subtype and session_id', `${own} of the first ${head.records.length} records are of the stream-json output`] };
}

const BLOCKS = new Set(['text', 'tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image']);

/** Row 6b: fixtures, re-exports and very old files without the links; read as one line of records. */
function reduced(records: readonly JsonObject[], head: Head): Detection | null {
  const said = records.filter((r) => (r.type === 'user' || r.type === 'assistant') && 'content' in (asObject(r.message) ?? {}) && (typeof r.timestamp === 'string' || typeof r.sessionId === 'string'));
  const answered = said.some((r) => {
    const content = r.type === 'assistant' ? asArray(asObject(r.message)?.content) : undefined;
    return content !== undefined && content.length > 0 && content.every((block) => BLOCKS.has(asString(asObject(block)?.type) ?? ''));
  });
  if (!answered || said.length < head.records.length * SHARE) return null;
  return { confidence: 0.55, reasons: [`${said.length} of the first ${head.records.length} records are user or assistant messages with Anthropic blocks`, 'a reduced transcript: the links between records are missing'] };
}
