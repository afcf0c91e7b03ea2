import type { Facts } from './facts.ts';
import type { Json } from './json.ts';
import type { Signature } from './signature.ts';
import type { Id, Source } from './source.ts';

/** The kinds of block. Inside a `toolResult` turn they are the content of the result. `opaque` is anything else, kept raw. */
export type BlockKind =
  | 'text' | 'thinking' | 'redacted-thinking' | 'tool-call' | 'image' | 'document' | 'refusal'
  | 'server-tool-use' | 'server-tool-result' | 'compaction' | 'opaque';

/** A wire API that a body is written in or for. `pi-ai` is a client library's own context, not HTTP. */
export type Api = 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini' | 'bedrock-converse' | 'mistral-chat' | 'dsh' | 'pi-ai';

/** What raw tool-call arguments parse to. `object` is the only form every API takes. */
export type ArgsState = 'object' | 'other' | 'invalid' | 'empty';

/** Bytes of an image or document: in the file (`data`, base64), at an address (`url`), or named but absent (`absent`). */
export interface Media {
  readonly where: 'data' | 'url' | 'absent';
  readonly mediaType?: string;
  /** The base64 payload, the address, or the identifier. */
  readonly value: Facts;
  readonly detail?: Readonly<Record<string, Json>>;
}

/** The provider's own value at a source, for verbatim copies; `omit` names keys that its client never sends. */
export interface Native {
  readonly api: Api;
  readonly at: Source;
  readonly omit?: readonly string[];
}

/** One block. Facts only: texts beyond a bound stay on disk and are loaded by their sources. */
export interface Block {
  readonly id: Id;
  readonly kind: BlockKind;
  /** The type tag as recorded: `reasoning`, `input_text`, `tool_use`, `plugin:x` … */
  readonly nativeType: string;
  /** For opaque blocks whose meaning is known although the kind is not in the vocabulary; else undefined. */
  readonly meaning?: 'encrypted' | 'audio' | 'video' | 'tool-change' | 'reference' | 'hosted-tool' | 'control';
  /** Text, thinking text, raw call arguments, refusal, summary; NO_TEXT where there is none. */
  readonly text: Facts;
  /** Facts of each part where the text is made of several (summary parts), in order; else undefined. */
  readonly parts?: readonly Facts[];
  readonly source: Source;
  /** The text as the client's own log shows that it was sent, where that is not the stored one (a frame around a note). */
  readonly sent?: Facts;
  /** True for text that stands in no record: the placeholder of an agent message without content. */
  readonly synthetic?: true;
  /** Key of the response that made it (model-made blocks only). */
  readonly response?: string;
  readonly itemId?: string;
  readonly callId?: string;
  /** Tool name. `namespace` stands beside it, never joined. */
  readonly name?: string;
  readonly namespace?: string;
  readonly args?: ArgsState;
  readonly signature?: Signature;
  readonly media?: Media;
  readonly native?: Native;
  /** Small format-specific facts that emulations need (phase, status, replay state …). */
  readonly detail?: Readonly<Record<string, Json>>;
}
