import { tableOf } from '../../model/table.ts';
/**
 * Call items whose output the client gives, by the type of that output (SDK types of `openai` 6.49.0, 2026-11-30). A tool search
 * has an output from the client only where it says `execution: "client"`, hosted tools have none.
 */
export const CLIENT_CALLS = tableOf<string>({
  function_call: 'function_call_output', custom_tool_call: 'custom_tool_call_output', local_shell_call: 'local_shell_call_output',
  shell_call: 'shell_call_output', apply_patch_call: 'apply_patch_call_output', computer_call: 'computer_call_output',
});
/** Outputs that a client gives. */
export const CLIENT_OUTPUTS: ReadonlySet<string> = new Set(Object.values(CLIENT_CALLS));
