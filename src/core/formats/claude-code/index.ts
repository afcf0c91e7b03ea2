import type { SessionFormat } from '../format.ts';
import { detectClaudeCode } from './detection.ts';
import { TranscriptReader } from './reader.ts';

/** Transcripts of Claude Code 1.0 to 2.1, of its sub-agents, and its `stream-json` output. */
export const claudeCodeFormat: SessionFormat = {
  id: 'claude-code',
  label: 'Claude Code transcript',
  description: 'Session file of Claude Code (`projects/…/<session>.jsonl`, `subagents/agent-*.jsonl`), or its `stream-json` output; reduced transcripts at low confidence.',
  shape: 'lines',
  detect: detectClaudeCode,
  open: () => new TranscriptReader(),
};
