/** Why the records of a rollout that are no conversation are not sent (Codex 0.171.0 and its schema; older ones from reports). */
const RECORDS: Readonly<Record<string, string>> = {
  turn_context: 'settings of a turn: model, effort, policies',
  world_state: 'what the model was told about its environment: bookkeeping, never sent',
  token_usage_record: 'token usage of a response',
  inter_agent_communication_metadata: 'bookkeeping of the agent message that follows',
  retained_context: 'evidence kept by the client, never sent',
  security_risk_score: 'score kept by the client, never sent',
  realtime_item: 'voice item, never sent',
  dynamic_tools_updated: 'change of the tool catalogue',
  rollout_reference: 'reference to another rollout',
};

const EVENTS: Readonly<Record<string, string>> = {
  user_message: 'event for the display: repeats the user item',
  agent_message: 'event for the display: repeats the assistant item',
  agent_reasoning: 'event for the display: repeats a reasoning summary',
  agent_reasoning_raw_content: 'event for the display: repeats raw reasoning',
  item_completed: 'event for the display: repeats an item of the turn',
  task_started: 'event: a turn starts',
  task_complete: 'event: a turn is complete',
  turn_aborted: 'event: a turn was aborted',
  token_count: 'event: token usage',
  thread_rolled_back: 'event: the last turns were rolled back',
  context_compacted: 'event: the history was compacted',
  thread_settings_applied: 'event: settings of the thread',
};

/** Every record type that Codex is known to write, conversation or not. */
export const RECORD_TYPES = new Set([...Object.keys(RECORDS), 'session_meta', 'response_item', 'event_msg', 'compacted', 'inter_agent_communication']);

/** The reason for a record type, or undefined for one that Codex is not known to write. */
export function recordReason(type: string): string | undefined { return Object.hasOwn(RECORDS, type) ? RECORDS[type] : undefined; }

/** The reason for an event. All of them are for the display; new ones come with every release. */
export function eventReason(type: string): string { return Object.hasOwn(EVENTS, type) ? EVENTS[type]! : `event for the display: ${type.slice(0, 64)}`; }
