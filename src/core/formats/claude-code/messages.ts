import type { Block } from '../../model/block.ts';
import { NO_TEXT, previewOf, type Facts } from '../../model/facts.ts';
import { asNumber, asString, type Json, type JsonObject } from '../../model/json.ts';
import type { Source } from '../../model/source.ts';
import type { Entry, Response } from '../../model/turn.ts';
import { assistantEntry } from './entries.ts';
import type { Row } from './row.ts';

/** What is known of one response: its records are written one block each. */
interface Message { readonly response: Response; last: Row | undefined; lastBlocks: readonly Block[] }

/** An assistant record as read. */
export interface AssistantRead {
  readonly message: string | undefined;
  readonly model: string | undefined;
  /** Undefined for a record without content (a stub of an attempt that was repeated). */
  readonly entry: Entry | undefined;
  /** Everything in it stands in the record of the message before it. */
  readonly repeats: boolean;
  /** The record before it that this one holds all of. */
  readonly superseded: Row | undefined;
}

/** Text that the client wrote itself carries this model name ("No response requested."): no provider made it. */
const SYNTHETIC = '<synthetic>';

/** The responses of a file by message id. */
export class Messages {
  private readonly byId = new Map<string, Message>();

  read(record: JsonObject, message: JsonObject, source: Source): AssistantRead {
    const model = asString(message.model);
    if (model === SYNTHETIC) {
      const entry = assistantEntry(message.content, source, undefined);
      return { message: undefined, model: undefined, entry: entry.blocks.length === 0 ? undefined : entry, repeats: false, superseded: undefined };
    }
    const id = idOf(record, message, source);
    const known = this.byId.get(id.key);
    const response: Response = known?.response ?? { key: id.key, confidence: id.confidence, api: 'anthropic-messages', evidence: id.evidence, ...(model === undefined ? {} : { model }) };
    if (known === undefined) this.byId.set(id.key, { response, last: undefined, lastBlocks: [] });
    const entry = assistantEntry(message.content, source, response);
    if (entry.blocks.length === 0) return { message: id.key, model, entry: undefined, repeats: false, superseded: undefined };
    // The client of 2.1.332 numbers the blocks; without a number a record may repeat an earlier one and grow (gateways that write snapshots).
    const before = asNumber(record.apiBlockIndex) === undefined && known?.last !== undefined && known.last.entries.length > 0 ? known.lastBlocks : undefined;
    const repeats = before !== undefined && entry.blocks.every((block) => before.some((other) => holds(other, block)));
    const grows = before !== undefined && !repeats && before.every((other) => entry.blocks.some((block) => holds(block, other)));
    return { message: id.key, model, entry, repeats, superseded: grows ? known?.last : undefined };
  }

  /** The record was taken into the tree. */
  took(read: AssistantRead, row: Row): void {
    const known = read.message === undefined ? undefined : this.byId.get(read.message);
    if (known === undefined || read.entry === undefined) return;
    known.last = row;
    known.lastBlocks = read.entry.blocks;
  }

  /** The first text of a content, for people. */
  text(content: Json | undefined, source: Source): Facts {
    return assistantEntry(content, source, undefined).blocks[0]?.text ?? NO_TEXT;
  }
}

function idOf(record: JsonObject, message: JsonObject, source: Source): { readonly key: string; readonly confidence: Response['confidence']; readonly evidence: string } {
  const id = asString(message.id);
  if (id !== undefined && id !== '') return { key: id, confidence: 'exact', evidence: 'message.id' };
  const request = asString(record.requestId);
  if (request !== undefined && request !== '') return { key: request, confidence: 'derived', evidence: 'requestId: the message has no id' };
  return { key: asString(record.uuid) ?? `record ${source.record}`, confidence: 'inferred', evidence: 'one record: it has neither message id nor requestId' };
}

/** Whether a block holds all of another one: the same call, or a text that begins with the other's. */
function holds(block: Block, other: Block): boolean {
  if (block.kind !== other.kind) return false;
  if (block.kind === 'tool-call') return block.callId !== undefined && block.callId === other.callId;
  if (block.kind !== 'text' && block.kind !== 'thinking') return false;
  if (other.text.length === 0 || block.text.length < other.text.length) return false;
  return previewOf(block.text).startsWith(previewOf(other.text).slice(0, previewOf(block.text).length));
}
