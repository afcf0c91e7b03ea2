import type { RequestWriter } from '../../replay/request-writer.ts';
import type { OptionDoc, ReplayOptions, Serializer } from '../../replay/serializer.ts';
import type { Wire } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';

/** What one client would send if it went on with a session that it wrote. Adding one costs a file and a line in clients.ts. */
export interface ClientEmulation {
  /** The format that the client writes: what a conversation is recognised by. */
  readonly format: string;
  readonly label: string;
  readonly facts: Pick<Serializer, 'api' | 'array' | 'mergesAdjacent' | 'ruleFamilies'>;
  readonly options: readonly OptionDoc[];
  /** True, or why this conversation cannot be gone on with. */
  accepts(conversation: Conversation): true | string;
  write(conversation: Conversation, options: ReplayOptions, writer: RequestWriter): Wire;
}
