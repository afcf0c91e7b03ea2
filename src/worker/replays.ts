import { judge } from '../core/judge/judge.ts';
import { DEFAULT_OPTIONS, type ReplayOptions, type Serializer } from '../core/replay/serializer.ts';
import type { Replay } from '../core/replay/replay.ts';
import type { Json } from '../core/model/json.ts';
import { autoTarget } from '../core/targets/auto.ts';
import { targetById } from '../core/targets/index.ts';
import type { Conversation } from '../core/turns/conversation.ts';
import type { ReplayChoice } from '../protocol/worker-messages.ts';

/** A choice carried out: the serializer it came to, its options, and the one Replay that everything reads. */
export interface Replayed {
  readonly choice: ReplayChoice;
  readonly serializer: Serializer;
  readonly options: ReplayOptions;
  readonly replay: Replay;
}

const HELD = 24;

/** Replays of one conversation, cached by (revision, target, canonical options). A fault of ours is a replay that says so, never an exception. */
export class Replays {
  private readonly cache = new Map<string, Replayed>();
  /** What the last replay took, in milliseconds: what the next one will take. */
  cost = 0;

  constructor(private readonly conversation: Conversation, private readonly fault: (target: string, error: Error) => void) {}

  of(choice: ReplayChoice): Replayed {
    const options = optionsOf(choice);
    const key = keyOf(choice);
    const hit = this.cache.get(key);
    if (hit !== undefined) { this.cache.delete(key); this.cache.set(key, hit); return hit; }
    const id = choice.target === 'auto' ? autoTarget(this.conversation) : choice.target;
    const serializer = targetById(id);
    const started = Date.now();
    const made: Replayed = serializer === undefined ? { choice, serializer: missing(id), options, replay: notApplicable(id, `There is no target "${id}".`) }
      : { choice, serializer, options, replay: this.judged(id, options) };
    this.cost = Date.now() - started;
    this.cache.set(key, made);
    if (this.cache.size > HELD) this.cache.delete(this.cache.keys().next().value!);
    return made;
  }

  /** Whether the replay is there already. */
  has(choice: ReplayChoice): boolean { return this.cache.has(keyOf(choice)); }

  private judged(target: string, options: ReplayOptions): Replay {
    try {
      return judge(this.conversation, target, options);
    } catch (error) {
      this.fault(target, error as Error);
      return notApplicable(target, `Turnlens itself failed on this target: ${(error as Error).message}`);
    }
  }
}

function notApplicable(target: string, why: string): Replay {
  return { target, outcome: 'not-applicable', template: null, notApplicable: why, decisions: new Map(), inserted: [], origins: new Map(), boundaries: [], findings: [] };
}

/** Stands in for a target id that is none of ours: a setting may name anything. */
function missing(id: string): Serializer {
  const accepts = (): string => `There is no target "${id}".`;
  return { id, label: id, api: 'anthropic-messages', kind: 'reference', description: accepts(), ruleFamilies: [], array: 'messages', mergesAdjacent: false, options: [], accepts, write: () => null };
}

/** A choice as the options of a replay; what was not chosen has its default. */
export function optionsOf(choice: ReplayChoice): ReplayOptions {
  const { model, dialect, variant, prompt, mode, thinking, tools, extra } = choice;
  return {
    ...DEFAULT_OPTIONS,
    ...(model === undefined ? {} : { model }), ...(dialect === undefined ? {} : { dialect }), ...(variant === undefined ? {} : { variant }), ...(prompt === undefined ? {} : { prompt }),
    ...(mode === undefined ? {} : { mode }), ...(thinking === undefined ? {} : { thinking }), ...(tools === undefined ? {} : { tools }),
    ...(extra === undefined ? {} : { extra: extra as Readonly<Record<string, Json>> }),
  };
}

function keyOf(choice: ReplayChoice): string {
  return JSON.stringify([choice.target, canonical(optionsOf(choice))]);
}

function canonical(options: ReplayOptions): unknown {
  const sorted = (object: object): unknown => Object.entries(object).sort(([a], [b]) => a < b ? -1 : 1);
  return [sorted(options), sorted(options.extra)];
}
