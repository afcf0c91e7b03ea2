import type { MessagesView, WireRun } from './messages-view.ts';

/**
 * The runs of the open tool loop: everything after the last user run that holds more than tool results. The Messages API treats
 * the whole loop as one assistant turn (vendor documentation, 2026-11-30). Empty where the request ends on such a user run.
 */
export function openLoop(view: MessagesView): readonly WireRun[] {
  const start = view.runs.findLastIndex((run) => run.role === 'user' && (run.blocks.length === 0 || run.blocks.some((block) => block.type !== 'tool_result')));
  return view.runs.slice(start + 1);
}
