import type { Api } from '../model/block.ts';
import type { Json } from '../model/json.ts';
import type { Conversation } from '../turns/conversation.ts';
import type { RequestWriter } from './request-writer.ts';
import type { Wire } from './wire.ts';

/** What a replay can be asked for. Every target takes all of them and ignores what it documents not to have. */
export interface ReplayOptions {
  readonly model?: string;
  readonly dialect?: string;
  readonly variant?: string;
  readonly mode: 'strict' | 'repair';
  readonly thinking: 'as-is' | 'strip';
  /** Tool definitions: as recorded, none, one inert stub per name used, or given ones (already in the target's own form). */
  readonly tools: 'recorded' | 'none' | 'stubs' | readonly Json[];
  readonly prompt?: string;
  /** What only one target has (`--options`): see `options` of the target. */
  readonly extra: Readonly<Record<string, Json>>;
}

export const DEFAULT_OPTIONS: ReplayOptions = { mode: 'strict', thinking: 'as-is', tools: 'recorded', extra: {} };

/** The model name used where none is recorded or given. Rules gated by model become warnings for it. */
export const MODEL_PLACEHOLDER = 'MODEL';

/** One option as documented by `targets --json`. */
export interface OptionDoc { readonly name: string; readonly values: readonly string[] | string; readonly default?: string; readonly description: string }

/**
 * The rules that turn a conversation into one wire request: a reference serializer or the faithful emulation of a client's.
 * Adding one: a source file, a line in targets/index.ts, case folders.
 */
export interface Serializer {
  readonly id: string;
  readonly label: string;
  readonly api: Api;
  readonly kind: 'reference' | 'emulation' | 'recorded';
  /** What it is and where its behaviour is known from (source, date). */
  readonly description: string;
  /** Families of rules that judge its request (`anthropic`, `json` …). */
  readonly ruleFamilies: readonly string[];
  /** Root key of the message array, for captions and paths. */
  readonly array: 'messages' | 'input' | 'contents';
  /** The API merges adjacent messages of one role before it checks them. */
  readonly mergesAdjacent: boolean;
  readonly options: readonly OptionDoc[];
  /** For a target whose API depends on the file (`as-recorded`): itself with the API, array and rule families of this conversation. */
  forConversation?(conversation: Conversation): Serializer;
  /** True, or why this conversation cannot be sent through it (`not-applicable`). */
  accepts(conversation: Conversation): true | string;
  /** Writes the request. Sync and pure: facts only, bodies fill the template later. Active turns only. */
  write(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire;
}
