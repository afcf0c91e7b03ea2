import type { Why } from '../../model/decision.ts';
import { literal, type RefNode, type Wire } from '../../replay/wire.ts';
import type { Message, Part } from './context.ts';
import { drop, dropEmpty, send } from './parts.ts';
import { refuse } from './refusal.ts';
import { settleTools } from './system.ts';
import type { PiRequest } from './target.ts';

/** A node under construction: marks are added to it at the end. */
export type Node = { [key: string]: Wire | undefined };

/** What to do with each message, in order; consecutive tool results come together. */
export interface Handlers {
  readonly system: (message: Message, index: number) => void;
  readonly user: (message: Message) => void;
  readonly assistant: (message: Message) => void;
  readonly results: (run: readonly Message[]) => void;
  readonly other: (message: Message) => void;
}

export const EMPTY: Why = { reason: 'A message with nothing left is not sent.' };
export const BLANK: Why = { reason: 'Blank text is not sent.' };
export const UNKNOWN: Why = { rule: 'pi-ai/unknown-block', reason: 'The serializer has no use for a block of this type here.' };
const BROKEN: Why = { rule: 'pi-ai/unknown-block', reason: 'Whatever is no text goes out as an image: this one has none of what an image needs.' };

/** What pi-ai's serializers have in common: one list of wire messages, and what is never sent. */
export abstract class Conversion {
  protected readonly out: Node[] = [];

  constructor(protected readonly request: PiRequest) {}

  abstract write(): Wire;

  protected each(messages: readonly Message[], handlers: Handlers): void {
    for (let i = 0; i < messages.length; i++) {
      const message = messages[i]!;
      switch (message.role) {
        case 'system': handlers.system(message, i); break;
        case 'user': handlers.user(message); break;
        case 'assistant': handlers.assistant(message); break;
        case 'other': handlers.other(message); break;
        case 'toolResult': {
          let end = i;
          while (messages[end + 1]?.role === 'toolResult') end++;
          handlers.results(messages.slice(i, end + 1));
          i = end;
        }
      }
    }
  }

  protected unknown(message: Message): void {
    const why: Why = { rule: 'pi-ai/unknown-block', reason: 'pi-ai has no use for a message of this role.' };
    for (const part of message.parts) drop(part, this.request.writer, why);
    dropEmpty(message, this.request.writer, why);
  }

  /** 0.73.1 does not know system messages. Those of another client's session have become the prompt. */
  protected unsentSystem(message: Message): void {
    const { writer, foreign } = this.request;
    if (foreign) return;
    const why: Why = { rule: 'pi-ai/system-collapsed', reason: 'pi-ai 0.73.1 has no system messages; only systemPrompt is sent.' };
    for (const part of message.parts) drop(part, writer, why);
    for (const { part } of message.sections ?? []) drop(part, writer, why);
    settleTools(message, writer);
    dropEmpty(message, writer, why);
  }

  /** Fails on content that is no list, in the words of the method that the client calls on it, under the name that its code has for the message. */
  protected needArray({ form, blame }: Message, method: string, name = 'msg'): void {
    if (form === 'array') return;
    if (form === 'null' || form === 'absent') refuse(blame, `Cannot read properties of ${form === 'null' ? 'null' : 'undefined'} (reading '${method}')`);
    refuse(blame, `${name}.content.${method} is not a function`);
  }

  /** An image, or what the client takes for one. */
  protected sendImage(node: Node, part: Part): Node {
    return part.type === 'image' ? send(node, part, this.request.writer) : send(node, part, this.request.writer, 'converted', BROKEN);
  }

  /** A text of the client's own for a result that has none; blank texts go with it. */
  protected standIn(text: string, message: Message, texts: readonly Part[]): RefNode {
    const { writer } = this.request;
    for (const part of texts) drop(part, writer, BLANK);
    const why: Why = { rule: 'pi-ai/filler-inserted', reason: 'A result without text gets one from the client.' };
    return message.subject !== undefined ? writer.place(literal(text), [message.subject], 'converted', why) : writer.insert(literal(text), why);
  }
}
