import type { Api, Block } from './block.ts';
import type { Json } from './json.ts';
import type { Id, Source } from './source.ts';

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'toolResult';

/** How the response of a block is known. */
export type Confidence = 'exact' | 'derived' | 'inferred';

/** The provider response that made blocks. `evidence` says how we know, for people. */
export interface Response {
  readonly key: string;
  readonly confidence: Confidence;
  readonly model?: string;
  readonly provider?: string;
  readonly api?: Api;
  readonly evidence: string;
}

/** `active` is in the model's context; `shadowed` is on disk but replaced (compaction, surface replace, rollback). */
export type Visibility = 'active' | 'shadowed';

/**
 * One model-visible record as a format reads it, before turns are built. Assistant entries of one response become one turn;
 * every other entry is a turn of its own.
 */
export interface Entry {
  readonly role: Role;
  /** What a person should know of it: `agent-message`, `environment`, `settlement-notice`, `compaction-summary` … */
  readonly kind?: string;
  readonly author?: string;
  readonly recipient?: string;
  readonly source: Source;
  readonly blocks: readonly Block[];
  readonly response?: Response;
  readonly callId?: string;
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly visibility: Visibility;
  /** For a shadowed entry: what replaced it. */
  readonly shadowedBy?: Source;
  /** The provider's own item for the whole entry, when it is one (a Responses item, a Messages message). */
  readonly native?: { readonly api: Api; readonly at: Source; readonly omit?: readonly string[] };
  /** Small format-specific facts (message source, phase, native role, item type …). */
  readonly detail?: Readonly<Record<string, Json>>;
}

/** One reconstructed message. Blocks stand in record order. */
export interface Turn {
  readonly id: Id;
  /** 0-based place among all turns of the branch, shadowed ones included. */
  readonly index: number;
  readonly role: Role;
  readonly kind?: string;
  readonly author?: string;
  readonly recipient?: string;
  readonly visibility: Visibility;
  readonly shadowedBy?: Source;
  readonly blocks: readonly Block[];
  readonly entries: readonly Entry[];
  readonly response?: Response;
  readonly callId?: string;
  /** Name of the paired call; undefined for an orphan result that carries no name itself. */
  readonly toolName?: string;
  readonly isError?: boolean;
}

/** What the file records of the request around the conversation. */
export interface Recorded {
  /** System text that is no turn (Codex base instructions): used, but the client is known to send something else. */
  readonly system: readonly Block[];
  /** Tool definitions as recorded, and the API they are written for. */
  readonly tools?: { readonly api: Api; readonly at: Source; readonly names: readonly string[] };
  /** The API and model of the last request or response recorded. */
  readonly api?: Api;
  readonly model?: string;
  readonly provider?: string;
  /** The client that wrote the file, and its version as the newest record names it. */
  readonly client?: { readonly name: string; readonly version?: string };
  /** Small request parameters as recorded (thinking, reasoning, store …). */
  readonly params?: Readonly<Record<string, Json>>;
  /** The whole recorded request body, when the file is one. */
  readonly body?: { readonly api: Api; readonly at: Source; readonly kind: 'request' | 'response' };
  /** Things a continuation needs and the file does not hold, for people. */
  readonly missing: readonly string[];
}

/** A leaf of the session's tree that can be chosen. Linear formats have one. */
export interface Branch {
  readonly leaf: Id;
  readonly active: boolean;
  readonly turns: number;
  readonly label: string;
}

/** One linear conversation: a branch, in context order, shadowed entries in their place. */
export interface Path {
  readonly entries: readonly Entry[];
  readonly recorded: Recorded;
  readonly branches: readonly Branch[];
}
