import type { Boundary } from '../model/boundary.ts';
import type { Decision, Inserted } from '../model/decision.ts';
import type { Finding } from '../model/finding.ts';
import { factsOf } from '../model/facts.ts';
import type { Id, Source } from '../model/source.ts';
import type { Turn } from '../model/turn.ts';
import { activeTurns, subjectsOf, type Conversation } from '../turns/conversation.ts';
import { boundariesOf } from './boundaries.ts';
import { RequestWriter, type Rejection, type Written } from './request-writer.ts';
import type { ReplayOptions, Serializer } from './serializer.ts';
import type { Wire } from './wire.ts';

/** The result for (conversation, target): what view, hover, lint, export and explain all read. */
export interface Replay {
  readonly target: string;
  readonly outcome: 'ok' | 'rejected' | 'not-applicable';
  /** Null unless ok. */
  readonly template: Wire | null;
  readonly rejection?: Rejection;
  /** Why the target cannot take the session at all. */
  readonly notApplicable?: string;
  readonly decisions: ReadonlyMap<Id, Decision>;
  readonly inserted: readonly Inserted[];
  /** Wire path → the blocks a node carries, in wire order. */
  readonly origins: ReadonlyMap<string, readonly Id[]>;
  readonly boundaries: readonly Boundary[];
  readonly findings: readonly Finding[];
}

/** Id of the format of files that no session format knows. */
const GENERIC = 'generic';

/** Id of the block of a `--prompt`: it is in no record, so its decision is an `inserted`. */
export const PROMPT_ID = 'prompt:';

/**
 * Writes a conversation for a target: the one place that decides omission. Findings are added by judge/judge.ts.
 * Shadowed blocks are omitted here, for every target alike.
 */
export function writeReplay(conversation: Conversation, serializer: Serializer, options: ReplayOptions): Replay {
  // No conversation is claimed of a file that no format knows: an empty request would look like one that could be sent.
  const accepted = conversation.format === GENERIC ? 'no session format matched: there is no conversation to send' : serializer.accepts(conversation);
  if (accepted !== true) {
    return { target: serializer.id, outcome: 'not-applicable', template: null, notApplicable: accepted, decisions: new Map(), inserted: [], origins: new Map(), boundaries: [], findings: [] };
  }
  const asked = options.prompt === undefined ? conversation : withPrompt(conversation, options.prompt);
  const writer = new RequestWriter(subjectsOf(activeTurns(asked), asked.recorded), serializer.api);
  const template = serializer.write(asked, options, writer);
  const written = writer.finish(template);
  const { decisions } = written;
  const prompt = decisions.get(PROMPT_ID);
  decisions.delete(PROMPT_ID);
  addShadowed(conversation.turns, decisions);
  const inserted = prompt === undefined ? written.inserted
    : [...written.inserted, ...prompt.wirePaths.map((wirePath) => ({ wirePath, reason: 'The prompt asked for; it is in no record.' }))];
  return {
    target: serializer.id, outcome: written.outcome, template: written.outcome === 'ok' ? written.template : null,
    ...(written.rejection === undefined ? {} : { rejection: written.rejection }),
    decisions, inserted, origins: prompt === undefined ? written.origins : withoutPrompt(written), boundaries: boundariesOf(conversation, written, serializer), findings: [],
  };
}

function withoutPrompt(written: Written): ReadonlyMap<string, readonly Id[]> {
  const origins = new Map<string, readonly Id[]>();
  for (const [path, ids] of written.origins) origins.set(path, ids.filter((id) => id !== PROMPT_ID));
  return origins;
}

function addShadowed(turns: readonly Turn[], decisions: Map<Id, Decision>): void {
  for (const turn of turns) {
    if (turn.visibility !== 'shadowed') continue;
    const reason = turn.shadowedBy === undefined ? 'Not in the context any more.' : `Not in the context any more: replaced at line ${turn.shadowedBy.line}.`;
    for (const id of turn.blocks.length === 0 ? [turn.id] : turn.blocks.map((b) => b.id)) {
      if (!decisions.has(id)) decisions.set(id, { block: id, op: 'omitted', also: [], wirePaths: [], reason, rule: 'session/shadowed' });
    }
  }
}

function withPrompt(conversation: Conversation, prompt: string): Conversation {
  const source: Source = { file: 0, line: 0, record: -1, start: 0, end: 0, pointer: '' };
  const block = { id: PROMPT_ID, kind: 'text' as const, nativeType: 'text', text: factsOf(prompt, []), source };
  const entry = { role: 'user' as const, kind: 'prompt', source, blocks: [block], visibility: 'active' as const };
  const turn: Turn = { id: 't:prompt', index: conversation.turns.length, role: 'user', kind: 'prompt', visibility: 'active', blocks: [block], entries: [entry] };
  return { ...conversation, turns: [...conversation.turns, turn], entries: [...conversation.entries, entry] };
}

/** The ids of the blocks at a wire path: of the node itself, of the node that holds it, or of all nodes below it. */
export function originOf(replay: Pick<Replay, 'origins'>, wirePath: string): readonly Id[] {
  for (let path = wirePath; path !== ''; path = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '') {
    const ids = replay.origins.get(path);
    if (ids !== undefined) return ids;
    if (path === wirePath) {
      const below: Id[] = [];
      for (const [other, inside] of replay.origins) if (other.startsWith(`${wirePath}.`)) below.push(...inside);
      if (below.length > 0) return below;
    }
  }
  return [];
}
