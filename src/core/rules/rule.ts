import type { Block } from '../model/block.ts';
import type { Severity } from '../model/problem.ts';
import type { Id } from '../model/source.ts';
import type { Confidence, Turn } from '../model/turn.ts';
import type { AssistantRun } from '../replay/boundaries.ts';
import type { Replay } from '../replay/replay.ts';
import type { ReplayOptions, Serializer } from '../replay/serializer.ts';
import type { Wire } from '../replay/wire.ts';
import type { Conversation } from '../turns/conversation.ts';

/** Where a fact was learned: a link or a reference, and the day it was checked. */
export interface RuleSource { readonly text: string; readonly date: string }

/** What a rule sees: the replay as it would be sent, and the conversation it came from. Facts only. */
export interface Judged {
  readonly conversation: Conversation;
  readonly serializer: Serializer;
  readonly options: ReplayOptions;
  readonly replay: Replay;
  /** The request template; rules only run on outcome `ok`. */
  readonly request: Wire;
  /** The model the request is for, lower case; undefined for the placeholder (then model gates give warnings). */
  readonly model: string | undefined;
  readonly runs: readonly AssistantRun[];
  block(id: Id): Block | undefined;
  turnOf(id: Id): Turn | undefined;
  /** The ids of the blocks at a wire path. */
  origin(wirePath: string): readonly Id[];
}

/** One place where a rule applies. `blocks` defaults to the origin of the path. */
export interface Hit {
  readonly wirePath?: string;
  /** The provider's own spelling where it differs from the dotted path. */
  readonly providerPath?: string;
  readonly blocks?: readonly Id[];
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  readonly message: string;
  /** The provider's error text with its indices filled in. */
  readonly providerError?: string;
}

/**
 * A documented reason why a provider refuses or drops content. It reports, it never decides. One file per rule; the id, the
 * file name, the case folder and the documentation anchor are the same word.
 */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** What, when and why: shown in hovers and the README. */
  readonly summary: string;
  readonly fix: string;
  readonly sources: readonly RuleSource[];
  /** Recognises the provider's message; named groups `m` and `b` (message and content index), `id`, `path`. */
  readonly errorText?: RegExp;
  check(judged: Judged): Iterable<Hit>;
}
