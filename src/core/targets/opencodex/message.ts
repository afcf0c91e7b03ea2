import type { Block } from '../../model/block.ts';
import type { Op, Why } from '../../model/decision.ts';
import type { Id, Source } from '../../model/source.ts';
import type { RefNode, Wire } from '../../replay/wire.ts';

/** Something that happened to a block on its way through the client; the request writer keeps the strongest. */
export interface Mark { readonly op: Exclude<Op, 'omitted' | 'rejected'>; readonly why: Why }

/** Where a part came from: the blocks it carries, the place of its item in the input, and what happened to it so far. */
export interface Origin {
  readonly ids: readonly Id[];
  /** 0-based place of the item in the client's input. */
  readonly order: number;
  readonly response?: string;
  readonly marks: readonly Mark[];
}

/** A text; `state` as in Facts. */
export interface TextPart extends Origin { readonly type: 'text'; readonly text: RefNode; readonly state: 'empty' | 'blank' | 'text' }
/** An image, document or video with its bytes or address. */
export interface MediaPart extends Origin { readonly type: 'image' | 'document' | 'video'; readonly block: Block }
/** A part of user input or of a tool's output. */
export type InputPart = TextPart | MediaPart;

/** Reasoning: redacted payloads first, then the thinking. `block` is absent where an envelope holds redacted payloads only. */
export interface ThinkingPart extends Origin {
  readonly type: 'thinking';
  readonly block?: Block;
  /** Blocks of unsigned reasoning items whose texts the parser joined into this one, in order, before `block`. */
  readonly coalesced: Block[];
  readonly redacted: readonly Block[];
  /** The envelope holds a signature or redacted payloads. */
  readonly bound: boolean;
}

/** A tool call. `input` is what adapters send as its arguments; `spelled` the same as text. */
export interface CallPart extends Origin {
  readonly type: 'call';
  readonly callId: string;
  readonly name: string;
  readonly namespace?: string;
  /** A free-form call: recorded without the namespace that its tool was declared in. */
  readonly custom?: true;
  /** Where the item is one that may hold a Gemini thought signature. */
  readonly item?: Source;
  readonly input: Wire;
  readonly spelled: RefNode;
}
export type AssistantPart = TextPart | ThinkingPart | CallPart;

/** `collapsed`: the client holds the content as a string, not as parts. `subject` is decided on where there is no block. */
export interface UserMessage { readonly role: 'user' | 'developer'; readonly parts: readonly InputPart[]; readonly collapsed: boolean; readonly subject?: Id }
/** Parts may still be put in front of an assistant message while later items are read. */
export interface AssistantMessage { readonly role: 'assistant'; readonly parts: AssistantPart[] }
export interface ToolResultMessage {
  readonly role: 'toolResult';
  readonly callId: string;
  readonly toolName: string;
  /** A call of this id stands somewhere before it. */
  readonly called: boolean;
  readonly parts: readonly InputPart[];
  readonly collapsed: boolean;
  /** For a tool search: its output is made from the item when the request is written. */
  readonly made?: { readonly at: Source; readonly ids: readonly Id[] };
  readonly order: number;
  readonly subject?: Id;
}
/** One message of the client's internal model. Texts and bytes stay where they are recorded. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;

/** What the parser makes of a conversation: everything an adapter needs, and what it has already lost. */
export interface Parsed {
  readonly system: readonly TextPart[];
  readonly messages: readonly Message[];
  /** Blocks (and turns without blocks) that the parser itself drops, with the reason. */
  readonly dropped: ReadonlyMap<Id, Why>;
  /** Items whose tool definitions join the request's own, in order, and the block that stands for each. */
  readonly loadedTools: readonly { readonly at: Source; readonly id?: Id }[];
  /** Places of agent messages that the variant ignores, ascending. */
  readonly ignored: readonly number[];
  /** The client refuses the request because of this block, with its error text. */
  readonly refused?: { readonly block: Id; readonly message: string };
}
