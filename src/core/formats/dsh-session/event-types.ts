/** Events that stand on the surface: the only ones that produce messages. */
export const SURFACE: ReadonlySet<string> = new Set(['system/message', 'developer/message', 'user/message', 'assistant/message', 'tool/result', 'steering/message']);

const LOG_ONLY: ReadonlySet<string> = new Set([
  'turn/start', 'turn/end', 'step/start', 'step/end', 'assistant/chunk', 'assistant/attempt', 'tool/call', 'request/header', 'request/context',
  'session/end-seed', 'session/title', 'session/title-llm-request', 'agent/inbox/spliced', 'compaction/start', 'compaction/summary', 'compaction/end',
  'compaction/prune', 'compact/start', 'compact/summary', 'compact/end', 'compact/prune', 'llm/retry', 'llm/retry-started', 'subagent/descriptor',
  'subagent/catalog', 'todo/write', 'goal/change', 'plan/mode', 'sandbox/mode', 'permission/preset', 'schedule/change', 'feedback/record',
  'tool/code-dispatch', 'agent-preset/selected', 'image/offload', 'web/deepseek-search-llm-request',
]);
const LOG_ONLY_FAMILIES = ['team/', 'hook/', 'command/', 'approval/', 'tool-workflow/', 'tool/code-dispatch', 'permission/', 'sandbox/', 'plugin:'];

/** Whether a type is in the vocabulary of dsh v0 to v4. Others need `ignorable: true`, or a real reader refuses the log. */
export function isKnown(type: string): boolean {
  return SURFACE.has(type) || LOG_ONLY.has(type) || LOG_ONLY_FAMILIES.some((family) => type.startsWith(family));
}

/** Why an event makes no turn, for people. */
export function hiddenReason(type: string): string {
  switch (type) {
    case 'assistant/chunk': return 'a streamed piece; the assembled response is in its assistant/message';
    case 'assistant/attempt': return 'an attempt that committed no message';
    case 'tool/call': return 'a note that a tool was started; the call itself is in the assistant message';
    case 'request/header': return 'request settings: configuration, tools and, in v0, the system prompt';
    case 'request/context': return 'the route a request was made for';
    case 'turn/start': case 'turn/end': case 'step/start': case 'step/end': return 'marks a turn or step';
    default: return `a ${type} record is log-only`;
  }
}
