import { asArray, asObject, asString, type JsonObject } from '../../model/json.ts';

/** Codex names the source of each content part (0.171.0); words for the view. Families end with a dot. */
const KINDS: readonly (readonly [string, string])[] = [
  ['environments.', 'environment'], ['permissions.', 'permissions'], ['host_skills.', 'skills'], ['skills.', 'skills'],
  ['generic.turn_aborted', 'turn-aborted'], ['multi_agent.subagent_notification', 'subagent-notification'], ['multi_agent.', 'multi-agent'],
  ['model_switch.', 'model-switch'], ['model.base_instructions', 'base-instructions'], ['collaboration_mode.', 'collaboration-mode'],
  ['tools.', 'tool-namespaces'], ['compaction.summary', 'compaction-summary'], ['user_instructions.', 'project-instructions'], ['agents_md.', 'project-instructions'],
  ['hooks.', 'hook'], ['goals.', 'goal'],
];

/** What injected messages start with in older files, which have no kinds. */
const TAGS: readonly (readonly [string, string])[] = [
  ['<environment_context>', 'environment'], ['<permissions instructions>', 'permissions'], ['<skills_instructions>', 'skills'], ['<user_instructions>', 'project-instructions'],
  ['# AGENTS.md instructions for ', 'project-instructions'], ['<turn_aborted>', 'turn-aborted'], ['<subagent_notification>', 'subagent-notification'],
  ['<multi_agent_mode>', 'multi-agent'], ['<multi_agent_role>', 'multi-agent'], ['<model_switch>', 'model-switch'], ['<user_shell_command>', 'shell-command'],
  ['<collaboration_mode>', 'collaboration-mode'], ['<skill>', 'skills'],
];

/**
 * What kind of message no person typed this is (`environment`, `permissions`, `turn-aborted` …), or undefined for an ordinary
 * one. Injected messages are in the model's context like any other; the label is for people, and for Codex' own compaction,
 * which keeps only typed prompts.
 */
export function messageLabel(item: JsonObject, role: string): string | undefined {
  if (role === 'assistant') return undefined;
  const kinds = asArray(asObject(item.internal_chat_message_metadata_passthrough)?.content_item_kinds);
  if (kinds !== undefined && kinds.length > 0) {
    let label: string | undefined;
    for (const kind of kinds) {
      if (typeof kind !== 'string' || kind === 'unknown') continue;
      if (kind.startsWith('user.')) return undefined;
      const own = KINDS.find(([family]) => kind === family || family.endsWith('.') && kind.startsWith(family))?.[1] ?? 'instructions';
      label = label === undefined || label === own ? own : 'instructions';
    }
    return label;
  }
  const first = typeof item.content === 'string' ? item.content : asString(asObject(asArray(item.content)?.[0])?.text);
  return first === undefined || !(first.startsWith('<') || first.startsWith('# AGENTS')) ? undefined : TAGS.find(([tag]) => first.startsWith(tag))?.[1];
}
