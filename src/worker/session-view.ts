import type { Source } from '../core/model/source.ts';
import type { Session } from '../core/turns/session.ts';
import type { SessionView } from '../protocol/view-model.ts';
import { head } from './names.ts';
import type { SessionIndex } from './session-index.ts';

/** How far reading has come. */
export interface Progress { readonly bytes: number; readonly size: number | undefined; readonly done: boolean; readonly cancelled: boolean }

const NAMED = 12;
const BRANCHES = 500;

/** What this file is: header row 1. */
export function sessionView(session: Session, index: SessionIndex, name: string, buffer: boolean, progress: Progress, notice: string | undefined): SessionView {
  const { conversation } = index;
  const { detected, problems, hidden } = session;
  const models = new Set<string>();
  for (const response of conversation.responses.values()) if (response.model !== undefined) models.add(response.model);
  if (models.size === 0 && conversation.recorded.model !== undefined) models.add(conversation.recorded.model);
  const { tools, system, model, missing } = conversation.recorded;
  return {
    name, ...(progress.size === undefined ? {} : { size: progress.size }), container: buffer ? 'buffer' : session.container,
    format: {
      id: session.format.id, label: session.format.label, ...(session.version === undefined ? {} : { version: head(session.version, 60) }), confidence: detected.confidence, reasons: [...detected.reasons],
      nearest: detected.others.slice(0, 4).map((o) => ({ id: o.format.id, label: o.format.label, reasons: [...o.reasons] })),
    },
    counts: {
      turns: conversation.turns.length, blocks: conversation.turns.reduce((sum, t) => sum + t.blocks.length, conversation.recorded.system.length), responses: index.responses,
      records: recordsOf(session, index), hidden: hidden.length, problems: problems.length, errors: problems.filter((p) => p.severity === 'error').length,
    },
    models: [...models].slice(0, NAMED),
    branches: conversation.branches.slice(0, BRANCHES).map((b) => ({ leaf: b.leaf, active: conversation.branch === undefined ? b.active : b.leaf === conversation.branch, turns: b.turns, label: head(b.label, 200) })),
    recorded: {
      system: system.length > 0 || conversation.turns.some((t) => t.role === 'system' || t.role === 'developer'), missing: [...missing],
      ...(tools === undefined ? {} : { tools: tools.names.length }), ...(model === undefined ? {} : { model }),
    },
    reading: { bytes: progress.bytes, done: progress.done, cancelled: progress.cancelled, ...(progress.size === undefined ? {} : { size: progress.size }) },
    revision: conversation.revision, ...(notice === undefined ? {} : { notice }),
  };
}

/** Records of the opened file: each is a turn's, hidden or a problem, so the highest number tells. */
function recordsOf(session: Session, index: SessionIndex): number {
  let last = -1;
  const take = (source: Source): void => { if (source.file === 0 && source.record > last) last = source.record; };
  for (const entry of index.conversation.entries) take(entry.source);
  for (const { source } of session.hidden) take(source);
  for (const { source } of session.problems) take(source);
  return last + 1;
}
