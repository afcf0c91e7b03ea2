import type { Block } from '../../model/block.ts';
import { factsOf } from '../../model/facts.ts';
import { asNumber, asObject, asString, type JsonObject } from '../../model/json.ts';
import { at, idOf, type Source } from '../../model/source.ts';

/** A thread whose items up to an ordinal precede this one's and stand in its own file. */
export interface Parent { readonly thread: string; readonly limit: number }

/** What the header of a rollout says. */
export interface SessionMeta {
  readonly id?: string;
  readonly version?: string;
  readonly provider?: string;
  readonly historyMode?: string;
  /** Base instructions: not a turn, because Codex cuts them to its tools before it sends them. */
  readonly system: readonly Block[];
  readonly parent?: Parent;
  /** First ordinal of a sub-agent's own history; what precedes it is a copy of its parent's. */
  readonly ownFrom?: number;
}

/** Reads the payload of a `session_meta` record. */
export function readSessionMeta(payload: JsonObject, record: Source): SessionMeta {
  const ownFrom = asNumber(payload.subagent_history_start_ordinal);
  const parent = parentOf(payload, ownFrom);
  return defined({
    id: asString(payload.id), version: asString(payload.cli_version), provider: asString(payload.model_provider), historyMode: asString(payload.history_mode),
    system: systemOf(payload, record), parent, ownFrom,
  });
}

/** `codex exec fork` names the parent and the first ordinal it does not take; a sub-agent's fork copies the items instead (0.171.0). */
function parentOf(payload: JsonObject, ownFrom: number | undefined): Parent | undefined {
  if (ownFrom !== undefined) return undefined;
  const base = asObject(payload.history_base);
  const thread = asString(payload.forked_from_id) ?? asString(base?.thread_id);
  const limit = asNumber(payload.forked_from_ordinal_exclusive) ?? asNumber(base?.end_ordinal_exclusive);
  return thread === undefined || thread === '' || limit === undefined ? undefined : { thread, limit };
}

function systemOf(payload: JsonObject, record: Source): readonly Block[] {
  const base = asObject(payload.base_instructions);
  const found = typeof base?.text === 'string' ? ['/payload/base_instructions/text', base.text] as const
    : typeof payload.base_instructions === 'string' ? ['/payload/base_instructions', payload.base_instructions] as const
    : typeof payload.instructions === 'string' ? ['/payload/instructions', payload.instructions] as const : undefined;
  if (found === undefined || found[1] === '') return [];
  const source = at(record, found[0]);
  return [{ id: idOf(source), kind: 'text', nativeType: 'base_instructions', text: factsOf(found[1], [source]), source }];
}

function defined<T extends object>(object: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
