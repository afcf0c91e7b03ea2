import { asNumber, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Severity } from '../../model/problem.ts';

/** What is wrong with a header, with the text a real reader refuses it with where it does. */
export interface HeaderTrouble { readonly code: string; readonly severity: Severity; readonly message: string }

/** What the rest of the log is read by. */
export interface Header { readonly id: string; readonly version: number | undefined; readonly seeded: boolean | undefined; readonly seedLength: number | undefined }

/** The highest generation known here. */
export const NEWEST = 4;

export function headerOf(value: JsonObject): Header {
  return { id: asString(value.id) ?? '', version: asNumber(value.version), seeded: typeof value.isSeeded === 'boolean' ? value.isSeeded : undefined, seedLength: asNumber(value.seedLength) };
}

/** True where a record can be a session header at all. */
export function isHeader(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && (value as JsonObject).type === 'session';
}

/** Checks a header as a real reader does; warnings only, since an inspector opens what a reader refuses. The version comes first. */
export function headerTroubles(value: JsonObject): readonly HeaderTrouble[] {
  const { version, id } = headerOf(value);
  if (version === undefined) return [refuses('dsh/header-version', 'the session header has no integer version')];
  if (version > NEWEST) {
    return [refuses('dsh/newer-version', `session "${id}" uses log format v${version}, but this harness reads only v${NEWEST}: the log was written by a newer harness — upgrade the harness to open it`)];
  }
  const troubles: HeaderTrouble[] = [];
  if (typeof value.id !== 'string' || value.id === '') troubles.push(refuses('dsh/header-id', 'the session header has no id'));
  if (!isTime(value.createdAt)) troubles.push(refuses('dsh/header-created-at', 'createdAt is not a non-negative integer'));
  if (value.sandboxMode !== undefined || value.approvalPolicy !== undefined) troubles.push(refuses('dsh/retired-header-fields', 'session header uses retired policy baseline fields'));
  if (version === 4) troubles.push(...v4Troubles(value));
  else if (version === 0 && value.delegationDepth === undefined) {
    troubles.push({ code: 'dsh/oldest-v0', severity: 'info', message: 'The header has no delegationDepth: the oldest v0 dialect, from before that field was required.' });
  }
  return troubles;
}

const V4_REQUIRED = ['version', 'id', 'createdAt', 'isSeeded', 'delegationDepth'];
const V4_ALLOWED: ReadonlySet<string> = new Set(['type', ...V4_REQUIRED, 'cwd', 'parentSession', 'origin', 'agentPreset']);

function* v4Troubles(value: JsonObject): Iterable<HeaderTrouble> {
  for (const field of V4_REQUIRED) if (value[field] === undefined) yield refuses('dsh/header-field-missing', `format v4 header lacks required field ${field}`);
  for (const field of Object.keys(value)) if (!V4_ALLOWED.has(field)) yield refuses('dsh/header-field-unexpected', `format v4 header has unexpected field ${field}`);
  const cwd = asString(value.cwd);
  if (cwd !== undefined && !/^(\/|\\\\|[A-Za-z]:[\\/])/.test(cwd)) yield refuses('dsh/header-cwd', 'format v4 header cwd must be absolute');
}

function isTime(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && !Object.is(value, -0) || typeof value === 'string' && value.startsWith('{{');
}

/** A warning that names the text a real reader stops with. */
export function refuses(code: string, text: string): HeaderTrouble {
  return { code, severity: 'warning', message: `A real reader refuses this log: ${text}` };
}
