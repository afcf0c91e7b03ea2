/** Why records of a transcript that are no conversation are not sent (recorded 2.1.197 and 2.1.332; older ones from public files and reports). */
const METADATA: Readonly<Record<string, string>> = {
  'agent-color': 'colour of an agent in the display',
  'agent-name': 'name of an agent',
  'agent-setting': 'setting of an agent',
  'ai-title': 'title of the session',
  'api-request': 'the client\'s log of a request: hashes and parameters',
  'api-request-blob': 'the client\'s log of a request: a message as it was sent',
  'api-request-shape': 'the client\'s log of a request: system prompt and tools',
  'atis-latch': 'bookkeeping of the client',
  'auto-mode-denial': 'a tool call that was denied',
  'bridge-session': 'bookkeeping of a connected client',
  'content-replacement': 'bookkeeping of replaced content',
  'cost-state': 'costs so far',
  'custom-title': 'title of the session',
  'file-history-snapshot': 'snapshot of files for undo',
  'fork-context-ref': 'the history before stands in another transcript',
  'last-prompt': 'pointer to the newest prompt and leaf',
  mode: 'mode of the client',
  'permission-denial': 'a tool call that was denied',
  'permission-mode': 'permission mode of the client',
  'pr-link': 'link to a pull request',
  'queue-operation': 'the queue of typed prompts: what was sent is a user record',
  'rewind-pointer': 'pointer of a rewind',
  summary: 'title of a session: no compaction',
  tag: 'tag of the session',
  'tools-used': 'names of the tools used so far',
  'workflow-cancelled': 'progress of a workflow',
  'workflow-complete': 'progress of a workflow',
  'workflow-error': 'progress of a workflow',
  'workflow-progress': 'progress of a workflow',
  'workflow-start': 'progress of a workflow',
  'worktree-state': 'state of a worktree',
};

/** Records that hang in the tree of links and carry no conversation. */
const LINKS: Readonly<Record<string, string>> = {
  progress: 'progress of a tool, a hook or an agent',
  saved_hook_context: 'saved text of a hook',
};

const SYSTEM: Readonly<Record<string, string>> = {
  api_error: 'an attempt that failed and was repeated',
  away_summary: 'summary for the display',
  bridge_status: 'state of a connected client',
  compact_boundary: 'compaction: what stands before it left the context',
  informational: 'notice of the client to the user',
  init: 'start of a run: model, tools, settings',
  local_command: 'output of a local command, for the display',
  memory_saved: 'notice that a memory was saved',
  microcompact_boundary: 'old tool results are sent as cleared from here on',
  stop_hook_summary: 'what stop hooks did',
  thinking: 'notice about thinking',
  turn_duration: 'duration of a turn',
};

/** Attachments that no text is made of (recorded 2.1.332): bookkeeping, or what goes into other fields of the request. */
const SILENT: Readonly<Record<string, string>> = {
  companion_intro: 'attachment for the display',
  deferred_tools_record: 'definitions of tools that were loaded',
  hook_cancelled: 'hook that was cancelled',
  prompt_snapshot: 'snapshot of system prompt and tools',
  session_context: 'context of the session as data',
  thinking_stripped: 'thinking of all earlier records is never sent again',
};

/** Every record type that the client is known to write. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set([...Object.keys(METADATA), ...Object.keys(LINKS), 'user', 'assistant', 'system', 'attachment', 'stream_event', 'result', 'rate_limit_event']);

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined => Object.hasOwn(table, key) ? table[key] : undefined;

/** The reason for a metadata record, or undefined for one that the client is not known to write. */
export function metadataReason(type: string): string | undefined { return own(METADATA, type); }
/** The reason for a linked record without conversation, or undefined. */
export function linkReason(type: string): string | undefined { return own(LINKS, type); }
/** The reason for a `system` record. New subtypes come with every release; none of them is sent. */
export function systemReason(subtype: string | undefined): string {
  return subtype === undefined ? 'notice of the client' : own(SYSTEM, subtype) ?? `notice of the client: ${subtype.slice(0, 64)}`;
}
/** The reason for an attachment that no text is made of, or undefined. */
export function silentAttachment(type: string): string | undefined { return own(SILENT, type); }
